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
