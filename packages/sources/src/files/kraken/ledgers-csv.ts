import { ledgerIdentity, readLedger } from '../../providers/kraken/ledger-meaning.ts'
import type { FileFormat } from '../reader/csv-format.ts'

const ids = ['txid', 'refid', 'time', 'type']
const figures = ['amount', 'fee', 'balance']
const inDollars = ['amountusd', 'feeusd', 'balanceusd', 'feecurrency']

/** Kraken, History, Export, Ledgers. `readLedger` has the meaning of an entry, which the API shares. */
export const krakenLedgers: FileFormat = {
  id: 'kraken-ledgers',
  family: 'kraken-ledgers',
  name: 'Kraken ledgers',
  sourceSlug: 'kraken',
  exchange: 'Kraken',
  headers: [
    { cells: [...ids, 'subtype', 'aclass', 'asset', 'wallet', ...figures] },
    { cells: [...ids, 'aclass', 'asset', ...figures] },
    { cells: [...ids, 'subtype', 'aclass', 'asset', ...figures] },
    { cells: [...ids, 'subtype', 'aclass', 'asset', ...figures, 'amountusd'] },
    { cells: [...ids, 'subtype', 'aclass', 'asset', 'wallet', ...figures, 'amountusd'] },
    { cells: [...ids, 'subtype', 'aclass', 'subclass', 'asset', 'wallet', ...figures] },
    { cells: [...ids, 'subtype', 'aclass', 'subclass', 'asset', 'wallet', ...figures, ...inDollars] },
  ],
  timeZone: 'UTC',
  dateColumns: ['time'],
  identify: ledgerIdentity,
  read: (rows, _sheet, out) => readLedger(rows, out),
}
