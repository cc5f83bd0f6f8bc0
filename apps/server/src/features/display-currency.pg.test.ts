import type { HoldingsAnswer, SettingChange, TransactionDetail, ValueOverTime } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { customerWith } from '../testing/customer-journal.ts'
import { templateFile } from '../testing/template-file.ts'
import { testServer } from '../testing/test-server.ts'
import { ratesWanted } from './prices/display-rates.ts'
import { importPriceTable } from './prices/price-table.ts'

const server = await testServer()
const NOW = Date.parse('2025-06-02T12:00:00Z')
server.clock.advance(NOW - server.clock.now().getTime())

/** A Friday's rate, which holds over the weekend, and the newest one. */
const RATES = `Asset,Currency,Date,Price,Provider
EUR,USD,2025-01-03,1.25,European Central Bank
EUR,USD,2025-05-30,1.6,European Central Bank
`

interface List {
  currency: string
  tax_currency: string
  rows: { id: string; at: string; fair_market_value: string | null; shown_value: string | null }[]
}

async function customer() {
  const journal = await customerWith(server)
  await journal.post('/onboarding/settings/save_location', { country_code: 'US', time_zone: 'UTC' })
  await journal.import(
    'history.csv',
    templateFile(
      '2024-01-02T10:00:00Z,buy,1,BTC,20000,USD,,,Kraken,yes,b1',
      '2025-01-05T10:00:00Z,buy,1,BTC,40000,USD,,,Kraken,yes,b2',
    ),
  )
  await journal.post('/users/crypto_assets/calculate')
  await server.drainJobs()
  const choose = async (currency: string) => {
    server.clock.advance(1_000)
    const saved = await journal.post('/setting/location', { country_code: 'US', time_zone: 'UTC', currency })
    return (saved as { change_ids: string[] }).change_ids
  }
  return { ...journal, choose, holdings: () => journal.get<HoldingsAnswer>('/users/crypto_assets') }
}

/** The words and the link that the terms of the European Central Bank ask for. */
const ECB = { words: 'Source: ECB statistics', url: 'https://data.ecb.europa.eu' }

test('without rates the dollar alone is offered, also where a price file of the own has some', async () => {
  const journal = await customer()
  const file = new File(['Asset,Date,Price\nEUR,2025-01-03,1.25\n'], 'own.csv')
  expect((await journal.customer.upload('/price_files', { file })).status).toBe(200)
  expect(await journal.get('/currency')).toEqual({ currency: 'USD', currencies: ['USD'] })
  const { status, body } = await journal.customer.request('POST', '/setting/location', {
    country_code: 'US',
    time_zone: 'UTC',
    currency: 'EUR',
  })
  expect([status, body]).toMatchObject([
    422,
    { code: 'invalid_input', fields: { currency: 'There are no exchange rates for EUR here.' } },
  ])
})

