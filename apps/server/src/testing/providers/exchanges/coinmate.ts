import { COINS, type ExchangeFake, heldOf, hmac, MARKETS, numberIn, within } from './exchange-account.ts'
import type { ProviderReply } from '../serve.ts'

/**
 * Coinmate: a nonce that rises, the customer's id and the key are signed; the fee of a trade is in the coin it was paid with.
 * https://coinmate.docs.apiary.io
 */
export const coinmateFake: ExchangeFake = (accountOf) => (call) => {
  if (call.path === '/api/tradingPairs') return data(MARKETS.map(marketOf))
  const form = new URLSearchParams(call.body)
  const [key = '', nonce, id] = ['publicKey', 'nonce', 'clientId'].map((name) => form.get(name) ?? '')
  const account = accountOf(key)
  const signature =
    account && hmac('sha256', account.apiSecret, `${nonce}${account.passphrase}${key}`).toUpperCase()
  if (account === undefined || id !== account.passphrase || form.get('signature') !== signature)
    return { body: { error: true, errorMessage: 'Access denied.', data: null } }
  const page = <E extends { readonly at: number; readonly id: string }>(all: readonly E[]): E[] =>
    within(all, numberIn(form, 'timestampFrom', 0), numberIn(form, 'timestampTo', 9e15)).slice(
      0,
      Math.min(1000, numberIn(form, 'limit', 100)),
    )
  switch (call.path) {
    case '/api/balances':
      return data(
        Object.fromEntries(
          COINS.map((currency) => {
            const balance = heldOf(account, currency, ({ quote }) => quote)
            return [currency, { currency, balance, reserved: 0, available: balance }]
          }),
        ),
      )
    case '/api/tradeHistory':
      return data(
        page(account.trades).map((one) => ({
          transactionId: Number(one.id),
          createdTimestamp: one.at,
          currencyPair: `${one.base}_${one.quote}`,
          type: one.side.toUpperCase(),
          orderType: 'LIMIT',
          orderId: Number(one.id),
          amount: one.amount,
          price: one.price,
          fee: one.fee,
          feeType: 'TAKER',
        })),
      )
    case '/api/transferHistory':
      return data(
        page(account.movements).map((one) => ({
          transactionId: Number(one.id),
          timestamp: one.at,
          amountCurrency: one.coin,
          amount: one.amount,
          fee: one.fee,
          walletType: one.coin,
          transferType: one.kind.toUpperCase(),
          transferStatus: 'COMPLETED',
          txid: one.txid,
          destination: 'an address',
          destinationTag: null,
        })),
      )
  }
  return { status: 404, body: {} }
}

const marketOf = ([firstCurrency, secondCurrency]: readonly [string, string]) => ({
  name: `${firstCurrency}_${secondCurrency}`,
  firstCurrency,
  secondCurrency,
  priceDecimals: 2,
  lotDecimals: 8,
  minAmount: 0.0001,
})

const data = (value: unknown): ProviderReply => ({ body: { error: false, errorMessage: null, data: value } })
