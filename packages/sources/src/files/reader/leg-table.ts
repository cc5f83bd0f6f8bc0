import type { InOutTable } from './in-out-table.ts'
import { columns } from './legs.ts'
import { perSheet } from './per-sheet.ts'
import type { Row } from './row.ts'
import type { Sheet } from './sheet.ts'
import { cleanCell } from './table.ts'

/** The part of a table whose rows are legs, tied together by an id and told apart by a record type: CoinLedger's, and Voyager's last. */
export const legTable = {
  timeZone: 'UTC',
  time: 'Timestamp (UTC)',
  type: 'Type',
  moved: { leg: columns('Amount', 'Asset'), direction: 'bySign' },
  group: eventOf,
  externalId: 'Internal Id',
  txHash: ['Blockchain Id'],
  comment: 'Description',
  records: [],
} as const satisfies Partial<InOutTable>

/** The legs of a trade share their Internal Id; in some files each has its own, and they share their time and platform. */
function eventOf(row: Row, sheet: Sheet): string {
  const id = row.text('Internal Id')
  if (id !== '' && (directions(sheet).get(id) ?? 0) > 1) return id
  const isTrade = /buy|sell|trade/i.test(row.text('Type'))
  return isTrade ? [row.text('Timestamp (UTC)'), row.text('Platform'), row.text('Type')].join('|') : id
}

/** How many directions the legs under an id have, without fees. */
const directions = perSheet((sheet): ReadonlyMap<string, number> => {
  const [id, amount, kind] = ['Internal Id', 'Amount', 'Record Type'].map((name) => sheet.columnOf(name))
  const cell = (cells: readonly string[], at: number | undefined) => cleanCell(cells[at ?? -1] ?? '')
  const legs = sheet.rows.filter(({ cells }) => !/fee/i.test(cell(cells, kind)))
  const signs = Map.groupBy(legs, ({ cells }) => cell(cells, id))
  return new Map(
    [...signs].map(([name, rows]) => [
      name,
      new Set(rows.map(({ cells }) => /^[-(]/.test(cell(cells, amount)))).size,
    ]),
  )
})
