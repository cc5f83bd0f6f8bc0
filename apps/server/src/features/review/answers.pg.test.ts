import type {
  DecisionEffect,
  OneYear,
  ReviewAnswer,
  ReviewItem,
  ReviewKind,
  ToldChange,
} from '@lotbook/contract'
import { formatDecimal, minus, parseDecimal, zero } from '@lotbook/money'
import { expect, test } from 'vitest'
import { checkInvariants } from '../../platform/invariants.ts'
import { self, withSubject } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const HISTORY = [
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid',
  '2022-01-01T00:00:00Z,buy,4,SOL,40,USD,0,USD,Gemini,yes,g1',
  '2023-01-01T00:00:00Z,sent,,,3,SOL,,,Gemini,yes,g2',
  '2023-06-01T00:00:00Z,buy,3,ETH,6000,USD,10,USD,Coinbase,yes,b1',
  '2024-02-01T00:00:00Z,sell,3000,USD,2,SOL,0,USD,Coinbase,yes,s1',
  '2024-03-01T00:00:00Z,sent,,,1,ETH,,,Coinbase,yes,o1',
  '2024-04-01T00:00:00Z,received,2,BTC,,,,,Kraken,yes,i1',
  '2024-05-01T00:00:00Z,sell,90000,USD,1.5,BTC,0,USD,Kraken,yes,s2',
  '2024-06-01T00:00:00Z,airdrop,500,XYZ,,,,,Kraken,yes,a1',
  '2024-09-01T00:00:00Z,sell,700,USD,500,XYZ,0,USD,Kraken,yes,a2',
  '',
].join('\n')

async function reviewed() {
  const journal = await customerWith(server)
  await journal.import('history.csv', HISTORY)
  const calculate = async () => {
    server.clock.advance(60_000)
    await journal.post('/imports/v1/tax_calculations/start_tax_calculation', {})
    await server.drainJobs()
  }
  await calculate()
  const items = async (kind: ReviewKind) =>
    (await journal.get<{ rows: ReviewItem[] }>(`/review?kind=${kind}`)).rows
  const item = async (kind: ReviewKind) =>
    (await items(kind)).find((one) => one.transaction?.at.startsWith('2024'))?.id ?? ''
  const effects = async (id: string, ...answers: ReviewAnswer[]) =>
    ((await journal.post(`/review/${id}/effects`, { answers })) as { data: (DecisionEffect | null)[] }).data
  const decide = async (id: string, answer: ReviewAnswer) =>
    ((await journal.post(`/review/${id}/decide`, { answer })) as { change_id: string }).change_id
  const undo = (change: string) => journal.post(`/changes/${change}/undo`)
  const totals = async () => {
    const { data } = await journal.get<{ data: OneYear }>('/one_year?year=2024')
    return {
      gain: data.net_gain.value,
      short: data.short.gain.value,
      income: data.income.value,
      deduction: data.donation_deduction.value,
    }
  }
  return { ...journal, calculate, items, item, effects, decide, undo, totals }
}
type Reviewed = Awaited<ReturnType<typeof reviewed>>

const less = (a: string, b: string) => formatDecimal(minus(parseDecimal(a) ?? zero, parseDecimal(b) ?? zero))

/** Expects that each answer changes the figures as its preview said, and that its undo takes all of it back. */
async function expectTrue(
  journal: Reviewed,
  kind: ReviewKind,
  ...answers: ReviewAnswer[]
): Promise<DecisionEffect['years'][]> {
  const id = await journal.item(kind)
  const before = await journal.totals()
  const effects = await journal.effects(id, ...answers)
  for (const [i, answer] of answers.entries()) {
    const change = await journal.decide(id, answer)
    expect(
      (await journal.items(kind)).map((one) => one.id),
      answer.option,
    ).not.toContain(id)
    await journal.calculate()
    const after = await journal.totals()
    const said = effects[i]?.years.find((one) => one.year === 2024)
    expect(
      {
        gain: less(after.gain, before.gain),
        short: less(after.short, before.short),
        income: less(after.income, before.income),
        deduction: less(after.deduction, before.deduction),
      },
      answer.option,
    ).toEqual({
      gain: said?.gain ?? '0',
      short: said?.short ?? '0',
      income: said?.income ?? '0',
      deduction: said?.deduction ?? '0',
    })
    await journal.undo(change)
    expect(await journal.item(kind), answer.option).toBe(id)
  }
  await journal.calculate()
  expect(await journal.totals()).toEqual(before)
  expect(await checkInvariants(server.db)).toEqual([])
  return effects.map((effect) => effect?.years ?? [])
}

