import { coinbaseProAccount } from './coinbase-pro/account.ts'
import { coinbaseProFills } from './coinbase-pro/fills.ts'
import { coinbasePrimeOrders } from './coinbase-prime/orders.ts'
import { coinbasePrimeTransactions } from './coinbase-prime/transactions.ts'
import { binanceConvert } from './binance/convert.ts'
import { binanceFutures } from './binance/futures.ts'
import { binanceOrders } from './binance/orders.ts'
import { binanceP2p } from './binance/p2p.ts'
import { binanceTradesMarket, binanceTradesExecuted } from './binance/trades.ts'
import {
  binanceDeposits,
  binanceWithdrawals,
  binanceDepositsV1,
  binanceWithdrawalsV1,
  binanceFiatDeposits,
  binanceFiatWithdrawals,
} from './binance/transfers.ts'
import { binanceUsV2, binanceUsV1 } from './binance-us/transactions.ts'
import { cryptocomApp } from './crypto-com/app.ts'
import {
  cryptocomExchangeTrades,
  cryptocomExchangeTrades2020,
  cryptocomExchangeDeposits,
  cryptocomExchangeWithdrawals,
} from './crypto-com/exchange.ts'
import { robinhoodActivity } from './robinhood/activity.ts'
import { robinhoodGains } from './robinhood/gains.ts'
import { robinhoodOrders } from './robinhood/orders.ts'
import { robinhoodTransfers } from './robinhood/transfers.ts'
import { cashApp } from './cash-app/transactions.ts'
import type { FileFormat } from './reader/csv-format.ts'

/** Layouts of exchanges, those that most people of the United States use first. */
export const exchangeFormats: readonly FileFormat[] = [
  coinbaseProAccount,
  coinbaseProFills,
  coinbasePrimeOrders,
  coinbasePrimeTransactions,
  binanceConvert,
  binanceFutures,
  binanceOrders,
  binanceP2p,
  binanceTradesMarket,
  binanceTradesExecuted,
  binanceDeposits,
  binanceWithdrawals,
  binanceDepositsV1,
  binanceWithdrawalsV1,
  binanceFiatDeposits,
  binanceFiatWithdrawals,
  binanceUsV2,
  binanceUsV1,
  cryptocomApp,
  cryptocomExchangeTrades,
  cryptocomExchangeTrades2020,
  cryptocomExchangeDeposits,
  cryptocomExchangeWithdrawals,
  robinhoodActivity,
  robinhoodGains,
  robinhoodOrders,
  robinhoodTransfers,
  cashApp,
]
