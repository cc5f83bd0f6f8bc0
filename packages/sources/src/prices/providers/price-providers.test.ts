import { describe, expect, test } from 'vitest'
import type { Ask, ProviderAnswer, ProviderRequest } from '../../connecting/ask.ts'
import { ProviderFailed } from '../../connecting/connector.ts'
import { binancePrices } from './binance.ts'
import { coinbaseExchangePrices } from './coinbase-exchange.ts'
import { defillamaPrices } from './defillama.ts'
import { ecbPrices } from './ecb.ts'
import { krakenPrices } from './kraken.ts'
import { priceProviders } from './price-providers.ts'
import type { PricedAsset } from './price-provider.ts'

const day = (text: string) => Date.parse(`${text}T00:00:00Z`)
const seconds = (text: string) => day(text) / 1000
const coin = (ticker: string): PricedAsset => ({ id: ticker, ticker, contracts: [] })
const UNI = '0x1f9840a85d5af5bf1d1762f925bdaddc4201f984'
const BONK = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'
const USDT_ON_TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'

/** Answers with a text whatever it is asked, and tells what it was asked. */
function answering(text: string, status = 200) {
  const asked: ProviderRequest[] = []
  const ask: Ask = async (request) => {
    asked.push(typeof request === 'function' ? await request() : request)
    return { status, headers: {}, text } satisfies ProviderAnswer
  }
  return { ask, asked, path: () => decodeURIComponent(asked[0]?.path ?? '') }
}

describe('Coinbase Exchange', () => {
  test('the close of each candle, with the digits that were sent, and none from before the range', async () => {
    const { ask, path } = answering(
      `[[${seconds('2024-01-03')}, 42000.1, 45000, 44000, 42845.230000000000000001, 12.5],
        [${seconds('2024-01-02')}, 44000, 46000, 44100, 4.49e4, 9],
        [${seconds('2024-01-01')}, 1, 2, 1, 2, 1]]`,
    )
    expect(
      await coinbaseExchangePrices.ask(ask, 'BTC-USD', [day('2024-01-02'), day('2024-01-03')], 'day'),
    ).toEqual([
      { at: day('2024-01-02'), price: '44900' },
      { at: day('2024-01-03'), price: '42845.230000000000000001' },
    ])
    expect(path()).toBe(
      '/products/BTC-USD/candles?granularity=86400&start=2024-01-02T00:00:00.000Z&end=2024-01-03T00:00:00.000Z',
    )
  })

  test('a market that it does not have is no price, and anything odd is no answer', async () => {
    const times = [day('2024-01-02')]
    const { ask } = answering('{"message":"NotFound"}', 404)
    expect(await coinbaseExchangePrices.ask(ask, 'NOPE-USD', times, 'day')).toEqual([])
    for (const odd of [
      '<html>',
      '{}',
      '[1]',
      `[[${seconds('2024-01-02')},1,1,1,"NaN",1]]`,
      `[["x",1,1,1,1,1]]`,
      `[[${seconds('2024-01-02')},1,1,1,-1,1]]`,
    ])
      await expect(
        coinbaseExchangePrices.ask(answering(odd).ask, 'BTC-USD', times, 'day'),
        odd,
      ).rejects.toThrow(ProviderFailed)
    await expect(
      coinbaseExchangePrices.ask(answering('[]', 403).ask, 'BTC-USD', times, 'day'),
    ).rejects.toThrow(ProviderFailed)
  })
})

