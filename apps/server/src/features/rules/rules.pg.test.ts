import type {
  DecisionEffect,
  JournalRun,
  Rule,
  RuleDraft,
  RuleOffer,
  RulePreview,
  TransactionDetail,
} from '@lotbook/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { self, withSubject } from '../../platform/database.ts'
import { checkInvariants } from '../../platform/invariants.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid,Value Amount,Value Currency,Comment'
const file = (...rows: string[]) => `${[HEADER, ...rows].join('\n')}\n`
const received = (
  id: string,
  day: string,
  amount = '1',
  asset = 'ETH',
  exchange = 'Coinbase',
  comment = '',
) => `${day}T00:00:00Z,received,${amount},${asset},,,,,${exchange},yes,${id},2000,USD,${comment}`

const STAKING: RuleDraft = {
  condition: { source: 'coinbase', asset: 'ETH', direction: 'in' },
  result: { set: 'type', type: 'incoming', sub_type: 'staking_reward' },
}
const SENTENCE = 'When source is Coinbase and asset is ETH and direction is in, set type to Staking reward'
const GIFT = {
  ...STAKING,
  result: { set: 'type' as const, type: 'incoming' as const, sub_type: 'gift_received' },
}

async function journalOf(...rows: string[]) {
  const journal = await customerWith(server)
  await journal.import('history.csv', file(...rows))
  const run = async (path: string, body: object = {}) => {
    const answer = (await journal.post(path, body)) as { id?: string; run_id: string | null }
    await server.drainJobs()
    const done =
      answer.run_id === null
        ? undefined
        : (await journal.get<{ data: JournalRun }>(`/journal_runs/${answer.run_id}`)).data
    return { id: answer.id ?? '', ...done?.outcome, state: done?.state }
  }
  return {
    ...journal,
    run,
    save: (draft: RuleDraft & { id?: string }) => run('/rules', draft),
    rules: async () => (await journal.get<{ data: Rule[] }>('/rules')).data,
    preview: async (draft: RuleDraft & { id?: string }) =>
      ((await journal.post('/rules/preview', draft)) as { data: RulePreview }).data,
    labels: async () => (await journal.rows()).map((row) => row.label),
    detail: async (id: string) =>
      (await journal.get<{ data: TransactionDetail }>(`/transactions/${id}`)).data,
  }
}

const LEFT = { edited: 0, earlier_rule: 0, unfit: 0, filed: 0, locked: 0 }

