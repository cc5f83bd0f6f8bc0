import { adalite } from './adalite/adalite.ts'
import { bitcoinCore } from './bitcoin-core/transactions.ts'
import { blockchainComAccount, blockchainComWallet } from './blockchain-com/wallet.ts'
import { blockscoutTx } from './blockscout/transactions.ts'
import { chiaWallet } from './chia/wallet.ts'
import { coinomi } from './coinomi/transactions.ts'
import { electrum } from './electrum/history.ts'
import { exodusAll, exodusAsset, exodusStaking } from './exodus/exodus.ts'
import { heliumExplorer } from './helium/explorer.ts'
import { ledgerLive } from './ledger-live/operations.ts'
import { nicehash } from './nicehash/report.ts'
import { solscanTransfers } from './solscan/transfers.ts'
import { trezorSuite, trezorSuite2020 } from './trezor/suite.ts'
import { trezorWallet } from './trezor/wallet.ts'
import { yoroi } from './yoroi/yoroi.ts'
import { accointingExport, accointingTemplate } from './accointing/accointing.ts'
import { bitcointaxIncome, bitcointaxTrades } from './bitcoin-tax/bitcoin-tax.ts'
import { blockpitExport } from './blockpit/blockpit.ts'
import { coinledgerExport, coinledgerTemplate } from './coinledger/coinledger.ts'
import { cointrackerExport, cointrackerTemplate } from './cointracker/cointracker.ts'
import {
  cointrackingImport,
  cointrackingTrades,
  cointrackingTradesGerman,
} from './cointracking/cointracking.ts'
import { ctcTemplate } from './cryptotaxcalculator/template.ts'
import { delta } from './delta/delta.ts'
import { koinlyExport, koinlyTemplate } from './koinly/koinly.ts'
import type { FileFormat } from './reader/csv-format.ts'
import { rotkiEvents, rotkiTrades } from './rotki/rotki.ts'
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
  solscanTransfers,
  electrum,
  bitcoinCore,
  blockchainComAccount,
  blockchainComWallet,
  coinomi,
  yoroi,
  adalite,
  chiaWallet,
  heliumExplorer,
  nicehash,
  koinlyTemplate,
  koinlyExport,
  cointrackerTemplate,
  cointrackerExport,
  cointrackingTrades,
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
  staketax,
  rotkiTrades,
  rotkiEvents,
]
