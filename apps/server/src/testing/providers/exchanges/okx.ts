import { COINS, type ExchangeFake, hmac, MARKETS, movementsOf, numberIn, within } from './exchange-account.ts'
import type { ProviderReply } from '../serve.ts'

const VALID_MS = 30_000
const MOST = 100

/**
 * OKX, version 5: fills begin and end at a moment and go on below the lowest bill; deposits and withdrawals are those between two moments,
 * neither included. A fee that was paid is below zero. https://www.okx.com/docs-v5/en
 */
export const okxFake: ExchangeFake = (accountOf, now) => (call) => {
  if (call.path === '/api/v5/public/instruments')
    return data(call.query.get('instType') === 'SPOT' ? MARKETS.map(marketOf) : [])
  const { 'ok-access-key': key = '', 'ok-access-timestamp': time = '' } = call.headers
  const account = accountOf(key)
  if (account === undefined) return refusal('50111', 'Invalid OK-ACCESS-KEY')
  if (call.headers['ok-access-passphrase'] !== account.passphrase)
    return refusal('50105', 'Request header "OK-ACCESS-PASSPHRASE" incorrect.')
  const text = `${time}${call.method}${call.target}${call.body}`
  if (call.headers['ok-access-sign'] !== hmac('sha256', account.apiSecret, text, 'base64'))
    return refusal('50113', 'Invalid Sign')
  if (!(Math.abs(now() - Date.parse(time)) <= VALID_MS)) return refusal('50102', 'Timestamp request expired')
  const { query } = call
  const between = <E extends { readonly at: number; readonly id: string }>(all: readonly E[]) =>
    within(all, numberIn(query, 'before', 0) + 1, numberIn(query, 'after', 9e15) - 1).slice(
      0,
      Math.min(MOST, numberIn(query, 'limit', MOST)),
    )
  switch (call.path) {
    case '/api/v5/account/balance':
      return data([
        { details: COINS.map((ccy) => ({ ccy, cashBal: '0', availBal: '0', frozenBal: '0', eq: '0' })) },
      ])
    case '/api/v5/trade/fills-history': {
      if (query.get('instType') !== 'SPOT') return data([])
      const below = query.get('after')
      const inside = within(account.trades, numberIn(query, 'begin', 0), numberIn(query, 'end', 9e15))
      const rows = inside.filter(({ id }) => below === null || BigInt(id) < BigInt(below))
      return data(
        rows.slice(0, Math.min(MOST, numberIn(query, 'limit', MOST))).map((one) => ({
          instType: 'SPOT',
          instId: `${one.base}-${one.quote}`,
          tradeId: `${BigInt(one.id) * 3n}`,
          ordId: one.id,
          billId: one.id,
          fillPx: one.price,
          fillSz: one.amount,
          side: one.side,
          execType: 'T',
          feeCcy: one.feeCoin,
          fee: `-${one.fee}`,
          ts: String(one.at),
        })),
      )
    }
    case '/api/v5/asset/deposit-history':
      return data(
        between(movementsOf(account, 'deposit')).map((one) => ({
          depId: one.id,
          ccy: one.coin,
          chain: `${one.coin}-Bitcoin`,
          amt: one.amount,
          from: '',
          to: 'an address',
          txId: one.txid,
          ts: String(one.at),
          state: '2',
        })),
      )
    case '/api/v5/asset/withdrawal-history':
      return data(
        between(movementsOf(account, 'withdrawal')).map((one) => ({
          wdId: one.id,
          ccy: one.coin,
          chain: `${one.coin}-Bitcoin`,
          amt: one.amount,
          fee: one.fee,
          feeCcy: one.coin,
          from: 'an account',
          to: 'an address',
          txId: one.txid,
          ts: String(one.at),
          state: '2',
        })),
      )
  }
  return { status: 404, body: {} }
}

const marketOf = ([baseCcy, quoteCcy]: readonly [string, string]) => ({
  instType: 'SPOT',
  instId: `${baseCcy}-${quoteCcy}`,
  baseCcy,
  quoteCcy,
  state: 'live',
  lotSz: '0.00000001',
  tickSz: '0.1',
  minSz: '0.00001',
})

const data = (value: unknown): ProviderReply => ({ body: { code: '0', msg: '', data: value } })
const refusal = (code: string, msg: string): ProviderReply => ({ status: 401, body: { code, msg, data: [] } })
