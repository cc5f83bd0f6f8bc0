import type { MethodComparison, OneYear, SaleLots, StandingOrder, TransactionRow } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { sql } from '../../platform/sql.ts'
import { self, withSubject, withOps } from '../../platform/database.ts'
import { checkInvariants } from '../../platform/invariants.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

/*
 * One coin each for 10,000 (2022), 60,000 (2024) and 90,000 (March 2025); one sold for 80,000 on June 2, 2025 and one for
 * 70,000 on October 2.
 */
const TRADES = `ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes
cb-5,2025-10-02 12:00:00 UTC,Sell,BTC,-1,USD,$70000.00,$70000.00,$70000.00,$0.00,
cb-4,2025-06-02 12:00:00 UTC,Sell,BTC,-1,USD,$80000.00,$80000.00,$80000.00,$0.00,
cb-3,2025-03-03 12:00:00 UTC,Buy,BTC,1,USD,$90000.00,$90000.00,$90000.00,$0.00,
cb-2,2024-03-10 12:00:00 UTC,Buy,BTC,1,USD,$60000.00,$60000.00,$60000.00,$0.00,
cb-1,2022-11-10 12:00:00 UTC,Buy,BTC,1,USD,$10000.00,$10000.00,$10000.00,$0.00,
`
const FILE = `Transactions\nUser,Jane Roe,00000000-0000-0000-0000-000000000000\n${TRADES}`

const PRESENT = server.clock.now().toISOString()

/** Move the clock, back too: what counts is what was recorded before a sale. */
function itIs(instant: string): void {
  server.clock.advance(Date.parse(instant) - server.clock.now().getTime())
}

async function trader() {
  itIs(PRESENT)
  const journal = await customerWith(server)
  await journal.import('coinbase.csv', FILE)
  const rows = await journal.rows()
  const on = (day: string): TransactionRow => rows.find((row) => row.at.startsWith(day)) ?? fail(day)
  return {
    ...journal,
    on,
    async compared(year = 2025, more = '') {
      server.clock.advance(1) // the newest is told by its time
      await journal.post('/method_comparisons', { year })
      await server.drainJobs()
      const { data } = await journal.get<{ data: MethodComparison }>(
        `/method_comparisons?year=${year}${more}`,
      )
      return data
    },
    async gains(): Promise<(string | null)[]> {
      await journal.post('/imports/v1/tax_calculations/start_tax_calculation')
      await server.drainJobs()
      const after = await journal.rows()
      return ['2025-06-02', '2025-10-02'].map(
        (day) => after.find((row) => row.at.startsWith(day))?.gain ?? null,
      )
    },
    lots: async (id: string) => (await journal.get<{ data: SaleLots }>(`/transactions/${id}/lots`)).data,
    name: async (id: string, lots: { lot_transaction_id: string; quantity: string }[]) =>
      ((await journal.post(`/transactions/${id}/lots`, { lots })) as { data: SaleLots }).data,
    order: async (order: object) =>
      ((await journal.post('/standing_orders', order)) as { data: StandingOrder }).data,
    orders: async () => (await journal.get<{ data: StandingOrder[] }>('/standing_orders')).data,
  }
}

function fail(what: string): never {
  throw new Error(`not there: ${what}`)
}

