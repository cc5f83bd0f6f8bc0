import type { OneYear, ReviewItem, TransactionDetail } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { self, withSubject, type Tx } from '../../platform/database.ts'
import { checkInvariants } from '../../platform/invariants.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { asOwner } from '../../testing/test-database.ts'
import { testServer } from '../../testing/test-server.ts'
import { undoChange } from '../../journal/acts/undo-change.ts'
import { actOnReview, type ReviewAction } from './act-on-review.ts'
import type { Editor } from '../../journal/transactions/editor.ts'

const server = await testServer()

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'
const HISTORY = [
  HEADER,
  '2024-01-01T00:00:00Z,buy,3,ETH,6000,USD,10,USD,Coinbase,yes,b1',
  // Sold without ever having been there.
  '2024-02-01T00:00:00Z,sell,3000,USD,100,SOL,0,USD,Coinbase,yes,s1',
  // Sent nowhere, and come from nowhere and then sold.
  '2024-03-01T00:00:00Z,sent,,,1,ETH,,,Coinbase,yes,o1',
  '2024-04-01T00:00:00Z,received,2,BTC,,,,,Kraken,yes,i1',
  '2024-05-01T00:00:00Z,sell,90000,USD,1.5,BTC,0,USD,Kraken,yes,s2',
  // Income that nothing knows a price of.
  '2024-06-01T00:00:00Z,airdrop,500,XYZ,,,,,Kraken,yes,a1',
  // Two sides that are alike, a rival beside them, so the match is weak.
  '2024-07-01T00:00:00Z,sent,,,0.5,ETH,,,Coinbase,yes,o2',
  '2024-07-01T02:00:00Z,received,0.5,ETH,,,,,Gemini,yes,i2',
  '2024-07-01T03:00:00Z,received,0.5,ETH,,,,,Kraken,yes,i3',
  // A type that nobody knows.
  '2024-08-01T00:00:00Z,levitation,7,ETH,,,,,Gemini,yes,u1',
  '',
].join('\n')

type Page = { rows: ReviewItem[]; next: string | null; total: number }

async function reviewOf(history = HISTORY) {
  const journal = await customerWith(server)
  await journal.import('history.csv', history)
  const queue = async (query = '') => (await journal.get<Page>(`/review?${query}`)).rows
  const brief = async (query = '') =>
    (await queue(query)).map(
      ({ code, transaction, effect_high }) =>
        `${code} ${transaction?.at.slice(5, 10) ?? '-'} ${effect_high ?? '?'}`,
    )
  const calculate = async () => {
    await journal.post('/imports/v1/tax_calculations/start_tax_calculation', {})
    await server.drainJobs()
  }
  const act = async (action: string, body: object) =>
    (await journal.post('/review/actions', { action, ...body })) as { change_id: string; count: number }
  const undo = (change: string) => journal.post(`/changes/${change}/undo`)
  const badge = async () => (await journal.get<{ details: { review: number } }>('/start')).details.review
  return { ...journal, queue, brief, calculate, act, undo, badge }
}

test('N11 what was sent may change a year by what it would deduct, where that is more than its gain', async () => {
  const header = `${HEADER},Value Amount,Value Currency`
  const rows = [
    '2023-01-01T00:00:00Z,buy,3,ETH,3000,USD,,,Kraken,yes,b1,,',
    '2024-02-01T00:00:00Z,sell,1100,USD,1,ETH,,,Kraken,yes,s1,,',
    // Spent it would gain 500; donated it would deduct all of its value, held for more than a year (R-DON-1).
    '2024-03-01T00:00:00Z,sent,,,1,ETH,,,Kraken,yes,o1,1500,USD',
    // Lost to a third: its loss is more than it would deduct.
    '2024-04-01T00:00:00Z,sent,,,1,ETH,,,Kraken,yes,o2,300,USD',
  ]
  const journal = await reviewOf(`${[header, ...rows].join('\n')}\n`)
  await journal.calculate()
  expect((await journal.brief('kind=unmatched_send')).toSorted()).toEqual([
    'unmatched_send 03-01 1500',
    'unmatched_send 04-01 700',
  ])
})