describe('Kraken', () => {
  const answer = `{"error":[],"result":{"XXBTZUSD":[
    [${seconds('2024-01-02')},"44100.1","45000.0","44000.0","44900.5","44500.0","150.5",320],
    [${seconds('2024-01-03')},"44900.5","45500.0","42000.0","42845.2","43500.0","250.5",420],
    [${seconds('2024-01-04')},"42845.2","43000.0","42800.0","42900.0","42850.0","1.5",20]],"last":${seconds('2024-01-03')}}}`

  test('the closes of the range, under the name that it gives the pair', async () => {
    const { ask, path } = answering(answer)
    expect(await krakenPrices.ask(ask, 'XBTUSD', [day('2024-01-02'), day('2024-01-03')], 'day')).toEqual([
      { at: day('2024-01-02'), price: '44900.5' },
      { at: day('2024-01-03'), price: '42845.2' },
    ])
    expect(path()).toBe(`/0/public/OHLC?pair=XBTUSD&interval=1440&since=${seconds('2024-01-02') - 1}`)
    expect([coin('BTC'), coin('DOGE'), coin('DOT')].map(krakenPrices.marketOf)).toEqual([
      'XBTUSD',
      'XDGUSD',
      'DOTUSD',
    ])
  })

  test('an error with status 200 is an unknown pair, a wish to be asked later, or no answer', async () => {
    const times = [day('2024-01-02')]
    const unknown = answering('{"error":["EQuery:Unknown asset pair"]}')
    expect(await krakenPrices.ask(unknown.ask, 'NOPEUSD', times, 'day')).toEqual([])
    const odd = answering('{"error":["EGeneral:Internal error"]}')
    await expect(krakenPrices.ask(odd.ask, 'XBTUSD', times, 'day')).rejects.toThrow(ProviderFailed)
    const isBusy = unknown.asked[0]?.isBusy
    const says = (text: string) => isBusy?.({ status: 200, headers: {}, text })
    expect(says('{"error":["EAPI:Rate limit exceeded"]}')).toBe(true)
    expect(says('{"error":["EGeneral:Too many requests"]}')).toBe(true)
    expect(says(answer)).toBe(false)
  })
})

test('Binance: the closes in USDT, times in milliseconds; USDT itself it cannot price', async () => {
  const at = day('2024-01-02') + 10 * 3_600_000
  const { ask, path } = answering(
    `[[${at},"1","2","1","0.00001234","9",${at + 3_599_999},"9",1,"1","1","0"]]`,
  )
  expect(await binancePrices.ask(ask, 'PEPEUSDT', [at], 'hour')).toEqual([{ at, price: '0.00001234' }])
  expect(path()).toBe(`/api/v3/klines?symbol=PEPEUSDT&interval=1h&startTime=${at}&endTime=${at}&limit=1000`)
  expect([binancePrices.quote, binancePrices.marketOf(coin('USDT'))]).toEqual(['USDT', undefined])
  const invalid = answering('{"code":-1121,"msg":"Invalid symbol."}', 400)
  expect(await binancePrices.ask(invalid.ask, 'NOPEUSDT', [at], 'hour')).toEqual([])
})

describe('DefiLlama', () => {
  const market = `ethereum:${UNI}`

  test('the price nearest to the end of each day, if it is near and sure', async () => {
    const end = (text: string) => seconds(text) + 86_400
    const point = (timestamp: number, price: string, confidence = 0.99) =>
      `{"timestamp":${timestamp},"price":${price},"confidence":${confidence}}`
    const { ask, path } = answering(
      `{"coins":{"${market}":{"symbol":"UNI","prices":[
        ${point(end('2024-01-01') + 900, '6.123456789012345678')}, ${point(end('2024-01-01') - 60, '6.5')},
        ${point(end('2024-01-02') + 5 * 3600, '7')}, ${point(end('2024-01-03'), '8', 0.3)}]}}}`,
    )
    const times = ['2024-01-01', '2024-01-02', '2024-01-03'].map(day)
    expect(await defillamaPrices.ask(ask, market, times, 'day')).toEqual([{ at: times[0], price: '6.5' }])
    expect(path()).toBe(
      `/batchHistorical?coins={"${market}":[${times.map((at) => at / 1000 + 86_400).join(',')}]}&searchWidth=4h`,
    )
    expect(await defillamaPrices.ask(answering('{"coins":{}}').ask, market, times, 'day')).toEqual([])
  })

  test('E13 a token goes by its chain and contract, whatever its ticker', () => {
    const token = (chain: string) =>
      defillamaPrices.marketOf({ id: 'x', ticker: undefined, contracts: [{ chain, contract: UNI }] })
    expect(['ethereum', 'eip155:1', 'avalanche', 'eip155:999999'].map(token)).toEqual([
      market,
      market,
      `avax:${UNI}`,
      undefined,
    ])
    expect(defillamaPrices.marketOf(coin('UNI'))).toBeUndefined()
  })

  test.each([
    ['solana', BONK, `solana:${BONK}`],
    ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', BONK, `solana:${BONK}`],
    ['tron', USDT_ON_TRON, `tron:${USDT_ON_TRON}`],
    ['tron:0x2b6653dc', USDT_ON_TRON, `tron:${USDT_ON_TRON}`],
    ['ethereum', UNI.toUpperCase().replace('X', 'x'), market],
    ['solana', UNI, undefined],
    ['tron', '1002000', undefined],
    ['tron', USDT_ON_TRON.toLowerCase(), undefined],
    ['ethereum', BONK, undefined],
  ])('E13 on %s the contract %s is asked for as %s', (chain, contract, key) => {
    const asset = { id: 'x', ticker: undefined, contracts: [{ chain, contract }] }
    expect(defillamaPrices.marketOf(asset)).toBe(key)
  })
})

