import { bitbankDeposits, bitbankTrades, bitbankWithdrawals } from './bitbank/reports.ts'
import { coinmate } from './coinmate/transactions.ts'
import { coinsquareQuickTrades, coinsquareTrades } from './coinsquare/trades.ts'
import { paxfulTrades, paxfulTransactions } from './paxful/trades.ts'
import { pionexTransfers } from './pionex/transfers.ts'
import { coinbaseProAccount } from './coinbase-pro/account.ts'
import { coinbaseProFills } from './coinbase-pro/fills.ts'
import { coinbasePrimeOrders } from './coinbase-prime/orders.ts'
import { coinbasePrimeRewards } from './coinbase-prime/rewards.ts'
import { coinbasePrimeTransactions } from './coinbase-prime/transactions.ts'
import { binanceConvert } from './binance/convert.ts'
import { binanceFutures } from './binance/futures.ts'
import { binanceOrderSummary } from './binance/order-summary.ts'
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
  cryptocomExchangeJournal,
  cryptocomExchangeStaking,
  cryptocomExchangeWithdrawals,
} from './crypto-com/exchange.ts'
import { robinhoodActivity } from './robinhood/activity.ts'
import { robinhoodGains } from './robinhood/gains.ts'
import { robinhoodOrders } from './robinhood/orders.ts'
import { robinhoodTransfers } from './robinhood/transfers.ts'
import { cashApp, cashAppBitcoin } from './cash-app/transactions.ts'
import { kucoinAccountHistory } from './kucoin/account.ts'
import { kucoinFutures } from './kucoin/futures.ts'
import { kucoinEarn } from './kucoin/earn.ts'
import { kucoinTrades2020, kucoinTrades2019 } from './kucoin/old-trades.ts'
import { kucoinFills, kucoinOrders } from './kucoin/orders.ts'
import { kucoinP2p } from './kucoin/p2p.ts'
import { kucoinDeposits, kucoinWithdrawals, kucoinConvert } from './kucoin/transfers.ts'
import { bybitDerivatives } from './bybit/derivatives.ts'
import { bybitFunding } from './bybit/funding.ts'
import { bybitSpotFills, bybitSpotOrders } from './bybit/spot-orders.ts'
import { bybitUnified } from './bybit/unified.ts'
import { okexFills } from './okx/fills.ts'
import { okexTrades2018 } from './okx/trades-2018.ts'
import { okxFunding } from './okx/funding.ts'
import { okxTrading } from './okx/trading.ts'
import { gateioBilling } from './gate-io/billing.ts'
import { gateioTrades } from './gate-io/trades.ts'
import { bitstampV1, bitstampV2 } from './bitstamp/transactions.ts'
import { bitfinexLedger } from './bitfinex/ledger.ts'
import { bitfinexMovements } from './bitfinex/movements.ts'
import { bitfinexTrades } from './bitfinex/trades.ts'
import { krakenFuturesLog } from './kraken-futures/log.ts'
import { ftxTrades } from './ftx/trades.ts'
import {
  bittrexOrders2017,
  bittrexOrders2019,
  bittrexOrders2022,
  bittrexOrders2023,
} from './bittrex/orders.ts'
import { bittrexTransfers2023, bittrexDeposits, bittrexWithdrawals } from './bittrex/transfers.ts'
import {
  poloniexTrades,
  poloniexTrades2022,
  poloniexTrades2023,
  poloniexTrades2025,
} from './poloniex/trades.ts'
import { poloniexBorrowing, poloniexLending } from './poloniex/lending.ts'
import {
  poloniexDeposits,
  poloniexWithdrawals,
  poloniexDistributions,
  poloniexRequestedDeposits,
  poloniexRequestedWithdrawals,
} from './poloniex/transfers.ts'
import { htxTradesWeb, htxTradesArchive, htxDeposits, htxWithdrawals } from './htx/reports.ts'
import { mexcTrades, mexcDeposits, mexcWithdrawals } from './mexc/reports.ts'
import { mexcFutures, mexcStatement } from './mexc/statements.ts'
import { hitbtcTrades } from './hitbtc/trades.ts'
import { hitbtcTransfers } from './hitbtc/transfers.ts'
import { bitmexWallet } from './bitmex/wallet.ts'
import { bitpandaV2, bitpandaV1 } from './bitpanda/trades.ts'
import { bitvavoTransactions } from './bitvavo/transactions.ts'
import { cexioTransactions } from './cex-io/transactions.ts'
import { liquidTrades } from './liquid/trades.ts'
import { lunoStatement } from './luno/statement.ts'
import { hyperliquidFunding } from './hyperliquid/funding.ts'
import { hyperliquidFills, hyperliquidTrades } from './hyperliquid/trades.ts'
import { btcMarketsTransactions } from './btc-markets/transactions.ts'
import { coinspotOrders } from './coinspot/orders.ts'
import { bitflyerTrades } from './bitflyer/trades.ts'
import { bingxFunds } from './bingx/funds.ts'
import { bingxTrades } from './bingx/trades.ts'
import { bitgetTrades } from './bitget/trades.ts'
import { bitgetTransactions } from './bitget/transactions.ts'
import { coinexTrades } from './coinex/trades.ts'
import { oneTradingTrades } from './one-trading/trades.ts'
import { whitebitDeposits, whitebitWithdrawals } from './whitebit/transfers.ts'
import type { FileFormat } from './reader/csv-format.ts'