const in2024 = (gain: string, { short = gain, income = '0' } = {}) => [
  { year: 2024, gain, short, income, deduction: '0' },
]

test('N11 E19 what each answer to a missing basis is said to change is what it changes', async () => {
  const journal = await reviewed()
  const id = await journal.item('missing_basis')
  const { data: origins } = await journal.get<{ data: { id: string; account_name: string }[] }>(
    `/review/${id}/origins`,
  )
  expect(origins).toMatchObject([{ account_name: 'Gemini', amount: '3' }])
  const lot = { acquired_on: '2021-05-05', quantity: '2', cost: '100' }
  expect(
    await expectTrue(
      journal,
      'missing_basis',
      { option: 'opening_lot', ...lot },
      { option: 'zero_basis', note: 'no papers' },
      { option: 'declared', ...lot, note: 'bank statement' },
      { option: 'moved_here', departure: origins[0]?.id ?? '' },
    ),
  ).toEqual([
    // The short-term gain of 3,000 becomes a long-term one of 2,900.
    in2024('-100', { short: '-3000' }),
    [],
    in2024('-100', { short: '-3000' }),
    in2024('-20', { short: '-3000' }),
  ])
})

test('N11 whoever says where missing units came from has answered the negative balance too, and its undo asks both again', async () => {
  const journal = await reviewed()
  const both = async () => [
    ...(await journal.items('missing_basis')).map((one) => one.id),
    ...(await journal.items('negative_balance')).map((one) => one.id),
  ]
  const before = await both()
  const missing = await journal.item('missing_basis')
  const below = await journal.item('negative_balance')
  const { data: origins } = await journal.get<{ data: { id: string }[] }>(`/review/${missing}/origins`)
  const lot = { acquired_on: '2021-05-05', quantity: '2', cost: '100' }
  for (const [id, answer] of [
    [missing, { option: 'moved_here', departure: origins[0]?.id ?? '' }],
    [missing, { option: 'opening_lot', ...lot }],
    [below, { option: 'declared', ...lot, note: 'bank statement' }],
  ] as const) {
    const change = await journal.decide(id, answer)
    expect(await both(), answer.option).toEqual(before.filter((one) => one !== missing && one !== below))
    await journal.calculate()
    expect(await both(), answer.option).toEqual(before.filter((one) => one !== missing && one !== below))
    await journal.undo(change)
    await journal.calculate()
    expect(await both(), answer.option).toEqual(before)
  }
  // An assumed cost of zero does not answer where the coins came from.
  await journal.decide(missing, { option: 'zero_basis', note: 'no papers' })
  expect(await both()).toEqual(before.filter((one) => one !== missing))
})

test('N11 E19 so it is with what was sent', async () => {
  const [given, spent, waiting] = await expectTrue(
    await reviewed(),
    'unmatched_send',
    { option: 'gift_sent' },
    { option: 'purchase', value: '2500' },
    { option: 'own_wallet' },
  )
  expect([given, waiting]).toEqual([[], []])
  // A third of three bought for 6,010 with their fee.
  expect(spent).toMatchObject([{ year: 2024, gain: expect.stringMatching(/^496\.6/) }])
})

test('N11 E19 so it is with what was received', async () => {
  const [income, , bought, longAgo] = await expectTrue(
    await reviewed(),
    'unmatched_receive',
    { option: 'income', sub_type: 'mined', value: '100000' },
    { option: 'gift_received', donor_basis: '1000', donor_acquired: '2015-01-01' },
    { option: 'bought', cost: '80000' },
    { option: 'bought', cost: '80000', acquired_on: '2020-02-03' },
  )
  expect([income, bought, longAgo]).toEqual([
    in2024('-75000', { income: '100000' }),
    in2024('-60000'),
    // Held since 2020: what is left of the gain is long-term.
    in2024('-60000', { short: '-90000' }),
  ])
})