describe('European Central Bank', () => {
  const rows = (...lines: string[]) =>
    `KEY,FREQ,CURRENCY,CURRENCY_DENOM,EXR_TYPE,EXR_SUFFIX,TIME_PERIOD,OBS_VALUE\r\n${lines.join('\r\n')}\r\n`
  const row = (currency: string, on: string, value: string) =>
    `EXR.D.${currency}.EUR.SP00.A,D,${currency},EUR,SP00,A,${on},${value}`

  test('the euro in dollars, on a weekend what was set before it', async () => {
    const { ask, asked, path } = answering(
      rows(row('USD', '2024-01-05', '1.0921'), row('USD', '2024-01-08', '1.0946')),
    )
    const times = ['2024-01-05', '2024-01-06', '2024-01-08'].map(day)
    expect(await ecbPrices.ask(ask, 'EUR', times, 'day')).toEqual([
      { at: day('2024-01-05'), price: '1.0921' },
      { at: day('2024-01-06'), price: '1.0921' },
      { at: day('2024-01-07'), price: '1.0921' },
      { at: day('2024-01-08'), price: '1.0946' },
    ])
    expect(path()).toBe(
      '/service/data/EXR/D.USD.EUR.SP00.A?startPeriod=2023-12-30&endPeriod=2024-01-08&format=csvdata&detail=dataonly',
    )
    expect(asked[0]?.headers).toEqual({ accept: 'text/csv' })
  })

  test('another currency in dollars is the quotient of two rates of one day', async () => {
    const { ask, path } = answering(
      rows(
        row('GBP', '2024-01-04', '0.86155'),
        row('GBP', '2024-01-05', 'NaN'),
        row('USD', '2024-01-04', '1.0953'),
        row('USD', '2024-01-05', '1.0921'),
      ),
    )
    // 1.0953 / 0.86155 = 1.27131332…; on the fifth only one of the two was set.
    expect(await ecbPrices.ask(ask, 'GBP', [day('2024-01-04'), day('2024-01-05')], 'day')).toEqual([
      { at: day('2024-01-04'), price: '1.271313330625036' },
      { at: day('2024-01-05'), price: '1.271313330625036' },
    ])
    expect(path()).toContain('D.USD+GBP.EUR.SP00.A')
  })

  test('a series that it does not have is no price; another table is no answer', async () => {
    expect(await ecbPrices.ask(answering('', 404).ask, 'VES', [day('2024-01-04')], 'day')).toEqual([])
    await expect(ecbPrices.ask(answering('a,b\n1,2\n').ask, 'GBP', [0], 'day')).rejects.toThrow(
      ProviderFailed,
    )
    expect([coin('USD'), coin('EUR'), coin('BTC')].map(ecbPrices.marketOf)).toEqual([
      undefined,
      'EUR',
      undefined,
    ])
  })
})

test('E13 what has no ticker of its own is asked of no exchange', () => {
  const shared: PricedAsset = { id: 'TWIN', ticker: undefined, contracts: [] }
  for (const asset of [shared, coin('LUNA'), coin('BCC'), coin('A/B')])
    expect(priceProviders.map((provider) => provider.marketOf(asset))).toEqual(
      priceProviders.map(() => undefined),
    )
})
