import { expect, test } from 'vitest'
import { line } from '../../files/testing/read-text.ts'
import { COST_NOT_COUNTED } from '../../reading/cost-not-counted.ts'
import { CCXT_EXCHANGES } from './exchange-table.ts'
import { readCcxtPages } from './read-entries.ts'

const AT = Date.UTC(2024, 4, 1, 12)

/** One entry as ccxt unifies it, with the answer of the exchange as `info`. */
function read(slug: string, stream: string, entry: object, info: object) {
  const of = CCXT_EXCHANGES.find((one) => one.slug === slug)
  if (of === undefined) throw new Error(`no exchange ${slug}`)
  const text = JSON.stringify([{ id: '1', timestamp: AT, status: 'ok', ...entry, info }])
  const { transactions, notes, errors } = readCcxtPages(of, [{ stream, place: 'p', text, fetchedAt: AT }])
  return {
    lines: transactions.map(line),
    notes: notes.map(({ code, column, value }) => [code, column, value]),
    errors,
  }
}

const bought = (fee: object = { cost: '0.0005', currency: 'BTC' }) => ({
  ...{ symbol: 'BTC/USDT', side: 'buy', amount: '0.5', cost: '20000', fee },
})
const withdrawn = (fee: object = { cost: '1', currency: 'USDT' }) => ({
  ...{ type: 'withdrawal', currency: 'USDT', amount: '100', fee },
})

test.each([
  ['a fee in the coin that is stated', { execFee: '4', feeCurrency: 'MNT' }, ['fee 4 MNT']],
  ['a fee in the coin that ccxt takes it for', { execFee: '4', feeCurrency: '' }, ['fee 4 BTC']],
  [
    'a tax in the coin of the fee',
    {
      ...{ execFee: '4', feeCurrency: 'USDT' },
      extraFees:
        '[{"feeCoin":"USDT","feeType":"GST","subFeeType":"IND_GST","feeRate":"0.00018","fee":"0.72"}]',
    },
    ['fee 4.72 USDT'],
  ],
  [
    'taxes in other coins',
    {
      ...{ execFee: '4', feeCurrency: 'BTC' },
      extraFees:
        '[{"feeCoin":"IDR","feeType":"TAX","subFeeType":"TAX_PNN","fee":"30"},{"feeCoin":"IDR","feeType":"CFX","subFeeType":"CFX_FIEE","fee":"5"}]',
    },
    ['fee 4 BTC', 'outgoing/fee 35 IDR ->'],
  ],
])('Bybit: %s', (_, info, expected) => {
  const { lines, notes } = read('bybit', 'trades', bought({ cost: '4', currency: 'BTC' }), info)
  const [first, ...more] = expected
  expect(lines).toEqual([`trade 20000 USDT -> 0.5 BTC ${first}`, ...more])
  expect(notes).toEqual([])
})

test('Bybit: further fees that are no list are said', () => {
  const { lines, notes } = read('bybit', 'trades', bought(), { execFee: '0.0005', extraFees: '{0.72 USDT' })
  expect(lines).toEqual([`trade 20000 USDT -> 0.5 BTC fee 0.0005 BTC (${COST_NOT_COUNTED})`])
  expect(notes).toEqual([['not_counted', 'extraFees', '{0.72 USDT']])
})

test('Bitget: a fee that was paid in its own coin is a cost, though it is below zero', () => {
  const detail = { deduction: 'yes', feeCoin: 'BGB', totalDeductionFee: '-0.0171', totalFee: '-0.0171' }
  const { lines, notes } = read('bitget', 'trades', bought({ cost: '-0.0171', currency: 'BGB' }), {
    feeDetail: detail,
  })
  expect([lines, notes]).toEqual([['trade 20000 USDT -> 0.5 BTC fee 0.0171 BGB'], []])
})

test.each([
  ['okx', 'withdrawals', { fee: '0.002', feeCcy: 'ETH' }],
  ['gemini', 'movements', { feeAmount: '0.002', feeCurrency: 'eth' }],
])('%s: the fee of a withdrawal is in the coin that is stated', (slug, stream, info) => {
  const { lines, notes } = read(slug, stream, withdrawn({ cost: '0.002', currency: 'USDT' }), info)
  expect([lines, notes]).toEqual([['outgoing/sent 100 USDT -> fee 0.002 ETH'], []])
})

