import type { ProviderName } from '@lotbook/sources'
import { binanceFake } from './binance.ts'
import { bitfinexFake } from './bitfinex.ts'
import { bybitFake } from './bybit.ts'
import type { ExchangeFake } from './exchange-account.ts'
import { okxFake } from './okx.ts'

/** Every exchange that is reached by way of ccxt and spoken for here: its providers, by the slug of its source. */
export const exchangeFakes: Readonly<Record<string, Readonly<Partial<Record<ProviderName, ExchangeFake>>>>> =
  {
    'binance-us': { 'binance-us': binanceFake },
    bybit: { bybit: bybitFake },
    okx: { okx: okxFake },
    bitfinex: { bitfinex: bitfinexFake, 'bitfinex-public': bitfinexFake },
  }