test('E10 E19 one list of every kind of problem, what changes most first, with what it may change', async () => {
  const journal = await reviewOf()
  // Before any calculation the journal itself says what is open; nobody knows what it may change.
  expect((await journal.brief()).toSorted()).toEqual([
    'missing_price 06-01 ?',
    'unknown_type 08-01 ?',
    'unmatched_receive 04-01 ?',
    'unmatched_receive 07-01 ?',
    'unmatched_send 03-01 ?',
    'weak_match 07-01 ?',
  ])
  await journal.calculate()
  expect(await journal.brief()).toEqual([
    // All of what was sold of a receipt without a cost, then all of a sale without one.
    'unmatched_receive 04-01 90000',
    'missing_basis 02-01 3000',
    ...(await journal.brief()).slice(2),
  ])
  const rest = (await journal.brief()).slice(2)
  expect(rest.toSorted()).toEqual([
    'missing_price 06-01 ?',
    'negative_balance 02-01 ?',
    'unknown_type 08-01 ?',
    'unmatched_receive 07-01 0',
    'unmatched_send 03-01 ?',
    // The withdrawal has no known price.
    'weak_match 07-01 ?',
  ])
  expect(rest.at(-1)).toBe('unmatched_receive 07-01 0')
  // An unknown effect is unknown both ways: its least is not a zero beside a most that is open.
  const spans = (await journal.queue()).map(({ code, effect_low, effect_high }) => [
    code,
    effect_low,
    effect_high,
  ])
  expect(spans).toEqual(
    expect.arrayContaining([
      ['unmatched_send', null, null],
      ['weak_match', null, null],
      ['missing_price', null, null],
      ['unmatched_receive', '0', '90000'],
      ['unmatched_receive', '0', '0'],
    ]),
  )
  expect(spans.filter(([, low, high]) => (low === null) !== (high === null))).toEqual([])
  const { data: preflight } = await journal.get<{
    data: { findings: { code: string; effect: string | null; unknown: number }[] }
  }>('/tax_calculations/preflight')
  expect(preflight.findings.slice(0, 2).map(({ code, effect, unknown }) => [code, effect, unknown])).toEqual([
    ['unmatched_receive', '90000', 0],
    ['missing_basis', '3000', 0],
  ])
  expect(preflight.findings.find(({ code }) => code === 'weak_match')).toMatchObject({
    effect: null,
    unknown: 1,
  })
  expect((await journal.queue('kind=negative_balance'))[0]?.detail).toBe('100 SOL')
  expect((await journal.queue('kind=missing_basis'))[0]?.detail).toBe('100 SOL')
  expect((await journal.queue('kind=weak_match'))[0]?.match).toMatchObject({
    quality: 'weak',
    state: 'suggested',
    others: [{ account_name: 'Gemini' }],
  })
  expect(await journal.get('/review/counts')).toMatchObject({
    total: 8,
    effect: '93000',
    unknown: 5,
    kinds: [
      { code: 'unknown_type', count: 1 },
      { code: 'weak_match', count: 1, effect: null },
      { code: 'unmatched_send', count: 1, effect: null },
      { code: 'unmatched_receive', count: 2, effect: '90000' },
      { code: 'missing_price', count: 1 },
      { code: 'missing_basis', count: 1, effect: '3000' },
      { code: 'negative_balance', count: 1 },
    ],
  })
  expect(await journal.badge()).toBe(8)

  // The results say which figures rest on what is open: on the sale itself, and on where its lot came from.
  const disposals = await journal.get<{ rows: { asset: string; open: string[] }[] }>(
    '/one_year/disposals?year=2024',
  )
  expect(disposals.rows.map(({ asset, open }) => `${asset} ${open.join('+')}`)).toEqual([
    'SOL missing_basis+negative_balance',
    'BTC unmatched_receive',
  ])
  const { data } = await journal.get<{ data: OneYear }>('/one_year?year=2024')
  expect(data.qualifiers.map(({ message }) => message)).toEqual(
    expect.arrayContaining([
      '1 transaction has no price and counts at $0.00.',
      '1 transaction has an unknown type and counts as sent or received.',
      '2 receipts are not matched to a transfer and came in with $0.00 assumed cost.',
    ]),
  )
  const incomes = await journal.get<{ rows: { open: string[] }[] }>('/one_year/incomes?year=2024')
  expect(incomes.rows.map(({ open }) => open)).toEqual([['missing_price']])
})

