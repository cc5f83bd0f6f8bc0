import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DecisionEffect, ReviewAnswer, ReviewItem } from '@lotbook/contract'
import { isResultRows, parseCalculationInput, resultOfRows, type CalculationResult } from '@lotbook/tax'
import { expect, test } from 'vitest'
import { checkInvariants } from '../../platform/invariants.ts'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

// The files of the case that the command line is held to as well (`apps/cli/src/found-cases.test.ts`).
const folder = join(
  import.meta.dirname,
  '../../../../../packages/sources/fixtures/found/round-2/26-celsius-distribution-in-kind',
)
const file = (name: string) => readFileSync(join(folder, name), 'utf8')

/** A customer with files of the case, and what a person does in the review and with an account. */
async function claimant(...names: readonly string[]) {
  const journal = await customerWith(server)
  await journal.setTax({ pool_before_2025: 'account', time_zone: 'UTC' })
  for (const name of names) await journal.import(name, file(name))
  const item = async (day: string) => {
    const { rows: items } = await journal.get<{ rows: ReviewItem[] }>('/review?limit=500')
    const found = items.find(
      ({ code, transaction }) => code === 'unmatched_receive' && transaction?.at.startsWith(day),
    )
    if (found === undefined) throw new Error(`nothing is asked of ${day}`)
    return found.id
  }
  const claim = async (id: string, asset: string) => {
    const { data } = await journal.get<{ data: { id: string; account_name: string; symbol: string }[] }>(
      `/review/${id}/claims`,
    )
    return data.find(({ symbol, account_name }) => symbol === asset && account_name !== 'Coinbase')?.id ?? ''
  }
  const decide = async (day: string, answer: ReviewAnswer) =>
    ((await journal.post(`/review/${await item(day)}/decide`, { answer })) as { change_id: string }).change_id
  const undo = (change: string) => journal.post(`/changes/${change}/undo`)
  const account = async (name: string) =>
    (await journal.rows()).find((row) => row.account_name === name)?.account_id ?? ''
  const result = async () => {
    server.clock.advance(60_000)
    await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
    await server.drainJobs()
    const { data } = await journal.get<{ data: { id: string; state: string }[] }>('/tax_calculations')
    const textOf = async (name: string) =>
      (await journal.customer.get(`/tax_calculations/${data[0]?.id}/${name}.json`)).text
    const input = parseCalculationInput(JSON.parse(await textOf('input')))
    const rows: unknown = JSON.parse(await textOf('result'))
    if (!isResultRows(rows)) throw new Error('no result')
    return outcome(resultOfRows(rows, input))
  }
  return { ...journal, item, claim, decide, undo, account, result }
}

function outcome({ disposals, removals, lots, warnings }: CalculationResult) {
  const cents = (text: string | null) => (text === null ? '?' : Number(text).toFixed(2))
  return {
    sold: disposals
      .map((d) => `${d.quantity} ${d.asset}: ${cents(d.proceeds)} - ${cents(d.basis)} ${d.term}`)
      .sort(),
    gone: removals.map((r) => `${r.kind} ${r.quantity} ${r.asset} ${r.date}: ${cents(r.basis)}`).sort(),
    left: lots.map((l) => `${l.quantity} ${l.asset}: ${cents(l.basis)} since ${l.acquired}`).sort(),
    open: warnings.map(({ code }) => code),
  }
}

const FIRST = '2024-02-15'
const SECOND = '2024-11-27'
const FROZEN = ['bought.csv', 'celsius.csv'] as const

