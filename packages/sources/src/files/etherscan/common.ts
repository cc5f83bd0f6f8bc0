import type { Row } from '../reader/row.ts'
import type { Sheet } from '../reader/sheet.ts'

export const HASH = /^(Txhash|Transaction Hash)$/i
export const DATE_TIME = /^DateTime( \(UTC\))?$/i
export const VALUE_IN = /^Value_IN\((\w+)\)$/i
export const VALUE_OUT = /^Value_OUT\((\w+)\)$/i
export const HISTORICAL = /^Historical \$Price\/(\w+)$/i

export const wallet = {
  sourceSlug: 'evm-explorer',
  exchange: 'EVM wallet',
  timeZone: 'UTC',
  mostRows: 5000,
} as const

/** The hash of a row. @throws UnreadableValue */
export function hashOf(row: Row, sheet: Sheet): string {
  return row.requiredText(sheet.find(HASH)?.name ?? 'Txhash').toLowerCase()
}

/** The block, padded so that it compares as text; null where the export has none. */
export function sequenceOf(row: Row): string | null {
  const block = row.text('Blockno')
  return /^\d{1,12}$/.test(block) ? block.padStart(12, '0') : null
}