test('N13 a year as recorded and under every method, with its tax, what is left, and what may lawfully apply', async () => {
  const journal = await trader()
  const data = await journal.compared()
  expect(data).toMatchObject({ state: 'done', is_current: true, disposals: 2, named: 0, percent: 100 })
  const brief = data.outcomes.map(({ method, short, long, tax, difference, left, contrary }) =>
    [method, short.gain, long.gain, tax, difference.gain, left.basis, left.long.count, contrary].join(' '),
  )
  // 10,000 and 60,000 sold: 80,000 long, of which 48,350 at 0 % and 31,650 at 15 %. Else 90,000 and 60,000: no gain.
  expect(brief).toEqual([
    'recorded 0 80000 4747.5 0 90000 0 0',
    'fifo 0 80000 4747.5 0 90000 0 0',
    'lifo -10000 10000 0 -80000 10000 1 2',
    'hifo -10000 10000 0 -80000 10000 1 2',
    'lofo 0 80000 4747.5 0 90000 0 2',
  ])
  expect(data.outcomes[0]?.left).toMatchObject({ unrealised: null, unpriced: 1, count: 1 })
  const joint = await journal.compared(2025, '&filing_status=mfj&other_income=100000')
  expect(joint.outcomes[2]?.difference.tax).toBe('-12000')
})

test('N13 R-DAY-1 what is left is valued where the customer’s year ends', async () => {
  const journal = await trader()
  const file = new File(['Asset,Date,Price\nBTC,2025-12-31,50000\nBTC,2026-01-01,45000\n'], 'prices.csv')
  expect(await journal.customer.upload('/price_files', { file })).toMatchObject({ status: 200 })
  const left = async () => {
    const { outcomes, valued_on } = await journal.compared()
    return [outcomes[0]?.left.unrealised, valued_on]
  }
  expect(await left()).toEqual(['-40000', '2025-12-31'])
  // Until 8 AM of January 1 in UTC it is the old year in Los Angeles.
  await journal.setTax({ time_zone: 'America/Los_Angeles' })
  expect(await left()).toEqual(['-45000', '2025-12-31'])
})

test('N13 the same year asked for again answers at once; a change of the journal makes it out of date', async () => {
  const journal = await trader()
  const first = await journal.compared()
  expect((await journal.post('/method_comparisons', { year: 2025 })) as object).toEqual({
    data: { id: first.id },
  })
  await journal.patch(journal.on('2025-06-02').id, { comment: 'looked at' })
  await journal.order({ method: 'hifo', from_day: '2025-01-01' })
  const { data: stale } = await journal.get<{ data: MethodComparison }>('/method_comparisons?year=2025')
  expect(stale).toMatchObject({ id: first.id, is_current: false })
  const again = await journal.compared()
  expect(again.id).not.toBe(first.id)
  expect(again.is_current).toBe(true)
  expect((await journal.get<{ data: null }>('/method_comparisons?year=2024')).data).toBeNull()
})

test('N13 what another engine worked out is out of date', async () => {
  const journal = await trader()
  const { id } = await journal.compared()
  await withSubject(server.db, self(journal.userId), (tx) =>
    tx.run(sql`update method_comparisons set engine_version = '0.0.1' where id = ${id}`),
  )
  const { data: older } = await journal.get<{ data: MethodComparison }>('/method_comparisons?year=2025')
  expect(older).toMatchObject({ id, is_current: false })
  expect(await journal.compared()).toMatchObject({ is_current: true })
})

test('N13 a year without a table has no tax, and an empty history nothing to compare', async () => {
  const journal = await trader()
  const data = await journal.compared(2022)
  expect(data.outcomes.map((outcome) => outcome.tax)).toEqual([null, null, null, null, null])
  const empty = await customerWith(server)
  const answer = await empty.customer.request('POST', '/method_comparisons', { year: 2025 })
  expect(answer.body).toMatchObject({ code: 'nothing_taxable' })
})

