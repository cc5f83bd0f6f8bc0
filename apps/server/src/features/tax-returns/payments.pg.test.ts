import type { EstimatedPayments, OneYear } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { customerWith } from '../../testing/customer-journal.ts'
import { templateFile } from '../../testing/template-file.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()
server.clock.advance(Date.parse('2025-06-01T12:00:00Z') - server.clock.now().getTime())

const HISTORY = templateFile(
  '2023-01-02T00:00:00Z,buy,2,BTC,20000,USD,,,Kraken,Yes,b1',
  // 100,000 gained, long-term.
  '2025-02-01T00:00:00Z,sell,110000,USD,1,BTC,,,Kraken,Yes,s1',
)

const FACTS = {
  prior_tax: '12000',
  prior_agi: '110000.00',
  withholding: '8000',
  payments: [
    { paid_on: '2025-04-10', amount: '500.25' },
    { paid_on: '2025-06-16', amount: '1000' },
  ],
}

async function calculated() {
  const journal = await customerWith(server)
  await journal.import('history.csv', HISTORY)
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation')
  await server.drainJobs()
  const ask = async (query = 'year=2025&filing_status=single&other_income=90000') =>
    (await journal.get<{ data: EstimatedPayments }>(`/tax_returns/payments?${query}`)).data
  return { ...journal, ask }
}

test('E26 what to pay by which day, by the safe harbor that asks for less, from what is stated', async () => {
  const { ask, post } = await calculated()
  // 14,714 on 90,000 (2025, single), 15 percent of 100,000, and 3.8 percent of the 5,750 above 200,000 with the standard deduction added back.
  const before = await ask()
  expect(before.plan).toMatchObject({
    tax: '29932.5',
    rule: '90_percent',
    required: '26939.25',
    of_year_before: null,
  })
  expect(before.plan?.installments.map(({ due, short }) => [due, short])).toEqual([
    ['2025-04-15', '6734.81'],
    ['2025-06-16', '13469.63'],
    ['2025-09-15', '20204.44'],
    ['2026-01-15', '26939.25'],
  ])

  await post('/tax_returns/payments', { year: 2025, ...FACTS })
  const after = await ask()
  expect(after).toMatchObject({
    today: '2025-06-01',
    is_filed: false,
    facts: { ...FACTS, prior_agi: '110000' },
  })
  expect(after.plan).toMatchObject({ rule: '100_percent', required: '12000', of_year_before: '12000' })
  expect(after.plan?.installments.map(({ required, paid, short }) => [required, paid, short])).toEqual([
    ['3000', '2500.25', '499.75'],
    ['6000', '5500.25', '499.75'],
    ['9000', '7500.25', '1499.75'],
    ['12000', '9500.25', '2499.75'],
  ])
  // All of it is stated anew; what is left out is not stated any more.
  await post('/tax_returns/payments', { year: 2025, ...FACTS, prior_tax: null, payments: [] })
  expect(await ask()).toMatchObject({
    facts: { prior_tax: null, payments: [] },
    plan: { rule: '90_percent' },
  })
})

test('a payment of another year, an amount that is none and a filed year are refused, and what was there stays', async () => {
  const { ask, post, get, customer } = await calculated()
  await post('/tax_returns/payments', { year: 2025, ...FACTS })
  const kept = await ask()
  const refused = async (change: object) => {
    const answer = await customer.post('/tax_returns/payments', { year: 2025, ...FACTS, ...change })
    return [answer.status, JSON.stringify(answer.body)]
  }
  const [status, text] = await refused({ payments: [{ paid_on: '2023-04-10', amount: '1' }] })
  expect(status).toBe(422)
  expect(text).toContain('Payments for 2025 are made in 2025 or 2026.')
  expect((await refused({ payments: [{ paid_on: '2025-04-10', amount: '0.00' }] }))[1]).toContain(
    'an amount above zero',
  )
  expect((await refused({ withholding: '-1' }))[1]).toContain('without a minus sign')
  expect(await ask()).toEqual(kept)
  const { calculation } = (await get<{ data: OneYear }>('/one_year?year=2025')).data
  await post('/tax_years/file', { year: 2025, calculation_id: calculation.id, filed_on: '2025-06-01' })
  expect((await refused({}))[0]).toBe(409)
  expect(await ask()).toMatchObject({ is_filed: true, facts: kept.facts })
})