test('R-TRD-1 R-LOSS-1 N7 payments dispose of a claim, the rest is lost when it is closed, and each can be taken back', async () => {
  const journal = await claimant(...FROZEN)
  const open = await journal.result()
  expect(open.open).toContain('UNRESOLVED_RECEIVED')

  // The later one first: the queue is in order of what changes most.
  const later = await journal.item(SECOND)
  const ether = await journal.claim(later, 'ETH')
  const second = await journal.decide(SECOND, {
    option: 'claim_disposed',
    claim: ether,
    claim_quantity: '0.75',
  })
  const first = await journal.decide(FIRST, { option: 'claim_disposed' })
  const celsius = await journal.account('Celsius')
  const disposed = await journal.result()
  expect(disposed).toEqual({
    sold: [
      '0.02 BTC: 1937.50 - 1860.00 short',
      '0.3 BTC: 15600.00 - 1800.00 long',
      '0.3 BTC: 29062.50 - 15600.00 short',
      '0.75 ETH: 1860.00 - 1125.00 long',
    ],
    gone: [],
    left: [
      '0.1 BTC: 600.00 since 2020-03-01',
      '0.6 BTC: 30000.00 since 2021-03-01',
      '3.25 ETH: 4875.00 since 2021-03-02',
    ],
    open: [],
  })

  const close = (closed_on: string) =>
    journal.customer.request('POST', `/wallets/v1/claims/${celsius}/close`, { closed_on })
  expect((await close('2024-02-20')).body).toMatchObject({
    fields: { closed_on: expect.stringContaining('Nov 27, 2024') },
  })
  const { data: left } = await journal.get<{ data: object }>(`/wallets/v1/claims/${celsius}`)
  expect(left).toEqual({
    open: 0,
    assets: [
      { asset: 'BTC', symbol: 'BTC', quantity: '0.7' },
      { asset: 'ETH', symbol: 'ETH', quantity: '3.25' },
    ],
  })
  const owed = await journal.account('Celsius claim')
  expect(await journal.get(`/wallets/v1/claims/${owed}`)).toEqual({ data: left })
  const closed = await close('2025-01-31')
  expect(closed.body).toMatchObject({ count: 2 })
  const lost = await journal.result()
  expect(lost.gone).toEqual([
    'lost 0.1 BTC 2025-01-31: 600.00',
    'lost 0.6 BTC 2025-01-31: 30000.00',
    'lost 3.25 ETH 2025-01-31: 4875.00',
  ])
  expect([lost.sold, lost.left]).toEqual([disposed.sold, []])
  expect((await close('2025-02-01')).status).toBe(422)

  await journal.undo((closed.body as { change_id: string }).change_id)
  expect(await journal.result()).toEqual(disposed)
  // The transfers that set the claim aside stay until the last answer that needs it is taken back.
  await journal.undo(second)
  const half = await journal.result()
  expect(half.sold).toContain('0.3 BTC: 15600.00 - 1800.00 long')
  expect(half.left).toContain('4 ETH: 6000.00 since 2021-03-02')
  await journal.undo(first)
  expect(await journal.result()).toEqual(open)
  const { data: accounts } = await journal.get<{ data: { label: string }[] }>('/wallets/v1/assets/accounts')
  expect(accounts.map(({ label }) => label).toSorted()).toEqual(['Celsius', 'Coinbase'])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('R-SWP-1 R-TRF-1 carried over, cost and dates go on; each answer says first what it would change', async () => {
  const journal = await claimant(...FROZEN)
  await journal.result()
  const id = await journal.item(FIRST)
  const { data } = (await journal.post(`/review/${id}/effects`, {
    answers: [
      { option: 'claim_disposed' },
      { option: 'claim_carried' },
      { option: 'claim_carried', claim_quantity: '2' },
    ],
  })) as { data: DecisionEffect[] }
  // They are sold in December either way; open, most of them were of the claim's first lot, which cost 120 more.
  expect(data.map(({ years }) => years.map(({ year, gain }) => [year, gain]))).toEqual([
    [[2024, '120']],
    [[2024, '120']],
    [],
  ])
  expect(data[2]?.refused).toContain('1 BTC left to pay, less than 2')
  await journal.decide(FIRST, { option: 'claim_carried' })
  const later = await journal.item(SECOND)
  const ether = await journal.claim(later, 'ETH')
  await journal.decide(SECOND, { option: 'claim_carried', claim: ether, claim_quantity: '0.75' })
  const { sold, gone, open } = await journal.result()
  expect(sold).toEqual(['0.02 BTC: 1937.50 - 1125.00 long', '0.3 BTC: 29062.50 - 1800.00 long'])
  expect([gone, open]).toEqual([[], []])
  expect(await checkInvariants(server.db)).toEqual([])
})

test('R-TRD-1 N11 a receipt that nobody called so is said to be one: what else its account holds is not drawn on', async () => {
  const journal = await claimant('elsewhere.csv')
  await journal.result()
  const id = await journal.item(FIRST)
  const refused = await journal.customer.request('POST', `/review/${id}/decide`, {
    answer: { option: 'claim_disposed' },
  })
  expect(refused.body).toMatchObject({ fields: { claim: 'Choose the part of the claim that was paid.' } })
  const claim = await journal.claim(id, 'BTC')
  const change = await journal.decide(FIRST, { option: 'claim_disposed', claim, value: '16000' })
  const { sold, left } = await journal.result()
  expect(sold).toContain('0.3 BTC: 16000.00 - 1800.00 long')
  expect(left).toEqual(['0.7 BTC: 4200.00 since 2020-03-01'])
  await journal.undo(change)
  const again = await journal.decide(FIRST, { option: 'claim_carried', claim })
  expect((await journal.result()).sold).toContain('0.3 BTC: 20869.57 - 1800.00 long')
  await journal.undo(again)
  await journal.decide(FIRST, { option: 'claim_disposed', claim })
  expect((await journal.result()).sold).toContain('0.3 BTC: 15600.00 - 1800.00 long')
  expect(await checkInvariants(server.db)).toEqual([])
})

test('R-LOSS-1 a claim is not closed while a payment is open, on no day, or where nothing is left', async () => {
  const journal = await claimant(...FROZEN)
  const [celsius, coinbase] = [await journal.account('Celsius'), await journal.account('Coinbase')]
  const close = async (account: string, closed_on: string) =>
    (await journal.customer.request('POST', `/wallets/v1/claims/${account}/close`, { closed_on })).body
  expect(await journal.get(`/wallets/v1/claims/${celsius}`)).toMatchObject({ data: { open: 2 } })
  expect(await close(celsius, '2025-01-31')).toMatchObject({
    message: 'Answer the payments in this bankruptcy in the review first: they reduce what is lost.',
  })
  expect(await close(celsius, '2025-02-30')).toMatchObject({ fields: { closed_on: expect.any(String) } })
  expect(await close(celsius, '2999-01-01')).toMatchObject({ fields: { closed_on: expect.any(String) } })
  expect(await close(coinbase, '2025-01-31')).toMatchObject({
    message: 'Nothing was left in Coinbase on that day.',
  })
})

test('SF1 a file that goes and comes again leaves the answers as they were', async () => {
  const journal = await claimant('bought.csv')
  const source = await journal.import('celsius.csv', file('celsius.csv'))
  await journal.decide(FIRST, { option: 'claim_disposed' })
  await journal.decide(SECOND, { option: 'claim_carried' })
  const answered = await journal.result()
  await journal.remove(source)
  await server.drainJobs()
  expect(await checkInvariants(server.db)).toEqual([])
  await journal.result()
  await journal.import('celsius.csv', file('celsius.csv'))
  expect(await journal.result()).toEqual(answered)
  expect(await checkInvariants(server.db)).toEqual([])
})

test('E18 a payment after the lock is answered and taken back though the claim was set aside before it', async () => {
  const journal = await claimant(...FROZEN)
  await journal.decide(FIRST, { option: 'claim_disposed' })
  const first = await journal.result()
  await journal.post('/tax_years/lock', { before: '2024-06-01' })
  const change = await journal.decide(SECOND, { option: 'claim_carried' })
  expect((await journal.result()).left).toContain('0.08 BTC: 480.00 since 2020-03-01')
  await journal.undo(change)
  expect(await journal.result()).toEqual(first)
  expect(await checkInvariants(server.db)).toEqual([])
})

const UNKNOWN = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2020-03-01T12:00:00Z,buy,1,BTC,6000,USD,,,BlockFi,yes,b1
2024-02-15T00:00:00Z,Estate windfall,0.3,BTC,,,,,Coinbase,yes,p1
`

test('N11 a payment of a type that nobody knows is answered as one, and asked about no more', async () => {
  const journal = await claimant()
  await journal.import('unknown.csv', UNKNOWN)
  const open = () => journal.get<{ rows: ReviewItem[] }>('/review?limit=500')
  const [item] = (await open()).rows
  expect(item?.code).toBe('unknown_type')
  const { change_id } = (await journal.post(`/review/${item?.id}/decide`, {
    answer: { option: 'claim_carried' },
  })) as { change_id: string }
  expect((await open()).rows).toEqual([])
  expect((await journal.result()).left).toEqual([
    '0.3 BTC: 1800.00 since 2020-03-01',
    '0.7 BTC: 4200.00 since 2020-03-01',
  ])
  await journal.undo(change_id)
  expect((await open()).rows.map(({ code }) => code)).toEqual(['unknown_type'])
  expect(await checkInvariants(server.db)).toEqual([])
})
