import { createHash } from 'node:crypto'
import type { OneYear, Rule, RuleDraft, TaxDetails, TransactionEdit, TransactionRow } from '@lotbook/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '../platform/ids.ts'
import { self, withOps, withSubject, type Tx } from '../platform/database.ts'
import { checkInvariants } from '../platform/invariants.ts'
import { sql } from '../platform/sql.ts'
import { customerWith } from '../testing/customer-journal.ts'
import { anyHistory, type Act, type History } from '../testing/random-journal.ts'
import { testServer } from '../testing/test-server.ts'
import { recount, writeJournal } from '../journal/transactions/write-journal.ts'
import { settleJournal } from '../journal/settling/settle-journal.ts'

/*
 * The state of a journal depends on its files and on the last edits and decisions, never on the way there.
 * LOTBOOK_HISTORIES=200 tries more of them, LOTBOOK_SEED=n others; a failure is shrunk and printed as a list of acts.
 */
const numRuns = parseInt(process.env['LOTBOOK_HISTORIES'] ?? '6', 10)
const seed = parseInt(process.env['LOTBOOK_SEED'] ?? '2025', 10)

const server = await testServer()
await withOps(server.db, (tx) =>
  tx.run(sql`
    insert into prices (id, asset_id, currency, grain, at, provider, price, fetched_at)
    select gen_random_uuid(), asset, 'USD', 'day', day, 'made up', case asset when 'BTC' then 17000 else 2000 end, now()
    from unnest(array['BTC', 'ETH']) asset, generate_series('2023-11-01'::timestamptz, '2024-03-31', '1 day') day`),
)

test(
  'SF1 SF10 SF16 E11 whatever the way, the journal and the result are those of the files, edits and rules that are left',
  async () => {
    await fc.assert(
      fc.asyncProperty(anyHistory, async (history) => {
        const lived = await live(history)
        const replayed = await replay(lived.userId, history.files)
        expect(await resultOf(replayed)).toEqual(await resultOf(lived))
        expect(await journalOf(replayed.userId)).toEqual(await journalOf(lived.userId))
        expect(await checkInvariants(server.db)).toEqual([])
      }),
      { numRuns, seed, interruptAfterTimeLimit: numRuns * 50_000, markInterruptAsFailure: true },
    )
  },
  numRuns * 60_000,
)

test('ST14 a source that is taken out and brought in again leaves the same result, byte for byte', async () => {
  let compared = 0
  await fc.assert(
    fc.asyncProperty(anyHistory, fc.nat(), async ({ files }, which) => {
      const journal = await customerWith(server)
      const sources: string[] = []
      for (const { name, text } of files) sources.push(await journal.import(name, text))
      const before = await resultOf(journal)
      const file = at(files, which)
      await journal.remove(at(sources, which))
      await server.drainJobs()
      const without = await resultOf(journal)
      await journal.import(file.name, file.text)
      expect(await resultOf(journal)).toBe(before)
      if (before !== without) compared += 1
    }),
    { numRuns: 4, seed },
  )
  expect(compared).toBeGreaterThan(0)
})

test(
  'E18 whatever happens under a lock, what lies before it stays as it was, to the last byte',
  async () => {
    let held = 0
    await fc.assert(
      fc.asyncProperty(
        anyHistory,
        anyHistory,
        fc.constantFrom(0.4, 0.6, 0.9),
        async (first, { acts }, part) => {
          const journal = await live(first)
          const rows = await journal.rows()
          if (rows.length === 0) return
          await as(journal.userId, (tx) =>
            tx.run(sql`
            update customers set locked_before = ${at(rows, Math.floor(rows.length * part)).at}::timestamptz + interval '1 ms' where user_id = ${journal.userId}`),
          )
          const before = await lockedOf(journal.userId)
          const days = [...new Set(rows.map((row) => row.at.slice(0, 10)))]
          // Files that are not imported yet come last, so that every later half meets its earlier one.
          const rest = first.files.map((_, file): Act => ({ do: 'upload', file }))
          for (const [n, act] of [...acts, ...rest].entries()) {
            server.clock.advance(60_000)
            await perform(journal, first.files, act, n + 100)
            const prices = days.flatMap((day) => [`BTC,${day},${n + 1}`, `ETH,${day},${n + 1}`])
            await journal.customer.upload('/price_files', {
              file: new File([['Asset,Date,Price', ...prices].join('\n')], 'p.csv'),
            })
            if (act.do !== 'worker dies') await server.drainJobs()
            expect(await lockedOf(journal.userId), `after ${JSON.stringify(act)}`).toEqual(before)
            held += 1
          }
          expect(await checkInvariants(server.db)).toEqual([])
        },
      ),
      { numRuns, seed, interruptAfterTimeLimit: numRuns * 50_000, markInterruptAsFailure: true },
    )
    expect(held).toBeGreaterThan(0)
  },
  numRuns * 60_000,
)

