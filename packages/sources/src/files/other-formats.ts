import { abra } from './abra/transactions.ts'
import { bisq } from './bisq/trades.ts'
import { blockfiTrades, blockfiTransactions } from './blockfi/blockfi.ts'
import { cakedefi } from './cakedefi/transactions.ts'
import { celsius } from './celsius/transactions.ts'
import { coinlist } from './coinlist/wallet.ts'
import { etoroActivity } from './etoro/activity.ts'
import { localbitcoins } from './localbitcoins/trades.ts'
import { localbitcoinsTransfers } from './localbitcoins/transfers.ts'
import { newton } from './newton/transactions.ts'
import { nexo2020 } from './nexo/transactions-2020.ts'
import { nexo2021, nexo2024 } from './nexo/transactions.ts'
import { paypalCrypto } from './paypal/crypto.ts'
import { relai } from './relai/transactions.ts'
import { revolutCrypto } from './revolut/crypto.ts'
import { revolutStatement } from './revolut/statement.ts'
import { river } from './river/activity.ts'
import { shakepay } from './shakepay/summary.ts'
import { shapeshift } from './shapeshift/trades.ts'
import { strikeAnnual } from './strike/annual.ts'
import { strikeMonthly } from './strike/monthly.ts'
import { swanTransfers, swanWithdrawals } from './swan/swan.ts'
import { uphold } from './uphold/activity.ts'
import { upholdStatement } from './uphold/statement.ts'
import { venmoStatement } from './venmo/statement.ts'
import { voyagerLegs, voyagerTransactions } from './voyager/voyager.ts'
import { adalite } from './adalite/adalite.ts'
import { bitcoinCore } from './bitcoin-core/transactions.ts'
import { blockchainComAccount, blockchainComWallet } from './blockchain-com/wallet.ts'
import { blockscoutInternal } from './blockscout/internal.ts'
import { blockscoutTokens } from './blockscout/tokens.ts'
import { blockscoutTx } from './blockscout/transactions.ts'
import { chiaWallet } from './chia/wallet.ts'
import { coinpandaTemplate } from './coinpanda/template.ts'
import { divlyTemplate } from './divly/template.ts'
import { recapTemplate } from './recap/template.ts'
import { coinomi } from './coinomi/transactions.ts'
import { electrum } from './electrum/history.ts'
import { electrumLightning } from './electrum/lightning-history.ts'
import { exodusAll, exodusAsset, exodusStaking } from './exodus/exodus.ts'
import { heliumExplorer } from './helium/explorer.ts'
import { ledgerLive } from './ledger-live/operations.ts'
import { nicehash } from './nicehash/report.ts'
import { solscanTransfers } from './solscan/transfers.ts'
import { trezorSuite, trezorSuite2020 } from './trezor/suite.ts'
import { trezorWallet } from './trezor/wallet.ts'
import { blockchairEffects, blockchairWallet } from './blockchair/effects.ts'
import { awakenTemplate } from './awaken/template.ts'
import { daedalus } from './daedalus/transactions.ts'
import { mycelium } from './mycelium/transactions.ts'
import { yoroi } from './yoroi/yoroi.ts'
import { accointingExport, accointingTemplate } from './accointing/accointing.ts'
import { bitcointaxIncome, bitcointaxTrades } from './bitcoin-tax/bitcoin-tax.ts'
import { blockpitExport, blockpitTransactions } from './blockpit/blockpit.ts'
import { coinledgerExport, coinledgerTemplate } from './coinledger/coinledger.ts'
import { cointrackerExport, cointrackerTemplate } from './cointracker/cointracker.ts'
import {
  cointrackingImport,
  cointrackingTrades,
  cointrackingTradesFull,
  cointrackingTradesGerman,
} from './cointracking/cointracking.ts'
import { ctcTemplate } from './cryptotaxcalculator/template.ts'
import { delta } from './delta/delta.ts'
import { koinlyExport, koinlyTemplate, koinlyTransactions } from './koinly/koinly.ts'
import { koinlySimpleTemplate, koinlyTradesTemplate } from './koinly/templates.ts'
import type { FileFormat } from './reader/csv-format.ts'
import { bittytax } from './bittytax/records.ts'
import { rotkiEvents, rotkiTrades } from './rotki/rotki.ts'
import { sparrow, sparrow2023 } from './sparrow/transactions.ts'
import { staketax } from './staketax/staketax.ts'
import { taxbit } from './taxbit/taxbit.ts'
import { tokentax } from './tokentax/tokentax.ts'

/** Layouts of everything but exchanges: wallets, lenders, brokers, and other tax products. */
export const otherFormats: readonly FileFormat[] = [
  ledgerLive,
  exodusAll,
  exodusAsset,
  exodusStaking,
  trezorSuite,
  trezorSuite2020,
  trezorWallet,
  blockscoutTx,
  blockscoutTokens,
  blockscoutInternal,
  solscanTransfers,
  paypalCrypto,
  venmoStatement,
  revolutCrypto,
  revolutStatement,
  etoroActivity,
  uphold,
  upholdStatement,
  river,
  strikeAnnual,
  strikeMonthly,
  swanTransfers,
  swanWithdrawals,
  celsius,
  blockfiTransactions,
  blockfiTrades,
  nexo2024,
  nexo2021,
  nexo2020,
  voyagerTransactions,
  voyagerLegs,
  abra,
  coinlist,
  shakepay,
  newton,
  relai,
  bisq,
  localbitcoins,
  localbitcoinsTransfers,
  shapeshift,
  cakedefi,
  electrum,
  electrumLightning,
  sparrow,
  sparrow2023,
  bitcoinCore,
  blockchainComAccount,
  blockchainComWallet,
  coinomi,
  blockchairEffects,
  blockchairWallet,
  daedalus,
  mycelium,
  yoroi,
  adalite,
  chiaWallet,
  heliumExplorer,
  nicehash,
  koinlyTemplate,
  koinlySimpleTemplate,
  koinlyTradesTemplate,
  koinlyExport,
  koinlyTransactions,
  cointrackerTemplate,
  cointrackerExport,
  cointrackingTrades,
  cointrackingTradesFull,
  cointrackingTradesGerman,
  cointrackingImport,
  coinledgerTemplate,
  coinledgerExport,
  accointingTemplate,
  accointingExport,
  tokentax,
  taxbit,
  ctcTemplate,
  delta,
  bitcointaxTrades,
  bitcointaxIncome,
  blockpitExport,
  blockpitTransactions,
  staketax,
  coinpandaTemplate,
  awakenTemplate,
  divlyTemplate,
  recapTemplate,
  rotkiTrades,
  rotkiEvents,
  bittytax,
]