test('R7.41 a currency that there are rates of is chosen, shows in every value, and is taken back', async () => {
  const journal = await customer()
  const inDollars = await journal.holdings()
  expect(await journal.get('/setting')).toMatchObject({ data: { rate_attribution: null } })
  expect(inDollars).toMatchObject({ currency: 'USD', rate: null, totals: { value: '80000', basis: '60000' } })
  await importPriceTable(server.db, RATES)
  expect(await journal.get('/currency')).toEqual({ currency: 'USD', currencies: ['USD', 'EUR'] })

  const changes = await journal.choose('EUR')
  expect(await journal.get('/onboarding/settings/onboarding_flag')).toMatchObject({ currency: 'EUR' })
  expect(await journal.get('/setting')).toMatchObject({
    data: { currency: 'EUR', tax_currency: 'USD', rate_attribution: ECB },
  })

  // Present values at the newest rate, with the rate and its day.
  expect(await journal.holdings()).toMatchObject({
    currency: 'EUR',
    tax_currency: 'USD',
    rate: { price: '1.6', day: '2025-05-30', provider: 'European Central Bank', attribution: ECB },
    data: { total_holdings: '50000', holdings: [{ price: { price: '25000' }, value: '50000' }] },
    totals: { value: '50000', basis: '37500', gain: { long: '12500', short: '0', total: '12500' } },
  })
  expect(await journal.get('/users/crypto_assets/lots?asset=BTC')).toMatchObject({
    currency: 'EUR',
    rows: [
      { basis: '12500', value: '25000', gain: '12500' },
      { basis: '25000', value: '25000', gain: '0' },
    ],
  })
  expect(await journal.get('/wallets/v1/assets/balances')).toMatchObject({
    currency: 'EUR',
    value: '50000',
    accounts: [{ value: '50000' }],
  })
  // A sale is planned, and a year is told, in the currency of the return.
  expect(await journal.get('/users/crypto_assets?in_tax_currency=true')).toMatchObject({
    currency: 'USD',
    data: inDollars.data,
  })
  expect(
    await journal.get('/users/crypto_assets/sale_plan?asset=BTC&quantity=1&account=' + accountOf(inDollars)),
  ).toMatchObject({ currency: 'USD', basis: '20000' })

  // A transaction at the rate of its day, here of the Friday before; one whose day has none is in no total of the picture either.
  const list = await journal.get<List>('/transactions')
  expect(list).toMatchObject({ currency: 'EUR', tax_currency: 'USD' })
  expect(list.rows.map((row) => [row.fair_market_value, row.shown_value])).toEqual([
    ['40000', '32000'],
    ['20000', null],
  ])
  const shownOf = async (n: number) =>
    (await journal.get<{ data: TransactionDetail }>(`/transactions/${list.rows[n]?.id ?? ''}`)).data.shown
  expect(await shownOf(0)).toMatchObject({
    currency: 'EUR',
    value: '32000',
    rate: { price: '1.25', attribution: ECB },
  })
  expect(await shownOf(1)).toMatchObject({ currency: 'EUR', value: null, rate: null })
  const { currency, points } = await journal.get<ValueOverTime>(
    '/users/crypto_assets/value_over_time?period=All',
  )
  expect([currency, points.at(-1)?.value, points.at(-1)?.basis]).toEqual(['EUR', '50000', '37500'])
  expect(points.every(({ at }) => at >= '2025-01-03')).toBe(true)

  // The form by hand is paid in it, and the return stays in dollars.
  await journal.post('/manual_entry', {
    type: 'buy',
    to_currency_coin: 'BTC',
    to_currency_quantity: '1',
    from_currency_coin: '',
    from_currency_quantity: '100',
    fee_amount: '',
    fee_currency_code: '',
    transaction_at: '2025-01-03T12:00',
    us_based: 'true',
    exchange_or_wallet: 'Kraken',
    comment: '',
  })
  const entered = (await journal.get<List>('/transactions')).rows.find(({ at }) =>
    at.startsWith('2025-01-03T12'),
  )
  expect(entered).toMatchObject({ from: { asset: 'EUR' }, fair_market_value: '125', shown_value: '100' })

  const history = await journal.get<{ rows: SettingChange[] }>('/setting/changes')
  expect(history.rows[0]).toMatchObject({
    parts: [{ setting: 'currency', before: 'USD', after: 'EUR' }],
    can_undo: true,
  })
  server.clock.advance(1_000)
  await journal.post('/setting/changes/undo', { ids: changes })
  expect(await journal.get('/currency')).toMatchObject({ currency: 'USD' })
  expect(await journal.holdings()).toMatchObject({ currency: 'USD', rate: null })
})

function accountOf(answer: HoldingsAnswer): string {
  return answer.data.holdings[0]?.accounts[0]?.id ?? ''
}

test('rates are wanted of the last days for what can be chosen, and since the first transaction for what is', async () => {
  await importPriceTable(server.db, RATES)
  const wanted = async (code: string) => {
    const found = (await ratesWanted(server.db, new Date(NOW))).find(({ asset }) => asset.id === code)
    const days = [...(found?.times ?? [])].map((at) => new Date(at).toISOString().slice(0, 10))
    return { first: days[0], last: days.at(-1), count: days.length, days }
  }
  expect(await wanted('GBP')).toMatchObject({ first: '2025-05-02', last: '2025-06-01', count: 31 })
  // Two of its rates are known by now, one of them within these days.
  expect(await wanted('EUR')).toMatchObject({ first: '2025-05-02', last: '2025-06-01', count: 30 })
  const journal = await customer()
  await journal.choose('EUR')
  const since = await wanted('EUR')
  expect(since).toMatchObject({ first: '2024-01-02', last: '2025-06-01', count: 515 })
  expect(since.days).not.toContain('2025-01-03')
})