/** Everything before the lock: transactions, their values, and the transfers made with them. */
function lockedOf(userId: string) {
  const isLocked = sql`t.at < (select locked_before from customers where user_id = ${userId})`
  return as(userId, async (tx) => ({
    transactions: await tx.all(sql`
      select t.* from transactions t where t.user_id = ${userId} and ${isLocked} and t.deleted_at is null order by t.id`),
    accounts: await tx.all(sql`
      select distinct a.id, a.key, a.name, a.deleted_at from accounts a
      join transactions t on (t.user_id, t.account_id) = (a.user_id, a.id)
      where a.user_id = ${userId} and ${isLocked} and t.deleted_at is null order by a.id`),
    valuations: await tx.all(sql`
      select v.* from valuations v join transactions t on (t.user_id, t.id) = (v.user_id, v.transaction_id)
      where v.user_id = ${userId} and ${isLocked} and t.deleted_at is null order by v.transaction_id, v.side`),
    matches: await tx.all(sql`
      select m.id, m.quality, m.state, m.made_by, m.gap::text, (
          select string_agg(s.transaction_id || s.direction || s.quantity, ' ' order by s.transaction_id)
          from match_sides s where s.user_id = m.user_id and s.match_id = m.id) as sides
      from matches m where m.user_id = ${userId} and m.state = 'made' and m.id in (
        select s.match_id from match_sides s join transactions t on (t.user_id, t.id) = (s.user_id, s.transaction_id)
        where s.user_id = ${userId} and ${isLocked}) order by m.id`),
  }))
}

type Journal = Awaited<ReturnType<typeof customerWith>>

/** A customer to whom all of it happens; what must hold is asked after every act. */
async function live({ files, acts }: History): Promise<Journal> {
  const journal = await customerWith(server)
  for (const [n, act] of acts.entries()) {
    await perform(journal, files, act, n)
    expect(await checkInvariants(server.db), `after ${JSON.stringify(act)}`).toEqual([])
  }
  await server.drainJobs()
  return journal
}

