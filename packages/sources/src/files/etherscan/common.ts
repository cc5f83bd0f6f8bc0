import type { AssetId } from '@lotbook/journal'
import { isNegative } from '@lotbook/money'
import type { Collector, Draft } from '../../reading/collector.ts'
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

/** The dollar price of the coin on the day of the row; none where the export states none. */
export function coinPrice(
  row: Row,
  sheet: Sheet,
  coin: AssetId,
  out: Collector,
): Draft['unitPrices'] & object {
  const column = sheet.find(HISTORICAL)?.name
  const amount = column === undefined ? null : out.statedAmount(row, column)
  return amount === null || isNegative(amount.value) ? {} : { [coin]: { amount, currency: 'USD' } }
}

/** The block, padded so that it compares as text; null where the export has none. */
export function sequenceOf(row: Row): string | null {
  const block = row.text('Blockno')
  return /^\d{1,12}$/.test(block) ? block.padStart(12, '0') : null
}