test('E17 R-LOT-5 a standing order applies to what comes while it is on record, and to nothing before', async () => {
  const journal = await trader()
  expect(await journal.gains()).toEqual(['70000', '10000'])
  // Recorded between the sales, though it says from January: the sale of June stays as it was.
  itIs('2025-08-01T09:00:00Z')
  const order = await journal.order({ method: 'lifo', from_day: '2025-01-01' })
  expect(order).toMatchObject({
    recorded_at: '2025-08-01T09:00:00.000Z',
    recorded_by: 'you',
    too_late_for: 1,
  })
  expect(await journal.gains()).toEqual(['70000', '-20000'])
  const { outcomes } = await journal.compared()
  expect(outcomes.map(({ method, contrary }) => `${method} ${contrary}`)).toEqual([
    'recorded 0',
    'fifo 1',
    'lifo 1',
    'hifo 2',
    'lofo 2',
  ])
  // Ended before the second sale it counts for neither; it stays on the list.
  itIs('2025-09-01T09:00:00Z')
  await journal.post(`/standing_orders/${order.id}/end`)
  expect(await journal.gains()).toEqual(['70000', '10000'])
  expect(await journal.orders()).toMatchObject([{ id: order.id, ended_at: '2025-09-01T09:00:00.000Z' }])
  expect((await journal.customer.request('POST', `/standing_orders/${order.id}/end`)).status).toBe(409)
  expect(await checkInvariants(server.db)).toEqual([])
})

test('R-LOT-5 a method that is set without an order on record is told beside the figures that it made', async () => {
  const journal = await trader()
  const told = async () => {
    await journal.gains()
    const { data } = await journal.get<{ data: OneYear }>('/one_year?year=2025')
    return data.qualifiers.filter(({ code }) => code === 'method_off_record').map(({ message }) => message)
  }
  expect(await told()).toEqual([])
  await journal.setTax({ method: 'hifo' })
  expect(await told()).toEqual([
    'The lots of 2 sales were chosen by HIFO, with no order for it on record when they were made. For those the law requires FIFO, unless your own records named the lots in time.',
  ])
  // On record from August on: the sale of October goes by it, that of June does not.
  itIs('2025-08-01T09:00:00Z')
  await journal.order({ method: 'hifo', from_day: '2025-01-01' })
  expect(await told()).toEqual([
    'The lots of one sale were chosen by HIFO, with no order for it on record when it was made. For it the law requires FIFO, unless your own records named the lots in time.',
  ])
  await journal.setTax({ method: 'fifo' })
  expect(await told()).toEqual([])
})

test('E17 an order of one account or one asset leaves the others alone', async () => {
  const journal = await trader()
  itIs('2025-04-01T09:00:00Z')
  // Known, and not in this history.
  await withOps(server.db, (tx) =>
    tx.run(
      sql`insert into assets (id, kind, symbol, name) values ('ETH', 'coin', 'ETH', 'Ether') on conflict do nothing`,
    ),
  )
  await journal.order({ method: 'hifo', from_day: '2025-04-01', asset: 'ETH' })
  expect(await journal.gains()).toEqual(['70000', '10000'])
  const today = await journal.order({ method: 'hifo', account_id: journal.on('2025-06-02').account_id })
  expect(today.from_day).toBe('2025-04-01')
  expect(await journal.gains()).toEqual(['-10000', '10000'])
})

test('E17 an order from before there were coins, or of an asset that nobody has, is refused at its field', async () => {
  const journal = await trader()
  const refused = async (order: object) =>
    (await journal.customer.post('/standing_orders', { method: 'hifo', ...order })).body
  expect(await refused({ from_day: '0001-01-01' })).toMatchObject({
    code: 'invalid_input',
    fields: {
      from_day: 'From day: the date is before 2009, when there was no crypto yet; a later day is expected.',
    },
  })
  expect(await refused({ from_day: '2008-12-31', asset: 'NOPE' })).toMatchObject({
    fields: {
      from_day: expect.stringContaining('2009') as string,
      asset: 'There is no such asset.',
    },
  })
  expect(await refused({ asset: '' })).toMatchObject({ code: 'invalid_input' })
  expect(await journal.orders()).toEqual([])
})