async function perform(journal: Journal, files: History['files'], act: Act, n: number): Promise<void> {
  const { customer, userId } = journal
  // A request that the screen would refuse is refused, and changes nothing.
  const tried = async (method: 'POST' | 'DELETE' | 'PATCH', path: string, body?: object) => {
    const answer = await customer.request(method, path, body)
    expect([200, 404, 409, 422], `${method} ${path}: ${answer.text}`).toContain(answer.status)
  }
  const nth = async (k: number, ids: Promise<{ id: string }[]>) => {
    const all = await ids
    return all.length === 0 ? undefined : all[k % all.length]?.id
  }
  switch (act.do) {
    case 'upload': {
      const { name, text } = at(files, act.file)
      await journal.upload(name, text)
      return
    }
    case 'work':
      await server.drainJobs()
      return
    case 'worker dies':
      // It had taken what was queued, and had written nothing when it went.
      await as(userId, async (tx) => {
        for (const table of [sql`imports`, sql`calculations`, sql`journal_runs`])
          await tx.run(sql`
            update ${table} set state = 'running', fence = fence + 1 where user_id = ${userId} and state = 'queued'`)
      })
      return
    case 'calculate':
      return tried('POST', '/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
    case 'edit': {
      const rows = await journal.rows()
      if (rows.length === 0) return
      const row = at(rows, act.row)
      return tried('PATCH', `/transactions/${row.id}`, { edit: editOf(row, act.what, n) })
    }
    case 'undo': {
      const id = await nth(
        act.change,
        as(userId, (tx) =>
          tx.all(sql`
            select id from changes where user_id = ${userId} and undoes is null and undone_at is null order by at, id`),
        ),
      )
      if (id !== undefined) await tried('POST', `/changes/${id}/undo`)
      return
    }
    case 'save rule':
      return tried('POST', '/rules', DRAFTS[act.rule])
    case 'remove rule': {
      const id = await nth(act.which, rulesOf(journal))
      if (id !== undefined) await tried('POST', `/rules/${id}/remove`, { take_back: true })
      return
    }
    case 'turn rules': {
      const ids = (await rulesOf(journal)).map((rule) => rule.id)
      return tried('POST', '/rules/order', { ids: [...ids.slice(1), ...ids.slice(0, 1)] })
    }
    case 'delete source':
    case 'cancel':
    case 'retry': {
      const id = await nth(
        act.source,
        as(userId, (tx) =>
          tx.all(sql`
            select id from connections where user_id = ${userId} and deleted_at is null order by created_at, id`),
        ),
      )
      if (id === undefined) return
      if (act.do === 'delete source') return tried('DELETE', `/imports/v2/sources/${id}`)
      return tried('POST', `/imports/v2/sources/${id}/${act.do}`)
    }
    case 'delete account': {
      const id = await nth(
        act.account,
        as(userId, (tx) =>
          tx.all(sql`select id from accounts where user_id = ${userId} and deleted_at is null order by key`),
        ),
      )
      if (id !== undefined) await tried('DELETE', `/imports/v2/import_histories/${id}`)
      return
    }
    case 'decide': {
      const id = await nth(
        act.match,
        as(userId, (tx) =>
          tx.all(sql`
            select m.id from matches m where m.user_id = ${userId} order by (select string_agg(encode(t.fingerprint, 'hex'), ' '
              order by s.direction desc, t.fingerprint) from match_sides s join transactions t on (t.user_id, t.id) =
              (s.user_id, s.transaction_id) where (s.user_id, s.match_id) = (m.user_id, m.id))`),
        ),
      )
      if (id !== undefined) await tried('POST', `/matches/${id}/decide`, { decision: act.decision })
    }
  }
}

/** An edit that says what no file says, and what the type of the row takes. */
function editOf(row: TransactionRow, what: (Act & { do: 'edit' })['what'], n: number): TransactionEdit {
  const isAlone = row.account_slug !== 'kraken' || row.type === 'outgoing'
  if (what === 'value') return { value: `${n + 1}.25` }
  if (what === 'ignore') return { is_ignored: true }
  // The type of an event that several files state is theirs; its sides and type change with the files.
  if (isAlone && row.account_slug !== 'ethereum') {
    if (what === 'sub type' && row.type === 'incoming') return { sub_type: 'airdrop' }
    if (what === 'sub type' && row.type === 'outgoing') return { sub_type: 'gift_sent' }
    if (what === 'amount' && row.type === 'incoming') return { to_amount: `0.0${n + 1}3` }
    if (what === 'amount' && row.type === 'outgoing') return { from_amount: `0.0${n + 1}3` }
  }
  return { comment: `note ${n}` }
}

const rulesOf = async (journal: Journal) => (await journal.get<{ data: Rule[] }>('/rules')).data

const DRAFTS: Readonly<Record<(Act & { do: 'save rule' })['rule'], RuleDraft>> = {
  'all that came in': {
    condition: { direction: 'in' },
    result: { set: 'type', type: 'incoming', sub_type: 'staking_reward' },
  },
  bitcoin: {
    condition: { asset: 'BTC', type: { type: 'incoming', sub_type: 'received' } },
    result: { set: 'type', type: 'incoming', sub_type: 'mined' },
  },
  much: {
    condition: { amount: { test: 'at_least', amount: '0.1' } },
    result: { set: 'type', type: 'outgoing', sub_type: 'gift_sent' },
  },
  'ignore little': { condition: { amount: { test: 'at_most', amount: '0.08' } }, result: { set: 'ignored' } },
}

interface Left {
  /** SHA-256 of each. */
  readonly files: readonly string[]
  readonly edits: readonly { readonly fingerprint: string; readonly after: Record<string, unknown> }[]
  /** In their order, each with the transactions that it was taken back of since it was saved. */
  readonly rules: readonly (RuleDraft & { readonly taken_back: readonly string[] })[]
  readonly decisions: readonly {
    readonly state: string
    readonly quality: string
    readonly gap: string
    readonly decided_at: Date
    readonly sides: readonly { fingerprint: string; direction: string; quantity: string }[]
  }[]
}

/** The rest of a history: the files that count, and edits and decisions about transactions that still exist. */
function leftOf(userId: string): Promise<Left> {
  return as(userId, async (tx) => ({
    files: (
      await tx.all<{ hash: string }>(sql`
        select distinct encode(u.sha256, 'hex') as hash from connections c
        join uploads u on (u.user_id, u.id) = (c.user_id, c.upload_id)
        where c.user_id = ${userId} and c.deleted_at is null and exists (select 1 from imports i
          where (i.user_id, i.connection_id) = (c.user_id, c.id) and i.state = 'done') order by hash`)
    ).map((row) => row.hash),
    edits: await tx.all(sql`
      select encode(t.fingerprint, 'hex') as fingerprint, e.after from edits e
      join changes c on (c.user_id, c.id) = (e.user_id, e.change_id) and c.undone_at is null
      join transactions t on (t.user_id, t.id) = (e.user_id, e.target_id::uuid) and t.deleted_at is null
      where e.user_id = ${userId} and c.rule_id is null order by c.at, c.id`),
    rules: await tx.all(sql`
      select r.condition, r.result, array(select distinct encode(t.fingerprint, 'hex') from changes c
        join edits e on (e.user_id, e.change_id) = (c.user_id, c.id)
        join transactions t on (t.user_id, t.id) = (e.user_id, e.target_id) and t.deleted_at is null
        where c.user_id = r.user_id and c.rule_id = r.id and c.undone_revision = r.revision) as taken_back
      from rules r where r.user_id = ${userId} and r.is_active and r.deleted_at is null order by r.position, r.id`),
    decisions: await tx.all(sql`
      select m.state, m.quality, m.gap::text as gap, m.decided_at, jsonb_agg(jsonb_build_object('fingerprint', encode(t.fingerprint, 'hex'),
        'direction', s.direction, 'quantity', s.quantity::text) order by t.fingerprint) as sides
      from matches m join match_sides s on (s.user_id, s.match_id) = (m.user_id, m.id)
      join transactions t on (t.user_id, t.id) = (s.user_id, s.transaction_id)
      where m.user_id = ${userId} and m.made_by = 'person' group by m.user_id, m.id
      having bool_and(t.deleted_at is null) order by m.id`),
  }))
}

/** A new customer who has only what is left, brought in in another order. */
async function replay(lived: string, files: History['files']): Promise<Journal> {
  const left = await leftOf(lived)
  const journal = await customerWith(server)
  const { userId } = journal
  for (const hash of left.files) {
    const file = files.find(({ text }) => createHash('sha256').update(text).digest('hex') === hash)
    if (file === undefined) throw new Error('a file that nobody uploaded')
    const { status_code } = await journal.source(await journal.import(file.name, file.text))
    expect(['failed', 'needs_mapping'], file.name).not.toContain(status_code)
  }
  const ids = new Map(
    (
      await as(userId, (tx) =>
        tx.all<{ id: string; fingerprint: string }>(sql`
          select id, encode(fingerprint, 'hex') as fingerprint from transactions where user_id = ${userId}`),
      )
    ).map((row) => [row.fingerprint, row.id]),
  )
  for (const { fingerprint, after } of left.edits) {
    const { value_currency: _, ...edit } = after
    await journal.patch(ids.get(fingerprint) ?? fingerprint, edit as TransactionEdit)
  }
  await as(userId, async (tx) => {
    await writeJournal(tx, userId)
    const touched: string[] = []
    for (const { state, quality, gap, decided_at, sides } of left.decisions) {
      const match = newId()
      await tx.run(sql`
        insert into matches (user_id, id, quality, state, made_by, gap, created_at, decided_at)
        values (${userId}, ${match}, ${quality}, ${state}, 'person', ${gap}, now(), ${decided_at})`)
      for (const { fingerprint, direction, quantity } of sides) {
        const id = ids.get(fingerprint) ?? fingerprint
        touched.push(id)
        await tx.run(sql`
          insert into match_sides (user_id, match_id, transaction_id, direction, quantity)
          values (${userId}, ${match}, ${id}, ${direction}, ${quantity})`)
      }
    }
    await settleJournal(tx, userId, touched)
    await recount(tx, userId)
  })
  for (const { taken_back: takenBack, ...draft } of left.rules) {
    const { id } = (await journal.post('/rules', draft)) as { id: string }
    await as(userId, async (tx) => {
      const change = newId()
      await tx.run(sql`
        insert into changes (user_id, id, actor_id, kind, summary, at, rule_id, undone_at, undone_revision)
        values (${userId}, ${change}, ${userId}, 'rule', 'taken back', now(), ${id}, now(), 1)`)
      for (const fingerprint of takenBack)
        await tx.run(sql`
          insert into edits (user_id, id, change_id, target, target_id, before, after)
          values (${userId}, ${newId()}, ${change}, 'transaction', ${ids.get(fingerprint) ?? fingerprint}, '{}', '{}')`)
    })
  }
  await server.drainJobs()
  return journal
}

/** All that a journal says, under names made of content. */
function journalOf(userId: string) {
  const name = sql`encode(t.fingerprint, 'hex')`
  return as(userId, async (tx) => ({
    transactions: await tx.all(sql`
      select a.key as account, ${name} as name, t.at, t.type, t.sub_type, t.from_asset, t.from_amount::text, t.to_asset,
        t.to_amount::text, t.fee_asset, t.fee_amount::text, t.value::text, t.value_currency, t.comment, t.flags, t.is_ignored,
        t.base, t.sequence, t.tx_hash, t.external_id
      from transactions t join accounts a on (a.user_id, a.id) = (t.user_id, t.account_id) and a.deleted_at is null
      where t.user_id = ${userId} and t.deleted_at is null order by t.fingerprint`),
    valuations: await tx.all(sql`
      select ${name} as name, v.side, v.value::text, v.currency, v.origin from valuations v
      join transactions t on (t.user_id, t.id) = (v.user_id, v.transaction_id) and t.deleted_at is null
      where v.user_id = ${userId} order by t.fingerprint, v.side`),
    matches: await tx.all(sql`
      select m.quality, m.state, m.made_by, m.gap::text as gap, array_agg(s.direction || ' ' || ${name} order by s.direction, t.fingerprint) as sides
      from matches m join match_sides s on (s.user_id, s.match_id) = (m.user_id, m.id)
      join transactions t on (t.user_id, t.id) = (s.user_id, s.transaction_id)
      where m.user_id = ${userId} group by m.user_id, m.id, m.quality, m.state, m.made_by, m.gap
      having bool_and(t.deleted_at is null) order by sides`),
    // Not that an import contradicted an edit once: that does depend on the way.
    findings: await tx.all(sql`
      select f.code, ${name} as name, coalesce((select encode(o.fingerprint, 'hex') from transactions o
        where o.user_id = f.user_id and o.id::text = f.note), f.note) as note
      from findings f join transactions t on t.user_id = f.user_id and t.id::text = f.subject_id and t.deleted_at is null
      where f.user_id = ${userId} and f.subject = 'transaction' and f.state = 'open'
        and f.code <> 'edit_differs_from_import' order by f.code, t.fingerprint`),
    accounts: await tx.all(sql`
      select key, transactions from accounts where user_id = ${userId} and deleted_at is null and transactions > 0 order by key`),
    counts: await tx.one(sql`select transactions, taxable, review from journals where user_id = ${userId}`),
  }))
}

/** The hash of a calculation of the whole history; nothing where there is nothing to calculate. */
async function resultOf(journal: Journal): Promise<string | undefined> {
  const started = await journal.customer.post('/imports/v1/tax_calculations/start_tax_calculation', {})
  if (started.status === 409) return undefined
  await server.drainJobs()
  const { data } = await journal.get<{ data: TaxDetails }>('/imports/v1/tax_calculations/details')
  expect(data).toMatchObject({ tax_calculated: true, need_tax_calculation: false })
  const year = await journal.get<{ data: OneYear }>('/one_year?year=2024')
  return year.data.calculation.result_hash
}

const as = <T>(userId: string, work: (tx: Tx) => Promise<T>) => withSubject(server.db, self(userId), work)

function at<T>(all: readonly T[], k: number): T {
  const one = all[k % all.length]
  if (one === undefined) throw new Error('nothing to choose from')
  return one
}