/** Layouts of exchanges, those that most people of the United States use first. */
export const exchangeFormats: readonly FileFormat[] = [
  coinbaseProAccount,
  coinbaseProFills,
  coinbasePrimeOrders,
  coinbasePrimeTransactions,
  coinbasePrimeRewards,
  binanceConvert,
  binanceFutures,
  binanceOrders,
  binanceOrderSummary,
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
  cryptocomExchangeJournal,
  cryptocomExchangeStaking,
  cryptocomExchangeWithdrawals,
  robinhoodActivity,
  robinhoodGains,
  robinhoodOrders,
  robinhoodTransfers,
  cashApp,
  cashAppBitcoin,
  kucoinAccountHistory,
  kucoinTrades2020,
  kucoinTrades2019,
  kucoinFills,
  kucoinOrders,
  kucoinDeposits,
  kucoinWithdrawals,
  kucoinConvert,
  kucoinP2p,
  kucoinEarn,
  kucoinFutures,
  bybitFunding,
  bybitSpotOrders,
  bybitSpotFills,
  bybitDerivatives,
  bybitUnified,
  okexTrades2018,
  okexFills,
  okxFunding,
  okxTrading,
  gateioBilling,
  gateioTrades,
  bitstampV1,
  bitstampV2,
  bitfinexLedger,
  bitfinexMovements,
  bitfinexTrades,
  krakenFuturesLog,
  ftxTrades,
  bittrexOrders2017,
  bittrexOrders2019,
  bittrexOrders2023,
  bittrexTransfers2023,
  bittrexDeposits,
  bittrexWithdrawals,
  poloniexTrades,
  poloniexTrades2022,
  poloniexTrades2023,
  poloniexTrades2025,
  poloniexDeposits,
  poloniexWithdrawals,
  poloniexRequestedDeposits,
  poloniexRequestedWithdrawals,
  poloniexDistributions,
  poloniexLending,
  poloniexBorrowing,
  htxTradesWeb,
  htxTradesArchive,
  htxDeposits,
  htxWithdrawals,
  mexcTrades,
  mexcDeposits,
  mexcWithdrawals,
  mexcStatement,
  mexcFutures,
  hitbtcTrades,
  hitbtcTransfers,
  bitmexWallet,
  bitpandaV2,
  bitpandaV1,
  bitvavoTransactions,
  cexioTransactions,
  liquidTrades,
  lunoStatement,
  hyperliquidTrades,
  hyperliquidFills,
  hyperliquidFunding,
  btcMarketsTransactions,
  coinspotOrders,
  bitflyerTrades,
  bingxFunds,
  bingxTrades,
  bitgetTrades,
  bitgetTransactions,
  coinexTrades,
  oneTradingTrades,
  whitebitDeposits,
  whitebitWithdrawals,
  bittrexOrders2022,
  paxfulTrades,
  paxfulTransactions,
  coinsquareTrades,
  coinsquareQuickTrades,
  pionexTransfers,
  bitbankTrades,
  bitbankDeposits,
  bitbankWithdrawals,
  coinmate,
]