test('E19 a year tells the missing prices that its own figures rest on, not those of other years', async () => {
  const rows = [
    '2023-01-01T00:00:00Z,buy,1,ETH,1000,USD,,,Kraken,yes,b1',
    '2023-01-02T00:00:00Z,buy,1,BNB,300,USD,,,Kraken,yes,b2',
    // A transfer with a fee in a coin that nothing knows a price of: it is spent in 2023, and nothing later rests on it.
    '2023-04-01T00:00:00Z,sent,,,1,ETH,0.1,BNB,Kraken,yes,h1',
    '2023-04-01T00:10:00Z,received,1,ETH,,,,,Gemini,yes,h1',
    // Income without a price, which comes in at nothing: what is sold of it in 2024 rests on it.
    '2023-05-01T00:00:00Z,airdrop,500,XYZ,,,,,Kraken,yes,a1',
    // A purchase whose fee nothing knows the price of costs less than it did.
    '2023-06-01T00:00:00Z,buy,1,SOL,20,USD,0.1,QQQ,Kraken,yes,b3',
    '2024-05-01T00:00:00Z,sell,100,USD,100,XYZ,,,Kraken,yes,s1',
    '2025-05-01T00:00:00Z,sell,3000,USD,1,ETH,,,Gemini,yes,s2',
    '2025-06-01T00:00:00Z,sell,150,USD,1,SOL,,,Kraken,yes,s3',
    // On the last day of 2025 in New York.
    '2026-01-01T03:00:00Z,airdrop,5,XYZ,,,,,Kraken,yes,a2',
    '2026-02-01T00:00:00Z,sell,200,USD,0.5,BNB,,,Kraken,yes,s4',
  ]
  const journal = await reviewOf(`${[HEADER, ...rows].join('\n')}\n`)
  const settings = await journal.get<Record<string, unknown>>('/setting/tax')
  const unpriced = async (change: object) => {
    server.clock.advance(1_000)
    await journal.post('/setting/tax', { ...settings, ...change })
    await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
    await server.drainJobs()
    const counts: number[] = []
    for (const year of [2023, 2024, 2025, 2026]) {
      const { data } = await journal.get<{ data: OneYear }>(`/one_year?year=${year}`)
      counts.push(data.qualifiers.find(({ code }) => code === 'missing_price')?.count ?? 0)
    }
    return counts
  }
  expect(await unpriced({ time_zone: 'UTC' })).toEqual([3, 1, 1, 1])
  expect(await unpriced({ time_zone: 'America/New_York' })).toEqual([3, 1, 2, 0])
  // The cost of a transfer goes into the lots moved, and nothing says how much that was.
  expect(await unpriced({ time_zone: 'UTC', transfer_fee: 'capitalize' })).toEqual([3, 2, 2, 2])
})

test('E10 of what looks the same twice it is said which row of which file tells each, of which account, imported when', async () => {
  const sale = (second: string, id: string) =>
    `2024-02-01T00:00:0${second}Z,sell,3000,USD,1,ETH,,,Kraken,yes,${id}`
  const journal = await reviewOf(
    `${HEADER}\n2024-01-01T00:00:00Z,buy,3,ETH,6000,USD,,,Kraken,yes,b\n${sale('0', 'a')}\n`,
  )
  await journal.import('later.csv', `${HEADER}\n${sale('1', 'z')}\n`)
  const [item] = await journal.queue('kind=possible_duplicate')
  const { transaction = [], other = [] } = item?.told_by ?? {}
  const told = (rows: typeof transaction) =>
    rows.map(({ file_name, line, account_name }) => [file_name, line, account_name])
  expect([told(transaction), told(other)]).toEqual([
    [['later.csv', 2, 'Kraken']],
    [['history.csv', 3, 'Kraken']],
  ])
  const at = (rows: typeof transaction) => Date.parse(rows[0]?.imported_at ?? '')
  expect(at(transaction)).toBeGreaterThan(at(other))
  const { data } = await journal.get<{ data: ReviewItem }>(`/review/${item?.id ?? ''}`)
  expect(data.told_by).toEqual(item?.told_by)
})