test('N12 what was recorded of an order cannot be rewritten, whatever is asked of the database', async () => {
  const journal = await trader()
  const { id } = await journal.order({ method: 'hifo', from_day: '2025-01-01' })
  for (const change of [
    sql`update standing_orders set recorded_at = now() - interval '1 year' where id = ${id}`,
    sql`update standing_orders set method = 'lifo' where id = ${id}`,
    sql`delete from standing_orders where id = ${id}`,
  ])
    await expect(withSubject(server.db, self(journal.userId), (tx) => tx.run(change))).rejects.toThrow(
      'permission denied',
    )
})

test('N12 lots named for a sale count from then on, with their time; an earlier naming stays on record', async () => {
  const journal = await trader()
  itIs('2025-06-02T11:59:00Z')
  const sale = journal.on('2025-06-02').id
  const before = await journal.lots(sale)
  expect(before).toMatchObject({
    asset: 'BTC',
    quantity: '1',
    pool: 'account',
    identifications: [],
    proceeds: null,
  })
  expect(before.lots.map(({ acquired, quantity, basis, term }) => [acquired, quantity, basis, term])).toEqual(
    [
      ['2022-11-10', '1', '10000', 'long'],
      ['2024-03-10', '1', '60000', 'long'],
      ['2025-03-03', '1', '90000', 'short'],
    ],
  )
  const [, middle, dear] = before.lots.map((lot) => lot.lot_transaction_id)
  const named = await journal.name(sale, [
    { lot_transaction_id: middle ?? '', quantity: '0.25' },
    { lot_transaction_id: dear ?? '', quantity: '0.5' },
  ])
  expect(named.identifications).toMatchObject([
    {
      recorded_at: '2025-06-02T11:59:00.000Z',
      is_contemporaneous: true,
      replaced_at: null,
      recorded_by: 'you',
    },
  ])
  expect(named.identifications[0]?.lots.map((lot) => lot.basis)).toEqual(['15000', '45000'])
  expect(named.lots.map((lot) => lot.chosen)).toEqual(['0', '0.25', '0.5'])
  // 0.25 of the first coin goes by FIFO: 80,000 less 15,000, 45,000 and 2,500. October takes the rest of it first.
  expect((await journal.gains())[0]).toBe('17500')

  // After the sale a naming still counts in the figures, and is said to come too late.
  itIs('2025-06-02T12:00:01Z')
  const late = await journal.name(sale, [{ lot_transaction_id: dear ?? '', quantity: '1' }])
  expect(late.identifications.map((one) => [one.is_contemporaneous, one.replaced_at !== null])).toEqual([
    [false, false],
    [true, true],
  ])
  expect((await journal.gains())[0]).toBe('-10000')

  const taken = await journal.name(sale, [])
  expect(taken.lots.map((lot) => lot.chosen)).toEqual(['0', '0', '0'])
  expect(taken.identifications.every((one) => one.replaced_at !== null)).toBe(true)
  expect((await journal.gains())[0]).toBe('70000')
})

test('N12 what is not there cannot be named: other lots, more than there is, more than was sold', async () => {
  const journal = await trader()
  const sale = journal.on('2025-06-02').id
  const { lots } = await journal.lots(sale)
  const [first, second] = lots.map((lot) => lot.lot_transaction_id)
  const refused = async (named: object[]) =>
    (await journal.customer.request('POST', `/transactions/${sale}/lots`, { lots: named })).status
  const of = (lot: string | undefined, quantity: string) => ({ lot_transaction_id: lot, quantity })
  expect(await refused([of(journal.on('2025-10-02').id, '1')])).toBe(404)
  expect(await refused([of(first, '1.00000001')])).toBe(422)
  expect(await refused([of(first, '0')])).toBe(422)
  expect(await refused([of(first, '0.5'), of(first, '0.5')])).toBe(422)
  expect(await refused([of(first, '1'), of(second, '0.1')])).toBe(422)
  expect((await journal.lots(sale)).identifications).toEqual([])
  const buy = await journal.customer.request('GET', `/transactions/${journal.on('2025-03-03').id}/lots`)
  expect(buy.body).toMatchObject({ message: 'This transaction gives up no coins.' })
})

