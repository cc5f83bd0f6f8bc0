import type { ProviderReply } from '../serve.ts'
import { COINS, type ExchangeFake, hmac, MARKETS, numberIn, queryText, within } from './exchange-account.ts'

const PLACES = 18

/**
 * Phemex: path, query and the second that the request ends at are signed; trades of a market between two moments are gone through by offsets.
 * Amounts are whole units of a scale that its products name. https://phemex-docs.github.io
 */
export const phemexFake: ExchangeFake = (accountOf, now) => (call) => {
  if (call.path === '/public/products')
    return data({
      currencies: COINS.map((currency) => ({ currency, name: currency, valueScale: PLACES })),
      products: MARKETS.map(marketOf),
    })
  if (call.path === '/v1/exchange/public/products') return data([])
  const { 'x-phemex-access-token': key = '', 'x-phemex-request-expiry': expiry = '' } = call.headers
  const account = accountOf(key)
  if (account === undefined) return refusal('Api key not found')
  const text = `${call.path}${queryText(call)}${expiry}`
  if (call.headers['x-phemex-request-signature'] !== hmac('sha256', account.apiSecret, text))
    return refusal('API Signature verification failed.')
  if (!(Number(expiry) * 1000 > now())) return refusal('Request expired')
  const { query } = call
  switch (call.path) {
    case '/spot/wallets':
      return data(
        COINS.map((currency) => ({
          currency,
          balanceEv: 0,
          lockedTradingBalanceEv: 0,
          lockedWithdrawEv: 0,
          lastUpdateTimeNs: now() * 1e6,
        })),
      )
    case '/exchange/spot/order/trades': {
      const inside = within(
        account.trades.filter(({ base, quote }) => `s${base}${quote}` === query.get('symbol')),
        numberIn(query, 'start', 0),
        numberIn(query, 'end', 9e15),
      )
      const start = numberIn(query, 'offset', 0)
      const rows = inside.slice(start, start + Math.min(200, numberIn(query, 'limit', 50)))
      return data({
        total: inside.length,
        rows: rows.map((one) => ({
          symbol: query.get('symbol'),
          execId: one.id,
          orderID: one.id,
          side: one.side === 'buy' ? 'Buy' : 'Sell',
          ordType: 'Limit',
          execStatus: 'TakerFill',
          execPriceEp: unitsOf(one.price),
          execBaseQtyEv: unitsOf(one.amount),
          execQuoteQtyEv: unitsOf(one.cost),
          execFeeEv: unitsOf(one.fee),
          feeCurrency: one.feeCoin,
          transactTimeNs: `${one.at}000000`,
        })),
      })
    }
  }
  return { status: 404, body: {} }
}

function unitsOf(amount: string): string {
  const [whole = '0', rest = ''] = amount.split('.')
  return String(BigInt(`${whole}${rest.padEnd(PLACES, '0')}`))
}

const marketOf = ([baseCurrency, quoteCurrency]: readonly [string, string]) => ({
  symbol: `s${baseCurrency}${quoteCurrency}`,
  type: 'Spot',
  baseCurrency,
  quoteCurrency,
  priceScale: PLACES,
  ratioScale: PLACES,
  baseTickSize: '0.000001 BTC',
  quoteTickSize: '0.01 USDT',
  defaultTakerFee: '0.001',
  defaultMakerFee: '0.001',
  status: 'Listed',
})

const data = (body: unknown): ProviderReply => ({ body: { code: 0, msg: '', data: body } })
const refusal = (msg: string): ProviderReply => ({ status: 401, body: { code: 10500, msg } })