test('E10 filters by kind, account, asset and year; pages follow each other without gap or repetition', async () => {
  const journal = await reviewOf()
  await journal.calculate()
  const all = await journal.queue()
  expect(await journal.brief('kind=missing_price')).toEqual(['missing_price 06-01 ?'])
  expect((await journal.brief('asset=SOL')).toSorted()).toEqual([
    'missing_basis 02-01 3000',
    'negative_balance 02-01 ?',
  ])
  expect(await journal.queue('year=2023')).toEqual([])
  // A number that is no tax year is a year without items, too.
  for (const year of [1800, 9999]) expect(await journal.queue(`year=${year}`)).toEqual([])
  const kraken = all.find((item) => item.transaction?.account_name === 'Kraken')?.transaction?.account_id
  expect((await journal.brief(`account_id=${kraken ?? ''}`)).length).toBe(3)

  const seen: string[] = []
  for (let cursor = ''; ;) {
    const page = await journal.get<Page>(`/review?limit=2${cursor}`)
    seen.push(...page.rows.map((row) => row.id))
    expect(page.total).toBe(8)
    if (page.next === null) break
    cursor = `&cursor=${page.next}`
  }
  expect(seen).toEqual(all.map((row) => row.id))
})

test('E10 N7 bulk actions are one change with one undo: accept with a note, reopen, ignore, match', async () => {
  const journal = await reviewOf()
  await journal.calculate()
  const before = await journal.brief()

  const accepted = await journal.act('accept', {
    filter: { kind: 'unmatched_receive', state: 'open' },
    note: 'old wallets, lost',
  })
  expect(accepted.count).toBe(2)
  expect((await journal.brief()).length).toBe(6)
  expect(await journal.badge()).toBe(6)
  const [taken] = await journal.queue('state=accepted')
  expect(taken).toMatchObject({
    state: 'accepted',
    decision: { choice: 'accept', note: 'old wallets, lost' },
  })
  // An accepted item stays accepted through another calculation and another change.
  await journal.patch(taken?.transaction?.id ?? '', { comment: 'seen' })
  await journal.calculate()
  expect((await journal.queue('state=accepted')).length).toBe(2)
  await journal.undo(accepted.change_id)
  expect(await journal.brief()).toEqual(before)

  const item = (await journal.queue('kind=missing_price'))[0]
  const ignored = await journal.act('ignore', { items: [item?.id] })
  expect(await journal.queue('kind=missing_price')).toEqual([])
  const { data } = await journal.get<{ data: TransactionDetail }>(`/transactions/${item?.transaction?.id}`)
  expect(data).toMatchObject({
    is_ignored: true,
    changes: [{ summary: 'Ignored the transactions of 1 item' }],
  })
  await journal.undo(ignored.change_id)
  expect((await journal.queue('kind=missing_price')).length).toBe(1)

  const weak = (await journal.queue('kind=weak_match'))[0]
  const matched = await journal.act('match', { filter: { kind: 'weak_match', state: 'open' } })
  expect(await journal.queue('kind=weak_match')).toEqual([])
  // The word on the match is what settled it.
  expect(await journal.get(`/review/${weak?.id}`)).toMatchObject({
    data: { state: 'resolved' },
    settled: { change: { id: matched.change_id, rows: 1 } },
  })
  expect((await journal.rows('type=transfer')).length).toBe(1)
  await journal.undo(matched.change_id)
  expect((await journal.queue('kind=weak_match')).length).toBe(1)
  expect(await checkInvariants(server.db)).toEqual([])
})

