import { COINS, type ExchangeFake, hmac, numberIn } from './exchange-account.ts'
import type { ProviderReply } from '../serve.ts'

const PLACES = 18

/** The smallest units of an amount. */
const units = (amount: string): string => {
  const [whole = '0', places = ''] = amount.split('.')
  return String(BigInt(`${whole}${places.padEnd(PLACES, '0')}`))
}

/**
 * BitMEX: verb, path with query and moment of expiry are signed; the history of all wallets comes in one list, the newest first, its
 * amounts in smallest units, that of a withdrawal with its fee in it. https://www.bitmex.com/app/apiKeysUsage
 */
export const bitmexFake: ExchangeFake = (accountOf, now) => (call) => {
  const expires = call.headers['api-expires']
  const account = accountOf(call.headers['api-key'] ?? '')
  if (account === undefined) return refusal(401, 'Invalid API Key.')
  if (
    call.headers['api-signature'] !==
    hmac('sha256', account.apiSecret, `${call.method}${call.target}${expires}`)
  )
    return refusal(401, 'Signature not valid.')
  if (!(Number(expires) * 1000 > now())) return refusal(401, 'This request has expired')
  switch (call.path) {
    case '/api/v1/apiKey':
      return { body: [{ id: account.apiKey, name: 'taxes', permissions: [], enabled: true }] }
    case '/api/v1/wallet/assets':
      return {
        body: COINS.map((coin) => ({
          asset: coin === 'BTC' ? 'XBT' : coin,
          currency: own(coin),
          scale: PLACES,
        })),
      }
    case '/api/v1/user/walletHistory': {
      const [start, count] = [numberIn(call.query, 'start', 0), numberIn(call.query, 'count', 100)]
      const all = account.movements.toSorted((a, b) => b.at - a.at)
      const rows = all.slice(start, start + count).map((one) => {
        const isOut = one.kind === 'withdrawal'
        const at = new Date(one.at).toISOString()
        return (
          `{"transactID":"t${one.id}","account":1,"currency":"${own(one.coin)}","transactType":"${isOut ? 'Withdrawal' : 'Deposit'}",` +
          `"amount":${isOut ? -BigInt(units(one.amount)) - BigInt(units(one.fee)) : units(one.amount)},"fee":${units(one.fee)},"transactStatus":"Completed","address":"an address",` +
          `"tx":"${one.txid}","text":"","transactTime":"${at}","timestamp":"${at}"}`
        )
      })
      return { body: `[${rows.join(',')}]` }
    }
  }
  return { status: 404, body: {} }
}

const own = (coin: string): string => (coin === 'BTC' ? 'XBt' : `${coin}u`)
const refusal = (status: number, message: string): ProviderReply => ({
  status,
  body: { error: { message, name: 'HTTPError' } },
})
