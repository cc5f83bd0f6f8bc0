import type { EstimatedTax, IncomeByLine, MethodComparison } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { customerWith } from '../../testing/customer-journal.ts'
import { templateFile } from '../../testing/template-file.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const HISTORY = templateFile(
  '2020-01-02T12:00:00Z,buy,20,ETH,20000,USD,,,Coinbase,,',
  // 20,000 bought for 20,000, of which 10 are sold for nothing in 2022: 9,000 lost, long-term.
  '2022-03-01T12:00:00Z,sell,1000,USD,10,ETH,,,Coinbase,,',
  '2024-02-01T12:00:00Z,mining reward,1,ETH,,,,,Coinbase,,',
  // 5 for 15,000 that cost 5,000: 10,000 gained, long-term.
  '2024-06-01T12:00:00Z,sell,15000,USD,5,ETH,,,Coinbase,,',
)

test('E26 what a year adds to the federal tax, with the losses that its history carries over', async () => {
  const journal = await customerWith(server)
  const ask = async (query: string) =>
    (await journal.get<{ data: EstimatedTax | null }>(`/one_year/estimated_tax?${query}`)).data
  expect((await journal.customer.get('/one_year/estimated_tax?year=2024')).status).toBe(409)

  await journal.import('history.csv', HISTORY)
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation')
  await server.drainJobs()

  // 9,000 lost in 2022; 3,000 of it lower the income of 2022 and 3,000 that of 2023: 3,000 are left for the 10,000 of 2024.
  const found = await ask('year=2024&filing_status=mfj&other_income=150000')
  expect(found).toMatchObject({
    short: '0',
    long: '10000',
    carried_short: '0',
    carried_long: '3000',
    preferential_income: '7000',
    ordinary_rate: 22,
    preferential_rate: 15,
  })
  // The reward has no price here: only 7,000 at 15 %.
  expect([found?.income, found?.added]).toEqual(['0', '1050'])

  // A year in which nothing happened: the loss that is left lowers it.
  const between = await ask('year=2023&other_income=60000')
  expect(between).toMatchObject({ long: '0', carried_long: '6000', loss_deducted: '3000', left_long: '3000' })
  expect(between?.added).toBe('-660')
  expect(await ask('year=2022&other_income=60000')).toBeNull()
})

test('E26 the estimate follows what is entered for the return of a year', async () => {
  const journal = await customerWith(server)
  await journal.import('history.csv', HISTORY)
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation')
  await server.drainJobs()
  const found = async () =>
    (
      await journal.get<{ data: EstimatedTax }>(
        '/one_year/estimated_tax?year=2024&filing_status=mfj&other_income=150000',
      )
    ).data
  const nothing = { filing_status: null, taxable_income: null, other_short: null, other_long: null }
  // 9,000 less 1,500 in each of 2022 and 2023.
  for (const year of [2022, 2023])
    await journal.post('/tax_returns', {
      year,
      ...nothing,
      filing_status: 'mfs',
      carryover_short: null,
      carryover_long: null,
    })
  expect(await found()).toMatchObject({ carried_long: '6000', preferential_income: '4000', added: '600' })
  await journal.post('/tax_returns', {
    year: 2024,
    ...nothing,
    other_long: '1000',
    carryover_short: '250',
    carryover_long: '0',
  })
  expect(await found()).toMatchObject({
    carried_short: '250',
    carried_long: '0',
    other_long: '1000',
    preferential_income: '10750',
  })
})

test('E26 pay for services bears self-employment tax until it is said to be wages, in the estimate and what it is compared with', async () => {
  const journal = await customerWith(server)
  await journal.import(
    'history.csv',
    templateFile(
      '2025-02-01T12:00:00Z,payment,10000,USD,,,,,Kraken,,',
      '2025-03-01T12:00:00Z,buy,1,ETH,1000,USD,,,Kraken,,',
      '2025-04-01T12:00:00Z,buy,1,ETH,2000,USD,,,Kraken,,',
      '2025-05-01T12:00:00Z,sell,3000,USD,1,ETH,,,Kraken,,',
    ),
  )
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation')
  await journal.post('/method_comparisons', { year: 2025 })
  await server.drainJobs()
  const person = 'year=2025&filing_status=single&other_income=85000'
  const found = async () =>
    (await journal.get<{ data: EstimatedTax }>(`/one_year/estimated_tax?${person}`)).data
  const recorded = async () =>
    (await journal.get<{ data: MethodComparison }>(`/method_comparisons?${person}`)).data.outcomes[0]?.tax
  // 9,293.5225 and the gain of 2,000 at 22 %, and 1,412.955
  expect(await found()).toMatchObject({
    business_income: '10000',
    self_employment_tax: '1412.955',
    self_employment_deduction: '706.4775',
    added: '3897.52995',
  })
  expect(await recorded()).toBe((await found()).with)
  await journal.post('/tax_returns/business', {
    year: 2025,
    business_expenses: '4000',
    other_wages: '176100',
  })
  // 6,000 × 92.35 % = 5,541 at 2.9 %, for the wages use up the Social Security base.
  expect(await found()).toMatchObject({
    business_income: '10000',
    business_expenses: '4000',
    self_employment_tax: '160.689',
  })
  expect(await recorded()).toBe((await found()).with)
  const { sources } = (await journal.get<{ data: IncomeByLine }>('/tax_returns/income_lines?year=2025')).data
  await journal.post('/tax_returns/income_lines', {
    year: 2025,
    lines: sources.map(({ account_id, category, is_cash }) => ({
      account_id,
      category,
      is_cash,
      line: 'wages',
    })),
  })
  expect(await found()).toMatchObject({ business_income: '0', self_employment_tax: '0', added: '2640' })
  expect(await recorded()).toBe((await found()).with)
})
