import type { AccountQuestion } from '../reader/csv-format.ts'
import type { AccountHint, ReadOptions } from '../reader/file-reading.ts'
import type { Sheet } from '../reader/sheet.ts'
import { cleanCell } from '../reader/table.ts'
import { chainOf } from './chain.ts'
import { HASH, VALUE_IN } from './common.ts'
import { ownAddressOf, type PartyColumns } from '../reader/own-address.ts'

/** Owner of an explorer export's history: an address on a chain. Each is asked for if the file does not state it. */
export function whoseIs(
  sheet: Sheet,
  columns: PartyColumns,
  told: Pick<ReadOptions, 'ownAddress' | 'chain'>,
  coin: string | undefined = sheet.find(VALUE_IN)?.captured,
): AccountHint | AccountQuestion {
  const address = ownAddressOf(sheet, columns, told.ownAddress)
  if (typeof address !== 'string') {
    const candidates = address.candidates.map((value) => ({ value, label: value }))
    return { question: 'own_address', candidates }
  }
  const chain = chainOf(sheet, coin, told.chain)
  if (typeof chain === 'string') return { address, chain }
  return { question: 'chain', candidates: chain.candidates, address, hashes: hashesOf(sheet) }
}

const MOST_HASHES = 500

/** Hashes of the file: where the journal has one of them, its chain is known. */
function hashesOf(sheet: Sheet): string[] {
  const column = sheet.columnOf(sheet.find(HASH)?.name ?? '')
  if (column === undefined) return []
  const hashes = sheet.rows.map(({ cells }) => cleanCell(cells[column] ?? '').toLowerCase())
  return [...new Set(hashes.filter((hash) => hash !== ''))].slice(0, MOST_HASHES)
}