test('E11 N18 a rule shows what it would change, changes that as one change, and one undo restores it', async () => {
  const journal = await journalOf(
    received('a', '2024-01-01'),
    received('b', '2024-01-02', '2'),
    received('c', '2024-01-03', '1', 'BTC'),
    received('d', '2024-01-04', '1', 'ETH', 'Kraken'),
  )
  const before = await journal.rows()
  expect(await journal.preview(STAKING)).toMatchObject({
    sentence: SENTENCE,
    matching: 2,
    changes: 2,
    back: 0,
    transfers: 0,
    left_out: LEFT,
    rows: [
      { transaction: { at: '2024-01-02T00:00:00.000Z' }, before: 'Received', after: 'Staking reward' },
      { transaction: { at: '2024-01-01T00:00:00.000Z' }, before: 'Received', after: 'Staking reward' },
    ],
  })
  expect(await journal.rows()).toEqual(before)

  const saved = await journal.save(STAKING)
  expect(saved).toMatchObject({ state: 'done', changed: 2, taken_back: 0 })
  expect(await journal.labels()).toEqual(['Staking reward', 'Staking reward', 'Received', 'Received'])
  expect(await journal.rules()).toMatchObject([{ sentence: SENTENCE, is_active: true, rows: 2 }])
  const detail = await journal.detail(before[0]?.id ?? '')
  expect(detail.changes).toMatchObject([
    { kind: 'rule', summary: SENTENCE, by: 'a rule', can_undo: true, rows: 2, rule_is_on: true },
  ])
  expect(detail.changes[0]?.fields).toEqual([
    { field: 'sub_type', before: 'received', after: 'staking_reward' },
  ])

  expect(saved.change_ids).toHaveLength(1)
  await journal.post(`/changes/${saved.change_ids?.[0]}/undo`)
  expect(await journal.rows()).toEqual(before)
  expect(await checkInvariants(server.db)).toEqual([])

  // An undone change stays undone for this rule, also when rows are worked out anew; a rule that is saved again
  // decides anew.
  await journal.import('more.csv', file(received('e', '2024-01-05'), received('a', '2024-01-01')))
  expect(await journal.labels()).toEqual(['Received', 'Received', 'Received', 'Received', 'Staking reward'])
  const again = await journal.save({ ...STAKING, id: saved.id })
  expect(again).toMatchObject({ changed: 2 })
  // Saved once more without a difference, its change is still the one to undo.
  expect(await journal.save({ ...STAKING, id: saved.id })).toMatchObject({ changed: 0 })
  await journal.post(`/changes/${again.change_ids?.[0]}/undo`)
  expect(await journal.labels()).toEqual(['Received', 'Received', 'Received', 'Received', 'Staking reward'])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('E11 who takes back what a rule did may switch it off with it, so that it changes nothing of what comes', async () => {
  const journal = await journalOf(received('a', '2024-01-01'), received('b', '2024-01-02'))
  const saved = await journal.save(STAKING)
  const second = await journal.save({
    condition: { source: 'coinbase', asset: 'ETH', amount: { test: 'at_least', amount: '5' } },
    result: GIFT.result,
  })
  const [change] = saved.change_ids ?? []
  const [first] = await journal.rows()
  const ofRule = async () =>
    (await journal.detail(first?.id ?? '')).changes.find(({ kind }) => kind === 'rule')
  expect(await ofRule()).toMatchObject({ id: change, rows: 2, rule_is_on: true })

  await journal.post(`/changes/${change}/undo`, { switch_rule_off: true })
  expect(await journal.labels()).toEqual(['Received', 'Received'])
  expect(await journal.rules()).toMatchObject([
    { id: saved.id, is_active: false, rows: 0 },
    { id: second.id, is_active: true },
  ])
  expect(await ofRule()).toMatchObject({ is_undone: true, rule_is_on: false })
  await journal.import('more.csv', file(received('c', '2024-02-01'), received('d', '2024-02-02', '7')))
  expect(await journal.labels()).toEqual(['Received', 'Received', 'Received', 'Gift received'])

  // A change of one's own has no rule, and a rule that is gone already is no hindrance.
  const mine = await journal.patch(first?.id ?? '', { sub_type: 'airdrop' })
  await journal.post(`/changes/${mine}/undo`, { switch_rule_off: true })
  const detail = await journal.detail((await journal.rows())[3]?.id ?? '')
  await journal.run(`/rules/${second.id}/remove`, { take_back: false })
  await journal.post(`/changes/${detail.changes[0]?.id}/undo`, { switch_rule_off: true })
  expect(await journal.labels()).toEqual(['Received', 'Received', 'Received', 'Received'])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('E11 a rule changes what later imports bring, keeps it when a file comes again, and lets a person win', async () => {
  const journal = await journalOf(received('a', '2024-01-01'))
  const { id } = await journal.save(STAKING)
  const more = await journal.import(
    'more.csv',
    file(received('b', '2024-02-01'), received('c', '2024-02-02')),
  )
  expect(await journal.labels()).toEqual(['Staking reward', 'Staking reward', 'Staking reward'])
  const [, second, third] = await journal.rows()
  const mine = await journal.patch(second?.id ?? '', { sub_type: 'airdrop' })
  await journal.patch(third?.id ?? '', { comment: 'looked at' })

  await journal.post(`/imports/v2/sources/${more}/retry`)
  await server.drainJobs()
  expect(await journal.labels()).toEqual(['Staking reward', 'Airdrop', 'Staking reward'])
  await journal.remove(more)
  expect(await journal.labels()).toEqual(['Staking reward'])
  await journal.import('again.csv', file(received('b', '2024-02-01'), received('c', '2024-02-02')))
  expect(await journal.labels()).toEqual(['Staking reward', 'Airdrop', 'Staking reward'])
  expect(await journal.save({ ...GIFT, id })).toMatchObject({ changed: 2, left_out: { ...LEFT, edited: 1 } })
  expect(await journal.labels()).toEqual(['Gift received', 'Airdrop', 'Gift received'])

  // Taken back, what the person said no longer stands in the way.
  await journal.post(`/changes/${mine}/undo`)
  expect(await journal.labels()).toEqual(['Gift received', 'Gift received', 'Gift received'])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('E11 the first rule that holds wins, in the order that a person gives them', async () => {
  const journal = await journalOf(
    received('a', '2024-01-01', '0.5'),
    received('b', '2024-01-02', '5'),
    `2024-01-03T00:00:00Z,sell,3000,USD,1,ETH,,,Coinbase,yes,s,,,`,
  )
  const staking = await journal.save(STAKING)
  const small = {
    condition: { asset: 'ETH', amount: { test: 'at_most' as const, amount: '0.50' } },
    result: { set: 'ignored' as const },
  }
  expect((await journal.preview(small)).left_out).toEqual({ ...LEFT, earlier_rule: 1 })
  const ignore = await journal.save(small)
  expect(ignore).toMatchObject({ changed: 0 })
  expect(await journal.run('/rules/order', { ids: [ignore.id, staking.id] })).toMatchObject({ changed: 1 })
  expect((await journal.rows()).map(({ label, is_ignored }) => [label, is_ignored])).toEqual([
    ['Received', true],
    ['Staking reward', false],
    ['Sell', false],
  ])
  expect((await journal.rules()).map(({ sentence, rows }) => [sentence, rows])).toEqual([
    ['When asset is ETH and amount is at most 0.5, ignore it', 1],
    [SENTENCE, 1],
  ])
  const order = (ids: string[]) => journal.customer.post('/rules/order', { ids })
  expect((await order([ignore.id])).body).toMatchObject({ code: 'conflict' })
  expect(await checkInvariants(server.db)).toEqual([])
})

test('E11 a rule that goes or is switched off takes back what it did, or leaves it, as the person says', async () => {
  const journal = await journalOf(received('a', '2024-01-01'), received('b', '2024-01-02'))
  const { id } = await journal.save(STAKING)
  const off = { is_active: false, take_back: false }
  expect(await journal.run(`/rules/${id}/switch`, off)).toMatchObject({ state: undefined })
  await journal.import('more.csv', file(received('c', '2024-01-03')))
  expect(await journal.labels()).toEqual(['Staking reward', 'Staking reward', 'Received'])
  expect(await journal.run(`/rules/${id}/switch`, { is_active: true })).toMatchObject({ changed: 1 })
  expect(await journal.run(`/rules/${id}/switch`, { ...off, take_back: true })).toMatchObject({
    taken_back: 3,
  })
  expect(await journal.labels()).toEqual(['Received', 'Received', 'Received'])
  expect(await journal.run(`/rules/${id}/switch`, { is_active: true })).toMatchObject({ changed: 3 })

  // The next rule that matches applies.
  await journal.save(GIFT)
  expect(await journal.run(`/rules/${id}/remove`, { take_back: true })).toMatchObject({ changed: 3 })
  expect(await journal.labels()).toEqual(['Gift received', 'Gift received', 'Gift received'])
  expect(await journal.rules()).toMatchObject([{ rows: 3 }])
  expect((await journal.customer.post(`/rules/${id}/switch`, off)).body).toMatchObject({ code: 'not_found' })
  expect(await checkInvariants(server.db)).toEqual([])
})

test('E11 E18 N5 locked rows, filed years and rows of which a person said otherwise stay as they are', async () => {
  const journal = await journalOf(
    received('a', '2022-06-01'),
    received('b', '2023-06-01'),
    // New Year in New York is five hours later.
    received('n', '2024-01-01'),
    received('c', '2024-06-01'),
    received('d', '2024-06-02'),
    `2024-06-03T00:00:00Z,trade,1,ETH,0.05,BTC,,,Coinbase,yes,t,,,`,
  )
  const as = <T>(query: ReturnType<typeof sql>) =>
    withSubject(server.db, self(journal.userId), (tx) => tx.all<T>(query))
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation')
  await server.drainJobs()
  await as(
    sql`update customers set time_zone = 'America/New_York', locked_before = '2023-01-01' where user_id = ${journal.userId}`,
  )
  await as(sql`
    insert into tax_years (user_id, tax_year, state, calculation_id) select user_id, 2023, 'filed', id from calculations
    where user_id = ${journal.userId}`)
  const rows = await journal.rows()
  await journal.patch(rows[4]?.id ?? '', { sub_type: 'airdrop' })
  const draft = { ...STAKING, condition: { source: 'coinbase', asset: 'ETH' } }
  const left = { edited: 1, earlier_rule: 0, unfit: 1, filed: 2, locked: 1 }
  expect(await journal.preview(draft)).toMatchObject({ matching: 6, changes: 1, left_out: left })
  const { id } = await journal.save(draft)
  expect(await journal.labels()).toEqual([
    'Received',
    'Received',
    'Received',
    'Staking reward',
    'Airdrop',
    'Trade',
  ])

  // Nor is what it did before the lock taken back.
  await as(sql`update customers set locked_before = '2024-12-01' where user_id = ${journal.userId}`)
  expect(await journal.run(`/rules/${id}/remove`, { take_back: true })).toMatchObject({
    taken_back: 0,
    left_out: { locked: 1 },
  })
  expect(await journal.labels()).toEqual([
    'Received',
    'Received',
    'Received',
    'Staking reward',
    'Airdrop',
    'Trade',
  ])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('E9 E11 a transfer that a person matched stays one; one that was matched by itself ends, and the preview says so', async () => {
  const sent = (id: string, day: string) => `${day}T00:00:00Z,sent,,,1,ETH,,,Kraken,yes,${id},,,`
  const journal = await journalOf(
    sent('s1', '2024-01-01'),
    received('r1', '2024-01-01'),
    sent('s2', '2024-02-01'),
    received('r2', '2024-02-02'),
  )
  const rows = await journal.rows()
  expect(rows.map((row) => row.label)).toEqual(['Transfer', 'Transfer'])
  const match = (await journal.detail(rows[1]?.id ?? '')).match
  await journal.post(`/matches/${match?.id}/decide`, { decision: 'match' })
  expect(await journal.preview(STAKING)).toMatchObject({ changes: 1, transfers: 1, left_out: { edited: 1 } })
  await journal.save(STAKING)
  expect((await journal.labels()).toSorted()).toEqual(['Sent', 'Staking reward', 'Transfer'])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('N18 the effect in money is what the calculation then says, and nothing is kept of it', async () => {
  const journal = await journalOf(received('a', '2024-01-01'), received('b', '2024-01-02'))
  await journal.save({ condition: { asset: 'BTC' }, result: { set: 'ignored' } })
  const before = { rows: await journal.rows(), rules: await journal.rules() }
  const asked = (await journal.post('/rules/effect', STAKING)) as { data: null; run_id: string }
  expect(asked.data).toBeNull()
  await server.drainJobs()
  const { data: run } = await journal.get<{ data: JournalRun }>(`/journal_runs/${asked.run_id}`)
  const effect: DecisionEffect = {
    refused: null,
    mends: false,
    unpriced: 0,
    years: [{ year: 2024, gain: '0', short: '0', income: '4000', deduction: '0' }],
  }
  expect(run).toMatchObject({ kind: 'effect', state: 'done', outcome: { effect } })
  expect({ rows: await journal.rows(), rules: await journal.rules() }).toEqual(before)
  expect(await journal.post('/rules/effect', STAKING)).toEqual({ data: effect, run_id: null })

  const calculate = async () => {
    await journal.post('/imports/v1/tax_calculations/start_tax_calculation')
    await server.drainJobs()
    server.clock.advance(1_000)
    return (await journal.get<{ data: { id: string }[] }>('/tax_calculations')).data[0]?.id
  }
  const without = await calculate()
  await journal.save(STAKING)
  const together = { before: without, after: await calculate() }
  const { data } = await journal.get<{ data: { income: { value: string } } }>('/one_year?year=2024')
  expect(data.income.value).toBe('4000')
  const { data: comparison } = (await journal.post('/comparisons', together)) as { data: { id: string } }
  await server.drainJobs()
  const compared = await journal.get<object>(`/comparisons/${comparison.id}`)
  expect(JSON.stringify(compared)).toContain('Changed by a rule')
})

test('E11 a rule is offered after the second edit of one kind, and not where one says so already', async () => {
  const journal = await journalOf(...['a', 'b', 'c'].map((id, n) => received(id, `2024-01-0${n + 1}`)))
  const offer = async () => (await journal.get<{ data: RuleOffer | null }>('/rules/offer')).data
  const rows = await journal.rows()
  await journal.patch(rows[0]?.id ?? '', { sub_type: 'staking_reward' })
  expect(await offer()).toBeNull()
  await journal.patch(rows[1]?.id ?? '', { sub_type: 'staking_reward' })
  const offered = await offer()
  expect(offered).toMatchObject({ edited: 2, before: 'Received', after: 'Staking reward' })
  expect(offered?.sentence).toBe(
    'When source is Coinbase and asset is ETH and direction is in and type is Received, set type to Staking reward',
  )
  await journal.save({ condition: offered?.condition ?? {}, result: offered?.result ?? { set: 'ignored' } })
  expect(await journal.labels()).toEqual(['Staking reward', 'Staking reward', 'Staking reward'])
  expect(await offer()).toBeNull()
})

test('E11 what cannot be a rule is refused with its field', async () => {
  const journal = await journalOf(received('a', '2024-01-01'))
  const stranger = await journalOf(received('x', '2024-01-01'))
  const theirs = (await stranger.rows())[0]?.account_id ?? ''
  const { result } = STAKING
  const cases: [object, string][] = [
    [{ condition: {}, result }, ''],
    [{ condition: { source: 'nowhere' }, result }, 'source'],
    [{ condition: { account_id: theirs }, result }, 'account_id'],
    [{ condition: { asset: 'ETH', amount: { test: 'exactly', amount: '-1' } }, result }, 'amount'],
    [{ condition: { asset: 'ETH' }, result: { set: 'type', type: 'buy', sub_type: 'sent' } }, 'result'],
    [{ condition: { type: { type: 'incoming', sub_type: 'sent' } }, result }, 'type'],
  ]
  for (const [draft, field] of cases) {
    for (const path of ['/rules', '/rules/preview', '/rules/effect']) {
      const answer = await journal.customer.post(path, draft)
      expect(answer.status, `${path} ${JSON.stringify(draft)} ${answer.text}`).toBe(422)
      if (field !== '')
        expect(answer.body).toMatchObject({ fields: { [field]: expect.any(String) as string } })
    }
  }
  expect(await journal.rules()).toEqual([])
})

test('E11 a rule is there once, whoever saves it twice, and however it is written', async () => {
  const journal = await journalOf(received('a', '2024-01-01', '1', 'ETH', 'Coinbase', 'Weekly'))
  const draft = {
    condition: { asset: 'ETH', text: 'weekly', amount: { test: 'at_least', amount: '1' } },
    result: STAKING.result,
  }
  const written = {
    result: STAKING.result,
    condition: { amount: { amount: '1.00', test: 'at_least' }, text: 'WEEKLY', asset: 'eth' },
  }
  const answers = await Promise.all([draft, written].map((one) => journal.customer.post('/rules', one)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'conflict',
    message: 'This rule is there already.',
  })
  await server.drainJobs()
  expect(await journal.labels()).toEqual(['Staking reward'])
  const [rule] = await journal.rules()
  // In its own place it may be saved as it is; another is not made the same.
  await journal.post('/rules', { ...written, id: rule?.id })
  const other = (await journal.post('/rules', { ...draft, result: { set: 'ignored' } })) as { id: string }
  expect((await journal.customer.post('/rules', { ...draft, id: other.id })).status).toBe(409)
  await journal.post(`/rules/${rule?.id}/switch`, { is_active: false })
  expect((await journal.customer.post('/rules', draft)).body).toMatchObject({
    message: 'This rule is there already, switched off. Switch it on.',
  })
  await journal.post(`/rules/${rule?.id}/remove`, { take_back: false })
  await journal.post('/rules', draft)
  expect(await journal.rules()).toHaveLength(2)
})

test('E11 a rule about what names no asset is refused with its field', async () => {
  const journal = await journalOf(received('a', '2024-01-01'))
  for (const path of ['/rules', '/rules/preview']) {
    const answer = await journal.customer.post(path, { ...STAKING, condition: { asset: 'coin:' } })
    expect(answer.status, answer.text).toBe(422)
    expect(answer.body).toMatchObject({
      fields: { asset: expect.stringContaining('names no asset') as string },
    })
  }
  expect(await journal.rules()).toEqual([])
})

test('E11 a rule makes an NFT sent of nothing that came in alone', async () => {
  const journal = await journalOf(received('a', '2024-01-01'))
  const nft = (sub_type: string) => ({
    condition: { asset: 'ETH' },
    result: { set: 'type', type: 'nft', sub_type },
  })
  const preview = async (sub_type: string) =>
    ((await journal.post('/rules/preview', nft(sub_type))) as { data: RulePreview }).data
  expect(await preview('send')).toMatchObject({ matching: 1, changes: 0, left_out: { unfit: 1 } })
  expect(await preview('receive')).toMatchObject({ matching: 1, changes: 1, left_out: { unfit: 0 } })
  await journal.import('trade.csv', file('2024-02-01T00:00:00Z,trade,1,ETH,1,BTC,,,Coinbase,yes,t1,,,'))
  expect(await preview('send')).toMatchObject({ matching: 2, changes: 0, left_out: { unfit: 2 } })
  expect(await preview('receive')).toMatchObject({ matching: 2, changes: 1, left_out: { unfit: 1 } })
  expect(await preview('nft_mint')).toMatchObject({ matching: 2, changes: 2, left_out: { unfit: 0 } })
})

const someRule: fc.Arbitrary<RuleDraft> = fc.record({
  condition: fc.constantFrom<RuleDraft['condition'][]>(
    { direction: 'in' },
    { asset: 'ETH' },
    { source: 'kraken' },
    { type: { type: 'incoming', sub_type: 'received' } },
    { amount: { test: 'at_most', amount: '2' } },
  ),
  result: fc.constantFrom<RuleDraft['result'][]>(
    { set: 'type', type: 'incoming', sub_type: 'staking_reward' },
    { set: 'type', type: 'incoming', sub_type: 'airdrop' },
    { set: 'type', type: 'outgoing', sub_type: 'lost' },
    { set: 'ignored' },
  ),
})

const HISTORY = [
  received('a', '2024-01-01'),
  received('b', '2024-01-02', '2', 'BTC'),
  received('c', '2024-01-03', '3', 'ETH', 'Kraken'),
  `2024-01-04T00:00:00Z,sent,,,1.5,BTC,,,Kraken,yes,s,,,`,
  `2024-01-05T00:00:00Z,sell,3000,USD,1,ETH,,,Coinbase,yes,x,,,`,
]

/** Transactions by their names, with what is beneath and every edit that counts. */
function ruledRows(userId: string) {
  return withSubject(server.db, self(userId), (tx) =>
    tx.all<{ comes_from_rule: boolean }>(sql`
      select encode(t.fingerprint, 'hex') as name, t.type, t.sub_type, t.is_ignored, t.matched_as, t.base, e.before, e.after,
        c.summary, c.rule_id is not null as comes_from_rule
      from transactions t left join edits e on e.user_id = t.user_id and e.target_id = t.id and e.withdrawn_at is null
      left join changes c on (c.user_id, c.id) = (e.user_id, e.change_id)
      where t.user_id = ${userId} order by 1`),
  )
}

test('E11 a file that comes in under rules ends as one that was there when they were saved', async () => {
  const ignored: RuleDraft = { condition: { asset: 'BTC', direction: 'out' }, result: { set: 'ignored' } }
  const unfit: RuleDraft = {
    condition: { type: { type: 'sell', sub_type: null } },
    result: { set: 'type', type: 'incoming', sub_type: 'received' },
  }
  const drafts = [unfit, ignored, STAKING, { ...GIFT, condition: { direction: 'in' } } as RuleDraft]
  const there = await journalOf(...HISTORY)
  for (const draft of drafts) await there.save(draft)
  const under = await journalOf(received('a', '2024-01-01'))
  for (const draft of drafts) await under.save(draft)
  await under.import('more.csv', file(...HISTORY))

  const rows = await ruledRows(under.userId)
  expect(rows).toEqual(await ruledRows(there.userId))
  expect(rows.map((row) => row.comes_from_rule).filter(Boolean)).toHaveLength(4)
  expect(await checkInvariants(server.db)).toEqual([])
})

test('E11 any rules applied twice are applied once, and undone one after the other leave what was imported', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(someRule, { minLength: 1, maxLength: 4, selector: (draft) => JSON.stringify(draft) }),
      fc.infiniteStream(fc.nat()),
      async (drafts, order) => {
        const journal = await journalOf(...HISTORY)
        const before = await journal.rows()
        for (const draft of drafts) {
          const foretold = await journal.preview(draft)
          expect(await journal.save(draft)).toMatchObject({ changed: foretold.changes, taken_back: 0 })
        }
        const after = await journal.rows()
        const ids = (await journal.rules()).map(({ id }) => id)
        expect(await journal.run('/rules/order', { ids })).toMatchObject({ changed: 0, taken_back: 0 })
        expect(await journal.rows()).toEqual(after)
        // After an undo the next rule that matches applies, once.
        for (;;) {
          const live = await withSubject(server.db, self(journal.userId), (tx) =>
            tx.all<{ id: string }>(sql`
              select c.id from changes c where c.user_id = ${journal.userId} and c.rule_id is not null and c.undone_at is null
              order by c.id`),
          )
          if (live.length === 0) break
          await journal.post(`/changes/${live[(order.next().value as number) % live.length]?.id}/undo`)
          expect(await checkInvariants(server.db)).toEqual([])
        }
        expect(await journal.rows()).toEqual(before)
      },
    ),
    { numRuns: 6, seed: 5 },
  )
}, 180_000)
