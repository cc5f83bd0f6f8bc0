import {
  COINS,
  type ExchangeFake,
  hmac,
  isFresh,
  type MadeMovement,
  type MadeTrade,
  numberIn,
} from './exchange-account.ts'
import type { ProviderReply } from '../serve.ts'

/**
 * Bitstamp, version 2: all that names a request is signed; one list of all that moved, from an id on and oldest first, a thousand at most. An
 * entry has a field for each coin. https://www.bitstamp.net/api/
 */
export const bitstampFake: ExchangeFake = (accountOf, now) => (call) => {
  const header = (name: string) => call.headers[`x-auth${name}`] ?? ''
  const account = accountOf(header('').replace('BITSTAMP ', ''))
  if (account === undefined) return refusal('API0001', 'API key not found')
  const message =
    `${header('')}${call.method}www.bitstamp.net${call.target}${call.headers['content-type']}${header('-nonce')}` +
    `${header('-timestamp')}${header('-version')}${call.body}`
  if (header('-signature') !== hmac('sha256', account.apiSecret, message))
    return refusal('API0005', 'Invalid signature')
  if (!isFresh(header('-timestamp'), now(), 150_000))
    return refusal('API0017', 'X-Auth-Timestamp header is missing')
  if (call.path !== '/api/v2/user_transactions/') return { status: 404, body: {} }
  const fields = new URLSearchParams(call.body)
  const from = BigInt(fields.get('since_id') ?? 1)
  // Ids begin at 1, and it is not known what another one means.
  if (from < 1n) return refusal('API0004', 'since_id')
  const rows = [...account.trades.map(tradeRow), ...account.movements.map(movementRow)]
    .filter(({ id }) => BigInt(id) >= from)
    .toSorted((a, b) => Number(BigInt(a.id) - BigInt(b.id)))
    .slice(0, Math.min(1000, numberIn(fields, 'limit', 100)))
  return { body: rows.map(({ id, ...row }) => ({ ...row, id: Number(id) })) }
}

const datetime = (at: number) => new Date(at).toISOString().replace('T', ' ').replace('Z', '000')

function tradeRow({ id, at, base, quote, side, amount, price, cost, fee }: MadeTrade) {
  const [own, other] = side === 'buy' ? [amount, `-${cost}`] : [`-${amount}`, cost]
  const [baseField, quoteField] = [base.toLowerCase(), quote.toLowerCase()]
  return {
    id,
    datetime: datetime(at),
    type: '2',
    fee,
    usd: '0.00',
    [baseField]: own,
    [quoteField]: other,
    [`${baseField}_${quoteField}`]: price,
    order_id: Number(id),
  }
}

function movementRow({ id, at, kind, coin, amount, fee }: MadeMovement) {
  const others = Object.fromEntries(COINS.map((one) => [one.toLowerCase(), '0.0']))
  const moved = kind === 'deposit' ? amount : `-${amount}`
  return {
    id,
    datetime: datetime(at),
    type: kind === 'deposit' ? '0' : '1',
    fee,
    ...others,
    [coin.toLowerCase()]: moved,
  }
}

const refusal = (code: string, reason: string): ProviderReply => ({
  status: 403,
  body: { status: 'error', code, reason },
})
