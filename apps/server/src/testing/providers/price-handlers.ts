import type { ProviderName } from '@lotbook/sources'
import type { ProviderCall, ProviderHandler } from './serve.ts'

const DAY = 86_400
const secondsOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000

/** The closes that the fake providers know, as they send them: by market, then by day. */
export type Closes = Readonly<Record<string, Readonly<Record<string, string>>>>

/**
 * Providers of prices that speak their protocols, each with the closes it is given. An hour has the close of its day.
 *
 * @param closes - by provider; markets are named as the provider does: `BTC-USD`, `XBTUSD`, `BTCUSDT`,
 *   `ethereum:0x…`, and `USD` or `GBP` for units of a currency for a euro.
 */
export function priceHandlers(
  closes: Readonly<Partial<Record<ProviderName, Closes>>>,
): Partial<Record<ProviderName, ProviderHandler>> {
  return {
    'coinbase-exchange': coinbaseExchange(closes['coinbase-exchange'] ?? {}),
    kraken: kraken(closes.kraken ?? {}),
    'binance-data': binance(closes['binance-data'] ?? {}),
    defillama: defillama(closes.defillama ?? {}),
    ecb: ecb(closes.ecb ?? {}),
  }
}

interface Candle {
  readonly at: number
  readonly close: string
}

/** Candles of a market within a range, in the order of time. */
function candles(of: Closes[string], step: number, from: number, to: number): Candle[] {
  return Object.entries(of)
    .flatMap(([day, close]) =>
      Array.from({ length: DAY / step }, (_, n) => ({ at: secondsOf(day) + n * step, close })),
    )
    .filter(({ at }) => at >= from && at <= to)
    .toSorted((a, b) => a.at - b.at)
}

const number = (call: ProviderCall, name: string) => Number(call.query.get(name))

/** JSON numbers are written as text, so that their digits are what they are. */
const coinbaseExchange =
  (closes: Closes): ProviderHandler =>
  (call) => {
    const market = closes[call.path.split('/')[2] ?? '']
    if (market === undefined) return { status: 404, body: { message: 'NotFound' } }
    const step = number(call, 'granularity')
    const [from = 0, to = 0] = ['start', 'end'].map((name) => Date.parse(call.query.get(name) ?? '') / 1000)
    if ((to - from) / step > 300) return { status: 400, body: { message: 'granularity too small' } }
    const rows = candles(market, step, from, to).toReversed()
    return { body: `[${rows.map(({ at, close }) => `[${at},1,2,1,${close},9.5]`).join(',')}]` }
  }

const kraken =
  (closes: Closes): ProviderHandler =>
  (call) => {
    const pair = call.query.get('pair') ?? ''
    const market = closes[pair]
    if (market === undefined) return { body: { error: ['EQuery:Unknown asset pair'] } }
    const rows = candles(market, number(call, 'interval') * 60, number(call, 'since') + 1, 1e11)
    const entries = rows.map(({ at, close }) => [at, '1', '2', '1', close, '1.5', '9.5', 3])
    return { body: { error: [], result: { [`X${pair}`]: entries, last: rows.at(-1)?.at ?? 0 } } }
  }

const binance =
  (closes: Closes): ProviderHandler =>
  (call) => {
    const market = closes[call.query.get('symbol') ?? '']
    if (market === undefined) return { status: 400, body: { code: -1121, msg: 'Invalid symbol.' } }
    const step = call.query.get('interval') === '1h' ? 3600 : DAY
    const rows = candles(market, step, number(call, 'startTime') / 1000, number(call, 'endTime') / 1000)
    return {
      body: rows.map(({ at, close }) => [
        at * 1000,
        '1',
        '2',
        '1',
        close,
        '9',
        (at + step) * 1000 - 1,
        '9',
        3,
      ]),
    }
  }

const defillama =
  (closes: Closes): ProviderHandler =>
  (call) => {
    const asked = JSON.parse(call.query.get('coins') ?? '{}') as Record<string, number[]>
    const coins = Object.entries(asked).flatMap(([id, times]) => {
      const market = closes[id]
      if (market === undefined) return []
      const points = times.flatMap((time) => {
        // A price from shortly before the end of the day.
        const close = market[new Date((time - DAY) * 1000).toISOString().slice(0, 10)]
        return close === undefined ? [] : [`{"timestamp":${time - 90},"price":${close},"confidence":0.99}`]
      })
      return [`${JSON.stringify(id)}:{"symbol":"X","prices":[${points.join(',')}]}`]
    })
    return { body: `{"coins":{${coins.join(',')}}}` }
  }

const ecb =
  (closes: Closes): ProviderHandler =>
  ({ path, query }) => {
    const currencies = /\/D\.([A-Z+]+)\.EUR/.exec(path)?.[1]?.split('+') ?? []
    const [from, to] = [query.get('startPeriod') ?? '', query.get('endPeriod') ?? '']
    const rows = currencies.flatMap((currency) =>
      Object.entries(closes[currency] ?? {})
        .filter(([day]) => day >= from && day <= to)
        .map(([day, rate]) => `EXR.D.${currency}.EUR.SP00.A,D,${currency},EUR,SP00,A,${day},${rate}`),
    )
    if (rows.length === 0) return { status: 404, body: 'No results found.' }
    const header = 'KEY,FREQ,CURRENCY,CURRENCY_DENOM,EXR_TYPE,EXR_SUFFIX,TIME_PERIOD,OBS_VALUE'
    return { headers: { 'content-type': 'text/csv' }, body: `${[header, ...rows].join('\r\n')}\r\n` }
  }
