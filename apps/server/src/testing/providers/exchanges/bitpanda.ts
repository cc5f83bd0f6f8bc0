import { COINS, type ExchangeFake, numberIn } from './exchange-account.ts'
import type { ProviderCall, ProviderReply } from '../serve.ts'

/** Coins that a trade is paid with here; at Bitpanda these are currencies. */
const CASH: readonly string[] = ['USDT', 'BTC']

/**
 * Bitpanda: the key itself is sent, lists have numbered pages and say how many entries there are. A trade moves wallets too, by an entry
 * of its own. https://developers.bitpanda.com/platform
 */
export const bitpandaFake: ExchangeFake = (accountOf) => (call) => {
  const account = accountOf(call.headers['x-api-key'] ?? '')
  if (account === undefined)
    return {
      status: 401,
      body: { errors: [{ code: 'unauthorized', title: 'Credentials/Access token wrong' }] },
    }
  const common = (one: { readonly at: number }) => ({
    status: 'finished',
    time: { date_iso8601: new Date(one.at).toISOString(), unix: String(Math.floor(one.at / 1000)) },
  })
  switch (call.path) {
    case '/v1/wallets':
      return { body: { data: COINS.map((coin) => walletOf('cryptocoin', coin)) } }
    case '/v1/fiatwallets':
      return { body: { data: CASH.map((coin) => walletOf('fiat', coin)) } }
    case '/v1/trades':
      return listed(
        call,
        account.trades.toReversed().map((one) => ({
          type: 'trade',
          id: `t${one.id}`,
          attributes: {
            ...common(one),
            type: one.side,
            cryptocoin_id: idOf(one.base),
            fiat_id: idOf(one.quote),
            amount_fiat: one.cost,
            amount_cryptocoin: one.amount,
            price: one.price,
            is_swap: false,
            bfc_used: false,
          },
        })),
      )
    case '/v1/wallets/transactions':
      return listed(call, [
        ...account.movements.toReversed().map((one) => ({
          type: 'wallet_transaction',
          id: `m${one.id}`,
          attributes: {
            ...common(one),
            type: one.kind,
            in_or_out: one.kind === 'deposit' ? 'incoming' : 'outgoing',
            cryptocoin_id: idOf(one.coin),
            amount: one.amount,
            fee: one.fee,
            tx_id: one.txid,
            recipient: 'an address',
          },
        })),
        ...account.trades.map((one) => ({
          type: 'wallet_transaction',
          id: `w${one.id}`,
          attributes: {
            ...common(one),
            type: one.side,
            cryptocoin_id: idOf(one.base),
            amount: one.amount,
            fee: '0',
          },
        })),
      ])
    case '/v1/fiatwallets/transactions':
      return listed(
        call,
        account.trades.map((one) => ({
          type: 'fiat_wallet_transaction',
          id: `f${one.id}`,
          attributes: {
            ...common(one),
            type: one.side,
            fiat_id: idOf(one.quote),
            amount: one.cost,
            fee: '0',
          },
        })),
      )
  }
  return { status: 404, body: {} }
}

const idOf = (coin: string): string => String([...COINS, ...CASH].indexOf(coin as 'BTC') + 1)

const walletOf = (kind: 'cryptocoin' | 'fiat', coin: string) => ({
  type: kind === 'fiat' ? 'fiat_wallet' : 'wallet',
  id: `${kind} ${coin}`,
  attributes: { [`${kind}_id`]: idOf(coin), [`${kind}_symbol`]: coin, balance: '0' },
})

function listed({ query }: ProviderCall, all: readonly unknown[]): ProviderReply {
  const [page, size] = [numberIn(query, 'page', 1), Math.min(100, numberIn(query, 'page_size', 25))]
  return {
    body: {
      data: all.slice((page - 1) * size, page * size),
      meta: { total_count: all.length, page, page_size: size },
      links: {},
    },
  }
}