/* Ten GRT for 100, of which 4 became 4 LPT of 10 each, and 6 became 3 of 20, all of one acquisition. */
const OF_TWO_COSTS = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2023-01-01T12:00:00Z,buy,10,GRT,100,USD,,,Kraken,yes,o1
2023-02-01T12:00:00Z,swap,4,LPT,4,GRT,,,Kraken,yes,o2
2023-03-01T12:00:00Z,swap,3,LPT,6,GRT,,,Kraken,yes,o3
2025-02-01T12:00:00Z,sell,200,USD,5,LPT,,,Kraken,yes,o4
`

test('N12 of units of one acquisition that are of two costs each is recorded with its own', async () => {
  itIs(PRESENT)
  const journal = await customerWith(server)
  await journal.import('swaps.csv', OF_TWO_COSTS)
  const [lot, , , sale] = await journal.rows()
  const { data } = (await journal.post(`/transactions/${sale?.id}/lots`, {
    lots: [{ lot_transaction_id: lot?.id, quantity: '5' }],
  })) as { data: SaleLots }
  expect(data.lots).toMatchObject([{ quantity: '7', basis: '100', chosen: '5' }])
  // On average five would have cost 71.43.
  expect(data.identifications[0]?.lots).toMatchObject([
    { quantity: '4', basis: '40' },
    { quantity: '1', basis: '20' },
  ])
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation')
  await server.drainJobs()
  expect((await journal.rows()).find(({ id }) => id === sale?.id)?.gain).toBe('140')
})

test('N12 the records are printed', async () => {
  const journal = await trader()
  const sale = journal.on('2025-06-02').id
  const { lots } = await journal.lots(sale)
  const named = await journal.name(sale, [
    { lot_transaction_id: lots[0]?.lot_transaction_id ?? '', quantity: '1' },
  ])
  for (const path of [
    `/lot_identifications/${named.identifications[0]?.id}/record.pdf`,
    '/standing_orders/record.pdf',
  ]) {
    const answer = await journal.customer.request('GET', path)
    expect(answer.status).toBe(200)
    expect(answer.text.startsWith('%PDF-')).toBe(true)
  }
})

test('N12 what a broker confirmed of an order or of named lots is kept, printed, replaced and taken back', async () => {
  const journal = await trader()
  const { order, orders, lots, name, on, customer } = journal
  const made = await order({ method: 'hifo' })
  expect(await orders()).toMatchObject([{ needs_broker: true, broker_confirmation: null }])
  const confirm = (record: string, id: string, confirmation: object | null) =>
    journal.post('/broker_confirmations', { record, id, confirmation })
  const ticket = { confirmed_on: '2026-12-30', reference: 'Ticket 4711' }
  await confirm('standing_order', made.id, ticket)
  expect(await orders()).toMatchObject([{ broker_confirmation: ticket }])

  const sale = on('2025-10-02').id
  const [first] = (await lots(sale)).lots
  const named = await name(sale, [{ lot_transaction_id: first?.lot_transaction_id ?? '', quantity: '1' }])
  const id = named.identifications[0]?.id ?? ''
  await confirm('identification', id, { ...ticket, reference: '' })
  expect((await lots(sale)).identifications).toMatchObject([
    { needs_broker: true, broker_confirmation: { confirmed_on: '2026-12-30', reference: '' } },
  ])
  await confirm('identification', id, null)
  expect((await lots(sale)).identifications).toMatchObject([{ broker_confirmation: null }])

  const refused = await customer.post('/broker_confirmations', {
    record: 'identification',
    id: made.id,
    confirmation: ticket,
  })
  expect(refused.status).toBe(404)
  const day = { ...ticket, confirmed_on: '2026-02-30' }
  expect(
    (
      await customer.post('/broker_confirmations', {
        record: 'standing_order',
        id: made.id,
        confirmation: day,
      })
    ).status,
  ).toBe(422)
})