test('E10 ST6 what a person accepted waits while its file is gone, and is not asked again when it is back', async () => {
  const journal = await customerWith(server)
  // An unknown type would raise a next question.
  const history = HISTORY.split('\n')
    .filter((row) => !row.includes('levitation'))
    .join('\n')
  const source = await journal.import('history.csv', history)
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation', {})
  await server.drainJobs()
  const kinds = async (state: string) =>
    (await journal.get<Page>(`/review?state=${state}`)).rows
      .map(({ code, transaction }) => `${code} ${transaction?.at.slice(5, 10) ?? '-'}`)
      .toSorted()
  const open = await kinds('open')
  expect(open).toContain('weak_match 07-01')
  const filter = { state: 'open' }
  const accepted = (await journal.post('/review/actions', { action: 'accept', filter })) as {
    change_id: string
  }
  const settled = await kinds('accepted')
  expect(settled).toEqual(open)

  // A comment is no reason to ask again.
  const weak = (await journal.get<Page>('/review?state=accepted&kind=weak_match')).rows[0]?.transaction?.id
  await journal.patch(weak ?? '', { comment: 'later' })
  expect([await kinds('open'), await kinds('accepted')]).toEqual([[], settled])

  await journal.remove(source)
  expect([await kinds('open'), await kinds('accepted')]).toEqual([[], []])
  const again = await journal.import('history.csv', history)
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation', {})
  await server.drainJobs()
  expect([await kinds('open'), await kinds('accepted')]).toEqual([[], settled])

  // Taken back while it is gone, it is asked when it is back, and not before.
  await journal.remove(again)
  await journal.post(`/changes/${accepted.change_id}/undo`)
  expect([await kinds('open'), await kinds('accepted')]).toEqual([[], []])
  await journal.import('history.csv', history)
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation', {})
  await server.drainJobs()
  expect([await kinds('open'), await kinds('accepted')]).toEqual([open, []])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('E10 what is settled leaves the queue at once, without another calculation', async () => {
  const journal = await reviewOf()
  const sent = (await journal.queue('kind=unmatched_send'))[0]?.transaction?.id ?? ''
  const change = await journal.patch(sent, { sub_type: 'gift_sent' })
  expect(await journal.queue('kind=unmatched_send')).toEqual([])
  await journal.undo(change)
  expect((await journal.queue('kind=unmatched_send')).length).toBe(1)

  const unknown = (await journal.queue('kind=unknown_type'))[0]?.transaction?.id ?? ''
  await journal.patch(unknown, { type: 'incoming', sub_type: 'staking_reward' })
  expect(await journal.queue('kind=unknown_type')).toEqual([])
})

test('E10 a transaction of an unknown type is asked one question at a time, and the second only if it is still open', async () => {
  const journal = await reviewOf()
  const of = async () =>
    (await journal.brief()).filter((line) => line.includes(' 08-01 ')).map((line) => line.split(' ')[0])
  const unknown = (await journal.queue('kind=unknown_type'))[0]
  expect(await of()).toEqual(['unknown_type'])
  // Income is from nowhere of one's own: nothing more to ask.
  const income = await journal.patch(unknown?.transaction?.id ?? '', {
    type: 'incoming',
    sub_type: 'staking_reward',
  })
  expect((await of()).filter((code) => code !== 'missing_price')).toEqual([])
  await journal.undo(income)
  expect(await of()).toEqual(['unknown_type'])
  // Left as it is it may be a receipt: then it is asked where it is from.
  const accepted = await journal.act('accept', { items: [unknown?.id] })
  expect(await of()).toEqual(['unmatched_receive'])
  await journal.undo(accepted.change_id)
  expect(await of()).toEqual(['unknown_type'])
  await journal.act('accept', { items: [unknown?.id] })
  await journal.calculate()
  expect(await of()).toEqual(['unmatched_receive'])
  await journal.act('reopen', { items: [unknown?.id] })
  expect(await of()).toEqual(['unknown_type'])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('E10 twelve thousand items: a page and the counts stay quick, and one act settles all', async () => {
  // All that the planner knows is what others did to a few.
  const other = await reviewOf()
  await other.act('accept', { filter: { state: 'open' } })
  await other.act('reopen', { filter: { state: 'accepted' } })
  await asOwner(server.db, 'analyze')
  const journal = await reviewOf([HEADER, HISTORY.split('\n')[1], ''].join('\n'))
  await withSubject(server.db, self(journal.userId), (tx) =>
    tx.run(sql`
      insert into findings (user_id, id, code, subject, subject_id, severity, effect_low, effect_high, created_at, updated_at)
      select ${journal.userId}, gen_random_uuid(), 'missing_basis', 'transaction', gen_random_uuid()::text, 'warning', 0, n, now(), now()
      from generate_series(1, 12000) n`),
  )
  const begun = performance.now()
  const { total, rows } = await journal.get<Page>('/review?limit=100')
  await journal.get('/review/counts')
  expect([total, rows.length, rows[0]?.effect_high, rows[99]?.effect_high]).toEqual([
    12_000,
    100,
    '12000',
    '11901',
  ])
  expect(performance.now() - begun).toBeLessThan(5_000)
  const accepted = await journal.act('accept', { filter: { state: 'open' } })
  expect(accepted.count).toBe(12_000)
  expect((await journal.get<Page>('/review')).total).toBe(0)
  // A change of this many is undone by a job.
  await journal.undo(accepted.change_id)
  await server.drainJobs()
  expect((await journal.get<Page>('/review')).total).toBe(12_000)
})

/** How often some work asks the database. */
async function questionsOf<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<{ asked: number; answer: T }> {
  let asked = 0
  const counted: Tx = {
    client: tx.client,
    all: (query) => ((asked += 1), tx.all(query)),
    one: (query) => ((asked += 1), tx.one(query)),
    maybe: (query) => ((asked += 1), tx.maybe(query)),
    run: (query) => ((asked += 1), tx.run(query)),
  }
  return { answer: await work(counted), asked }
}

test('E10 what is done to many items, and its undo, asks the database about as often as the same of fewer', async () => {
  const many = 120
  const rows = Array.from({ length: many }, (_, n) => {
    const at = (hour: number) => new Date(Date.UTC(2024, 0, 1 + 2 * n, hour)).toISOString()
    const amount = `0.5${String(n).padStart(3, '0')}`
    // The withdrawal may have arrived in either of two accounts, so the match is weak.
    return [
      `${at(0)},sent,,,${amount},ETH,,,Coinbase,yes,o${n}`,
      `${at(2)},received,${amount},ETH,,,,,Gemini,yes,g${n}`,
      `${at(3)},received,${amount},ETH,,,,,Kraken,yes,k${n}`,
    ]
  })
  const journal = await reviewOf(`${[HEADER, ...rows.flat()].join('\n')}\n`)
  const { userId } = journal
  const items = (await journal.queue('kind=weak_match&limit=200')).map(({ id }) => id)
  expect(items).toHaveLength(many)
  const editor: Editor = { userId, actorId: userId, now: new Date() }
  const questions = (action: ReviewAction, count: number) =>
    withSubject(server.db, self(userId), async (tx) => {
      const done = await questionsOf(tx, (counted) =>
        actOnReview(counted, editor, { action, items: items.slice(0, count) }),
      )
      expect(done.answer.count).toBe(count)
      const undone = await questionsOf(tx, (counted) => undoChange(counted, editor, done.answer.changeId))
      return [done.asked, undone.asked]
    })
  for (const action of ['ignore', 'match', 'refuse'] as const) {
    const fewer = await questions(action, many / 2)
    // By how many rows the planner is told how to join them.
    for (const [n, asked] of (await questions(action, many)).entries())
      expect(Math.abs(asked - fewer[n]!), action).toBeLessThan(6)
  }
  expect(await journal.queue('kind=weak_match&limit=200')).toHaveLength(many)
  expect(await checkInvariants(server.db)).toEqual([])
})
