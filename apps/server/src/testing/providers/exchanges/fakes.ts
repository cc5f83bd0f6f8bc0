import type { ProviderName } from '@lotbook/sources'
import { ascendexFake } from './ascendex.ts'
import { binanceFake } from './binance.ts'
import { bitfinexFake } from './bitfinex.ts'
import { bitmexFake } from './bitmex.ts'
import { bitpandaFake } from './bitpanda.ts'
import { bybitFake } from './bybit.ts'
import type { ExchangeAccount, ExchangeFake } from './exchange-account.ts'
import { okxFake } from './okx.ts'

interface SpokenFor {
  readonly providers: Readonly<Partial<Record<ProviderName, ExchangeFake>>>
  /** The part of a history that its API tells, where that is not all of it. */
  readonly told?: (account: ExchangeAccount) => ExchangeAccount
  /** Whether it has no secret that could be wrong. */
  readonly isKeyAlone?: true
}

const withoutTrades = (account: ExchangeAccount): ExchangeAccount => ({ ...account, trades: [] })
const withoutFees = (account: ExchangeAccount): ExchangeAccount => ({
  ...account,
  trades: account.trades.map((one) => ({ ...one, fee: '0' })),
})

/** Exchanges that are spoken for on this machine, by the slug of the source. */
export const exchangeFakes: Readonly<Record<string, SpokenFor>> = {
  ascendex: { providers: { ascendex: ascendexFake }, told: withoutTrades },
  'binance-us': { providers: { 'binance-us': binanceFake } },
  bitfinex: { providers: { bitfinex: bitfinexFake, 'bitfinex-public': bitfinexFake } },
  bitmex: { providers: { bitmex: bitmexFake }, told: withoutTrades },
  bitpanda: { providers: { bitpanda: bitpandaFake }, told: withoutFees, isKeyAlone: true },
  bybit: { providers: { bybit: bybitFake } },
  okx: { providers: { okx: okxFake } },
}