test('N11 R-HOLD-1 what was bought elsewhere keeps the day on which it was, and goes with its undo', async () => {
  const journal = await reviewed()
  const terms = async () => {
    await journal.calculate()
    const { data } = await journal.get<{ data: OneYear }>('/one_year?year=2024')
    return { short: data.short.gain.value, long: data.long.gain.value }
  }
  const before = await terms()
  const bought = { option: 'bought', cost: '80000' } as const
  const arrived = await journal.decide(await journal.item('unmatched_receive'), bought)
  const onArrival = await terms()
  expect(less(onArrival.short, before.short)).toBe('-60000')
  await journal.undo(arrived)

  const change = await journal.decide(await journal.item('unmatched_receive'), {
    ...bought,
    acquired_on: '2020-02-03',
  })
  const long = await terms()
  // 1.5 of 2 bought for 80,000, sold for 90,000: all of it is long-term now.
  expect(less(long.long, before.long)).toBe('30000')
  expect(less(long.short, before.short)).toBe('-90000')
  const accounts = async () => (await journal.rows()).map(({ account_name }) => account_name)
  expect(await accounts()).toContain('Bought elsewhere')
  await journal.undo(change)
  expect(await accounts()).not.toContain('Bought elsewhere')
  expect(await terms()).toEqual(before)
  expect(await checkInvariants(server.db)).toEqual([])
})

test('N11 E19 so it is with a price that nothing knows', async () => {
  expect(
    await expectTrue(
      await reviewed(),
      'missing_price',
      { option: 'price', value: '650' },
      { option: 'worthless' },
    ),
  ).toEqual([in2024('-650', { income: '650' }), []])
})

test('N11 what nobody knows the price of is not said to change nothing, nor to be worth nothing', async () => {
  const journal = await reviewed()
  const id = await journal.item('unmatched_send')
  const [donated, valued, spent, given] = await journal.effects(
    id,
    { option: 'donation' },
    { option: 'donation', value: '2500' },
    { option: 'purchase' },
    { option: 'gift_sent' },
  )
  expect(donated).toEqual({ refused: null, mends: false, years: [], unpriced: 1 })
  // Held for less than a year: its cost may be deducted, not its value.
  expect(valued).toMatchObject({
    years: [{ year: 2024, gain: '0', deduction: expect.stringMatching(/^2003\.3/) }],
    unpriced: 0,
  })
  // At a value of $0.00 all of its cost would be a loss.
  expect(spent).toMatchObject({ years: [{ gain: expect.stringMatching(/^-2003\.3/) }], unpriced: 1 })
  expect(given).toEqual({ refused: null, mends: false, years: [], unpriced: 0 })
  // A transaction that lacks a price already does not count once more.
  const [price] = await journal.effects(await journal.item('missing_price'), {
    option: 'price',
    value: '650',
  })
  expect(price?.unpriced).toBe(0)
})

test('E19 a gift that nobody was asked the worth of is a task after the next calculation', async () => {
  const journal = await reviewed()
  const gift = { option: 'gift_received', donor_basis: '80000', donor_acquired: '2020-02-03' } as const
  await journal.decide(await journal.item('unmatched_receive'), gift)
  const missing = async () =>
    (await journal.items('missing_price')).filter((item) => item.transaction?.sub_type === 'gift_received')
  const [asked] = await missing()
  const change = (how: ReturnType<typeof sql>) =>
    withSubject(server.db, self(journal.userId), (tx) =>
      tx.run(sql`${how} where user_id = ${journal.userId} and code = 'missing_price'
        and subject_id = ${asked?.transaction?.id ?? ''}`),
    )
  // As it was before a gift asked for anything.
  await change(sql`delete from findings`)
  expect(await missing()).toEqual([])
  const counted = async () =>
    (await journal.get<{ data: { review: number } }>('/imports/v1/tax_calculations/details')).data.review
  await journal.calculate()
  expect(await missing()).toMatchObject([{ state: 'open', transaction: asked?.transaction }])
  const open = await counted()
  // Asked once: what was accepted stays so.
  await change(sql`update findings set state = 'accepted'`)
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
  await server.drainJobs()
  expect((await missing()).filter(({ state }) => state === 'open')).toEqual([])
  expect(await counted()).toBe(open - 1)
})

