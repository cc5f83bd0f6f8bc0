import type { ProviderName } from '@lotbook/sources'
import { ascendexFake } from './ascendex.ts'
import { binanceFake } from './binance.ts'
import { bigoneFake } from './bigone.ts'
import { bitfinexFake } from './bitfinex.ts'
import { bitgetFake } from './bitget.ts'
import { bitmexFake } from './bitmex.ts'
import { bitpandaFake } from './bitpanda.ts'
import { bitstampFake } from './bitstamp.ts'
import { bitvavoFake } from './bitvavo.ts'
import { bybitFake } from './bybit.ts'
import type { ExchangeAccount, ExchangeFake } from './exchange-account.ts'
import { coinbaseExchangeFake } from './coinbase-exchange.ts'
import { coinexFake } from './coinex.ts'
import { coinmateFake } from './coinmate.ts'
import { cryptoComFake } from './crypto-com.ts'
import { gateFake } from './gate.ts'
import { geminiFake } from './gemini.ts'
import { hitbtcFake } from './hitbtc.ts'
import { htxFake } from './htx.ts'
import { mexcFake } from './mexc.ts'
import { okxFake } from './okx.ts'
import { phemexFake } from './phemex.ts'
import { poloniexFake } from './poloniex.ts'
import { whitebitFake } from './whitebit.ts'

interface SpokenFor {
  readonly providers: Readonly<Partial<Record<ProviderName, ExchangeFake>>>
  /** The part of a history that its API tells, where that is not all of it. */
  readonly told?: (account: ExchangeAccount) => ExchangeAccount
  /** Trades of one millisecond that can be fetched, where that is few. */
  readonly mostAlike?: number
  /** Whether it has no secret that could be wrong. */
  readonly isKeyAlone?: true
  /** Whether what it gave comes too. */
  readonly tellsRewards?: true
}

const withoutTrades = (account: ExchangeAccount): ExchangeAccount => ({ ...account, trades: [] })
const withoutMovements = (account: ExchangeAccount): ExchangeAccount => ({ ...account, movements: [] })
const withoutFees = (account: ExchangeAccount): ExchangeAccount => ({
  ...account,
  trades: account.trades.map((one) => ({ ...one, fee: '0' })),
})

const withFeesInQuote = (account: ExchangeAccount): ExchangeAccount => ({
  ...account,
  trades: account.trades.map((one) => ({ ...one, feeCoin: one.quote })),
})

/** Exchanges that are spoken for on this machine, by the slug of the source. */
export const exchangeFakes: Readonly<Record<string, SpokenFor>> = {
  ascendex: { providers: { ascendex: ascendexFake }, told: withoutTrades },
  bequant: { providers: { bequant: hitbtcFake }, told: withFeesInQuote },
  binance: { providers: { binance: binanceFake }, tellsRewards: true },
  'binance-us': { providers: { 'binance-us': binanceFake }, tellsRewards: true },
  bigone: { providers: { bigone: bigoneFake } },
  bitfinex: { providers: { bitfinex: bitfinexFake, 'bitfinex-public': bitfinexFake } },
  bitget: { providers: { bitget: bitgetFake } },
  bitmex: { providers: { bitmex: bitmexFake }, told: withoutTrades },
  bitpanda: { providers: { bitpanda: bitpandaFake }, told: withoutFees, isKeyAlone: true },
  bitstamp: { providers: { bitstamp: bitstampFake }, told: withFeesInQuote },
  bitvavo: { providers: { bitvavo: bitvavoFake } },
  bybit: { providers: { bybit: bybitFake } },
  'bybit-eu': { providers: { 'bybit-eu': bybitFake } },
  'bybit-indonesia': { providers: { 'bybit-id': bybitFake } },
  'coinbase-exchange': {
    providers: { 'coinbase-exchange': coinbaseExchangeFake },
    told: withFeesInQuote,
  },
  coinex: { providers: { coinex: coinexFake } },
  coinmate: { providers: { coinmate: coinmateFake }, told: withFeesInQuote },
  'crypto-com-exchange': { providers: { 'crypto-com': cryptoComFake }, mostAlike: 90 },
  'fmfw-io': { providers: { fmfw: hitbtcFake }, told: withFeesInQuote },
  'gate-eu': { providers: { 'gate-eu': gateFake } },
  'gate-io': { providers: { gate: gateFake } },
  gemini: { providers: { gemini: geminiFake } },
  hitbtc: { providers: { hitbtc: hitbtcFake }, told: withFeesInQuote },
  huobi: { providers: { htx: htxFake }, told: withoutMovements },
  mexc: { providers: { mexc: mexcFake }, mostAlike: 90 },
  okx: { providers: { okx: okxFake } },
  phemex: { providers: { phemex: phemexFake }, told: withoutMovements },
  poloniex: { providers: { poloniex: poloniexFake } },
  'okx-europe-myokx': { providers: { 'okx-eea': okxFake } },
  'okx-us': { providers: { 'okx-us': okxFake } },
  whitebit: { providers: { whitebit: whitebitFake } },
}