test('Binance: what it gave in a direction that is not documented is for a person to look at', () => {
  const given = { type: 'reward', word: 'BNB Vault airdrop', currency: 'BNB', amount: '10' }
  const of = (direction: number) => read('binance', 'rewards', given, { id: '7', amount: '10', direction })
  expect(of(1)).toMatchObject({ lines: ['incoming/airdrop -> 10 BNB'], notes: [] })
  expect(of(-1)).toMatchObject({
    lines: ['incoming/airdrop -> 10 BNB (review)'],
    notes: [['meaning_open', undefined, undefined]],
  })
})

test('OKX: a trade is paid with the coin that is stated, whatever its market is named', () => {
  const trade = { ...bought({ cost: '0.5', currency: 'USDC' }), symbol: 'BTC/USD' }
  const of = (tradeQuoteCcy: string) => read('okx', 'trades', trade, { fee: '-0.5', tradeQuoteCcy }).lines
  expect(of('USDC')).toEqual(['trade 20000 USDC -> 0.5 BTC fee 0.5 USDC'])
  expect(of('')).toEqual(['buy 20000 USD -> 0.5 BTC fee 0.5 USDC'])
})

test('Coinbase Exchange: a trade that was funded with another coin is for a person to look at', () => {
  const trade = { ...bought({ cost: '8', currency: 'USD' }), symbol: 'BTC/USD' }
  const of = (funding_currency: string) => read('coinbase-exchange', 'trades', trade, { funding_currency })
  expect(of('USD')).toMatchObject({ lines: ['buy 20000 USD -> 0.5 BTC fee 8 USD'], notes: [] })
  expect(of('USDC')).toMatchObject({
    lines: ['buy 20000 USD -> 0.5 BTC fee 8 USD (review)'],
    notes: [['meaning_open', undefined, undefined]],
  })
})

test.each([
  // Its coin is not documented.
  [
    'bybit',
    'withdrawals',
    withdrawn(),
    { withdrawFee: '1', tax: '0.5', taxRate: '0.005', taxType: 'VAT' },
    'tax',
  ],
  [
    'kucoin',
    'withdrawals',
    withdrawn(),
    { fee: '1', taxes: [{ taxAmount: '0.5', taxRate: '0.1' }] },
    'taxes[].taxAmount',
  ],
  ['kucoin', 'deposits', { ...withdrawn({}), type: 'deposit' }, { tax: '0.5', arrears: false }, 'tax'],
  // Points are stated beside the fee, or in no coin.
  ['huobi', 'trades', bought(), { 'filled-fees': '0.0005', 'filled-points': '0.5' }, 'filled-points'],
  ['phemex', 'trades', bought(), { execFeeEv: 50000, ptFeeRv: '0.5' }, 'ptFeeRv'],
  [
    'gate-io',
    'trades',
    bought(),
    { fee: '0.0005', rebated_fee: '0.5', rebated_fee_currency: 'USDT' },
    'rebated_fee',
  ],
  ['coinex', 'withdrawals', withdrawn(), { tx_fee: '1', fee_amount: '0.5', fee_asset: 'CET' }, 'fee_amount'],
  // A fee in no coin at all.
  ['hitbtc', 'trades', bought({ cost: '0.5' }), { fee: '0.5' }, 'fee'],
  // A fee of a deposit or withdrawal that was given back.
  [
    'mexc',
    'withdrawals',
    withdrawn({ cost: '-0.5', currency: 'USDT' }),
    { transactionFee: '-0.5' },
    'transactionFee',
  ],
])(
  '%s: %s with a cost that nothing explains is counted without it, flagged and said',
  (slug, stream, entry, info, field) => {
    const { lines, notes, errors } = read(slug, stream, entry, info)
    expect(errors).toEqual([])
    expect(lines.map((one) => one.endsWith(`(${COST_NOT_COUNTED})`))).toEqual([true])
    expect(notes.map(([code, column, value]) => [code, column, value?.replace('-', '')])).toEqual([
      ['not_counted', field, '0.5'],
    ])
  },
)

test.each([
  [
    'a rate, a type, a coin and what is nothing',
    { feeRate: '0.001', feeType: '1', feeCoin: '2', tax: '0', fees: '' },
  ],
  ['a field that repeats the fee', { execFee: '0.00050', fee: '-0.0005' }],
])('%s are no cost of their own', (_, info) => {
  expect(read('mexc', 'trades', bought(), info).notes).toEqual([])
})