test('E19 a gift whose donor paid something, and whose worth nobody knows, is a task with an unknown effect', async () => {
  const journal = await reviewed()
  const missing = async () =>
    (await journal.items('missing_price')).filter((item) => item.transaction?.sub_type === 'gift_received')
  const id = await journal.item('unmatched_receive')
  const gift = { option: 'gift_received', donor_basis: '80000', donor_acquired: '2020-02-03' } as const
  // Its gain is known; what is not known counts nowhere at nothing.
  expect(await journal.effects(id, gift)).toMatchObject([{ unpriced: 0 }])
  await journal.decide(id, gift)
  const [item, ...others] = await missing()
  expect(others).toEqual([])
  expect(item).toMatchObject({
    state: 'open',
    effect_low: null,
    effect_high: null,
    transaction: { findings: ['missing_price'] },
  })
  // The year says it, and so does the sale of what was given.
  await journal.calculate()
  const { data } = await journal.get<{ data: OneYear }>('/one_year?year=2024')
  expect(data.qualifiers.map(({ message }) => message)).toEqual(
    expect.arrayContaining([
      '1 gift has no price, so a loss on it counts from what the donor paid, which may be too much.',
    ]),
  )
  const { rows } = await journal.get<{ rows: { asset: string; open: string[]; handle: string }[] }>(
    '/one_year/disposals?year=2024',
  )
  expect(rows.find(({ asset }) => asset === 'BTC')?.open).toEqual(['missing_price'])
  // A value settles it; without a donor's basis none is asked for.
  await journal.decide(item?.id ?? '', { option: 'price', value: '70000' })
  expect(await missing()).toEqual([])
  await journal.patch(item?.transaction?.id ?? '', { value: null })
  expect(await missing()).toHaveLength(1)
  await journal.patch(item?.transaction?.id ?? '', { gift: null })
  expect(await missing()).toEqual([])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('N11 a settled item says what it was, what was decided by whom and when, and which change takes that back', async () => {
  const journal = await reviewed()
  const told = (id: string) =>
    journal.get<{ data: ReviewItem; settled: { at: string; change: ToldChange | null } | null }>(
      `/review/${id}`,
    )
  const id = await journal.item('missing_basis')
  expect(await told(id)).toMatchObject({ data: { state: 'open' }, settled: null })
  const at = server.clock.now().toISOString()
  const change = await journal.decide(id, {
    option: 'declared',
    acquired_on: '2021-05-05',
    quantity: '2',
    cost: '20',
    note: 'Bank statement',
  })
  server.clock.advance(60_000)
  expect(await told(id)).toMatchObject({
    data: {
      code: 'missing_basis',
      state: 'resolved',
      decision: { choice: 'declared', note: 'Bank statement', at },
      transaction: { from: { symbol: 'SOL' } },
    },
    settled: {
      at,
      // The negative balance of the same sale is answered with it, and is no transaction more.
      change: { id: change, summary: 'Declared day and cost', by: 'you', rows: 1, rule_is_on: false },
    },
  })
  await journal.undo(change)
  expect(await told(id)).toMatchObject({ data: { state: 'open', decision: null }, settled: null })

  // The accepted items are listed too, with how many transactions the undo concerns: two items are of one sale.
  const accepted = (await journal.post('/review/actions', { action: 'accept', filter: {} })) as {
    change_id: string
    count: number
  }
  expect(await told(id)).toMatchObject({
    data: { state: 'accepted', decision: { choice: 'accept' } },
    settled: { change: { id: accepted.change_id, rows: accepted.count - 1 } },
  })
  await journal.undo(accepted.change_id)

  // An item that new data answered was decided by nobody.
  const price = (await journal.items('missing_price'))[0]
  await journal.patch(price?.transaction?.id ?? '', { value: '5' })
  expect(await told(price?.id ?? '')).toMatchObject({
    data: { state: 'resolved', decision: null },
    settled: { at: expect.any(String), change: null },
  })
})

test('N11 asking changes nothing, several answers come in their order, and the second time from what is kept', async () => {
  const journal = await reviewed()
  const id = await journal.item('unmatched_receive')
  const answers: ReviewAnswer[] = [
    { option: 'bought', cost: '60000' },
    { option: 'income' },
    { option: 'gift_received', donor_basis: '-5' },
    { option: 'own_wallet' },
  ]
  const state = () =>
    withSubject(server.db, self(journal.userId), (tx) =>
      tx.one(sql`
        select (select version from journals where user_id = ${journal.userId}) as version,
          (select count(*) from changes where user_id = ${journal.userId}) as changes,
          (select count(*) from decision_effects where user_id = ${journal.userId}) as kept`),
    )
  const before = await state()
  const first = await journal.effects(id, ...answers)
  expect(first.map((effect) => effect?.refused ?? effect?.years.map(({ gain }) => gain).join())).toEqual([
    '-45000',
    expect.any(String),
    expect.any(String),
    '',
  ])
  expect(first[1]?.refused).not.toBeNull()
  expect(await state()).toEqual({ ...(before as object), kept: '4' })
  expect(await journal.effects(id, ...answers)).toEqual(first)

  // Another journal is another question: what was kept for the old one is gone with the next answer.
  await journal.patch((await journal.rows())[0]?.id ?? '', { comment: 'x' })
  await journal.effects(id, { option: 'own_wallet' })
  expect(await state()).toMatchObject({ kept: '1' })
})

test('N11 what an answer lacks or cannot be is refused with the field, and nothing changes', async () => {
  const journal = await reviewed()
  const id = await journal.item('missing_basis')
  const cases: [ReviewAnswer, string][] = [
    [{ option: 'opening_lot', acquired_on: '2021-05-05', quantity: '2' }, 'cost'],
    [{ option: 'declared', acquired_on: '2021-05-05', quantity: '2', cost: '1' }, 'note'],
    [{ option: 'opening_lot', acquired_on: '2024-05-05', quantity: '2', cost: '1' }, 'acquired_on'],
    [{ option: 'opening_lot', acquired_on: '2021-02-30', quantity: '2', cost: '1' }, 'acquired_on'],
    [{ option: 'opening_lot', acquired_on: '0021-05-05', quantity: '2', cost: '1' }, 'acquired_on'],
    [{ option: 'opening_lot', acquired_on: '2021-05-05', quantity: '0', cost: '1' }, 'quantity'],
    [{ option: 'moved_here', departure: id }, 'departure'],
  ]
  for (const [answer, field] of cases) {
    const refused = await journal.customer.post(`/review/${id}/decide`, { answer })
    expect(refused.status, `${JSON.stringify(answer)} ${refused.text}`).toBe(422)
    expect(Object.keys((refused.body as { fields: object }).fields)).toContain(field)
  }
  expect(
    (await journal.customer.post(`/review/${id}/decide`, { answer: { option: 'gift_sent' } })).status,
  ).toBe(422)
  // The preview refuses the answer in the same words, before it is given.
  const late = { option: 'opening_lot', acquired_on: '2024-05-05', quantity: '2', cost: '1' } as const
  expect(await journal.effects(id, late, { ...late, acquired_on: '0021-05-05' })).toMatchObject([
    { refused: 'Acquired on: it must have been there before it was used; an earlier day is expected.' },
    {
      refused: 'Acquired on: the date is before 2009, when there was no crypto yet; a later day is expected.',
    },
  ])
  expect(await journal.item('missing_basis')).toBe(id)
  expect(await checkInvariants(server.db)).toEqual([])
})

test('N11 of two windows at one item the later answer is told that it was settled, and changes nothing', async () => {
  const journal = await reviewed()
  const id = await journal.item('missing_basis')
  await journal.decide(id, { option: 'opening_lot', acquired_on: '2020-02-02', quantity: '2', cost: '1' })
  const late = { option: 'opening_lot', acquired_on: '2021-05-05', quantity: '2', cost: '1' } as const
  const { status, body } = await journal.customer.post(`/review/${id}/decide`, { answer: late })
  expect(status).toBe(409)
  expect(body).toMatchObject({
    code: 'changed_elsewhere',
    message: 'This was settled elsewhere since you opened it. Nothing was changed.',
  })
  expect(
    (await journal.customer.post(`/review/${crypto.randomUUID()}/decide`, { answer: late })).status,
  ).toBe(404)
  const days = (await journal.rows()).map((row) => row.at.slice(0, 10))
  expect([days.includes('2020-02-02'), days.includes('2021-05-05')]).toEqual([true, false])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('N11 ST6 an opening lot goes with its account, and comes back with the file that it answers', async () => {
  const journal = await reviewed()
  const [first] = await journal.items('missing_basis')
  const lot = { option: 'opening_lot', acquired_on: '2021-05-05', quantity: '2', cost: '100' } as const
  const change = await journal.decide(first?.id ?? '', lot)
  await journal.calculate()
  const totals = await journal.totals()
  const account = first?.transaction?.account_id ?? ''
  const days = async () => (await journal.rows(`account_id=${account}`)).map((row) => row.at.slice(0, 10))
  expect(await days()).toContain('2021-05-05')
  const drop = () => journal.customer.expect(200, 'DELETE', `/imports/v2/import_histories/${account}`)
  await drop()
  expect(await days()).not.toContain('2021-05-05')
  expect(await checkInvariants(server.db)).toEqual([])

  // Another file of the account does not bring it.
  const [header, ...rows] = HISTORY.split('\n')
  const other = await journal.import('other.csv', [header, rows[2], ''].join('\n'))
  expect(await days()).toEqual(['2023-06-01'])
  await journal.remove(other)
  await journal.import('history.csv', HISTORY)
  expect(await days()).toContain('2021-05-05')
  await journal.calculate()
  expect(await journal.totals()).toEqual(totals)
  expect(await journal.items('missing_basis')).not.toContainEqual(expect.objectContaining({ id: first?.id }))

  // An answer that is undone meanwhile stays undone.
  await drop()
  await journal.undo(change)
  await journal.import('again.csv', `${HISTORY}\n`)
  expect(await days()).not.toContain('2021-05-05')
  await journal.calculate()
  expect((await journal.items('missing_basis')).map((item) => item.id)).toContain(first?.id)
  expect(await checkInvariants(server.db)).toEqual([])
})

test('N11 E19 R-FEE-4 a fee in a third coin that nothing prices is worth what is said of it, and what it was paid for stays', async () => {
  const [header] = HISTORY.split('\n')
  const history = [
    header,
    '2024-01-01T00:00:00Z,buy,3,ETH,6000,USD,,,Coinbase,yes,b1',
    '2024-01-01T00:00:00Z,buy,10,XYZ,100,USD,,,Coinbase,yes,b2',
    '2024-02-01T00:00:00Z,sell,2500,USD,1,ETH,2,XYZ,Coinbase,yes,s1',
    '2024-02-01T01:00:00Z,sent,,,1,ETH,2,XYZ,Coinbase,yes,s2',
    '2024-02-01T02:00:00Z,received,1,ETH,,,,,Kraken,yes,r2',
    '2024-02-01T03:00:00Z,staking_reward,1,ETH,,,2,XYZ,Coinbase,yes,s5',
    '',
  ].join('\n')
  const open = async (priced: string) => {
    const journal = await customerWith(server)
    await journal.import('history.csv', history)
    const file = new File([`Asset,Date,Price\nETH,2024-02-01,1000\n${priced}`], 'prices.csv')
    await journal.customer.upload('/price_files', { file })
    const year = async () => {
      server.clock.advance(60_000)
      await journal.post('/imports/v1/tax_calculations/start_tax_calculation', {})
      await server.drainJobs()
      const { data } = await journal.get<{ data: OneYear }>('/one_year?year=2024')
      return { gain: data.net_gain.value, income: data.income.value }
    }
    const asked = async () =>
      (await journal.get<{ rows: ReviewItem[] }>('/review?kind=missing_price')).rows.map(({ id }) => id)
    return { ...journal, year, asked }
  }
  const journal = await open('')
  // Six coins of ten each go for nothing: 500 of the sale less 60.
  expect(await journal.year()).toEqual({ gain: '440', income: '1000' })
  const questions = await journal.asked()
  expect(questions).toHaveLength(3)
  const changes: string[] = []
  for (const id of questions) {
    const answer = { option: 'price', value: '30' }
    const { data } = (await journal.post(`/review/${id}/effects`, { answers: [answer] })) as {
      data: DecisionEffect[]
    }
    const before = await journal.year()
    const { change_id: change } = (await journal.post(`/review/${id}/decide`, { answer })) as {
      change_id: string
    }
    changes.push(change)
    const after = await journal.year()
    expect(await journal.asked()).not.toContain(id)
    expect(less(after.gain, before.gain)).toBe(data[0]?.years[0]?.gain ?? '0')
    expect(after.income).toBe('1000')
  }
  // Each of the three is sold for 30, a gain of 10; that of the sale is taken off what the sale brought.
  const year = { gain: '500', income: '1000' }
  expect([await journal.asked(), await journal.year()]).toEqual([[], year])
  expect(await (await open('XYZ,2024-02-01,15\n')).year()).toEqual(year)
  for (const change of changes) await journal.post(`/changes/${change}/undo`)
  expect((await journal.asked()).toSorted()).toEqual(questions.toSorted())
  expect(await journal.year()).toEqual({ gain: '440', income: '1000' })

  await journal.post(`/review/${questions[0] ?? ''}/decide`, { answer: { option: 'worthless' } })
  expect(await journal.asked()).not.toContain(questions[0])
  expect(await journal.year()).toEqual({ gain: '440', income: '1000' })
  expect(await checkInvariants(server.db)).toEqual([])
})
