import { columns } from '../reader/legs.ts'
import { type InOutTable, inOutTable } from '../reader/in-out-table.ts'
import type { Row } from '../reader/row.ts'
import type { Sheet } from '../reader/sheet.ts'
import { cleanCell } from '../reader/table.ts'
import { taxTool, toolWords } from '../reader/tax-tools.ts'
import {
  bySides,
  byWord,
  cameIn,
  exchanged,
  firstOf,
  isFee,
  transferred,
  way,
  wentOut,
} from '../reader/ways.ts'

const words = {
  ...toolWords,
  deposit: cameIn('received'),
  withdrawal: wentOut('sent'),
  'buy|sell|trade': exchanged,
  income: cameIn('misc_reward'),
  'interest|interest income': way({ in: 'interest_received', out: 'interest_paid' }),
}

/** CoinLedger, universal import template. */
export const coinledgerTemplate = inOutTable({
  ...taxTool,
  id: 'coinledger-template',
  family: 'coinledger-template',
  name: 'CoinLedger universal template',
  sourceSlug: 'coinledger',
  exchange: 'CoinLedger universal',
  headers: [
    {
      cells: [
        ...['Date (UTC)', 'Platform (Optional)', 'Asset Sent', 'Amount Sent', 'Asset Received'],
        ...['Amount Received', 'Fee Currency (Optional)', 'Fee Amount (Optional)', 'Type'],
        ...['Description (Optional)', 'TxHash (Optional)'],
      ],
    },
  ],
  dateOrder: 'month-first',
  time: 'Date (UTC)',
  type: 'Type',
  means: byWord('Type', { ...words, '': bySides, transfer: transferred }),
  sent: columns('Amount Sent', 'Asset Sent'),
  received: columns('Amount Received', 'Asset Received'),
  fees: [{ leg: columns('Fee Amount (Optional)', 'Fee Currency (Optional)') }],
  wallet: { sent: ['Platform (Optional)'], received: ['Platform (Optional)'] },
  txHash: ['TxHash (Optional)'],
  comment: 'Description (Optional)',
})

/** A table whose rows are legs, which an id and a record type tie together; Voyager closed with such an export too. */
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

/** CoinLedger, all transactions. */
export const coinledgerExport = inOutTable({
  ...taxTool,
  ...legTable,
  id: 'coinledger-export',
  family: 'coinledger-export',
  name: 'CoinLedger transactions',
  sourceSlug: 'coinledger',
  exchange: 'CoinLedger',
  headers: [
    {
      cells: [
        ...['Timestamp (UTC)', 'Type', 'Internal Id', 'Platform', 'Account Name', 'Platform Id'],
        ...['Blockchain Id', 'Record Type', 'Asset', 'Amount', 'Description'],
      ],
    },
  ],
  means: firstOf(
    byWord('Record Type', {
      'platform fee|network fee|fee': isFee,
      'margin gain|margin loss': way({ in: 'margin_gain', out: 'margin_loss' }),
    }),
    byWord('Type', { ...words, 'manual position': way({ in: 'received', flags: ['manual_position'] }) }),
  ),
  wallet: { sent: ['Platform'], received: ['Platform'] },
})

/** The legs of a trade share their Internal Id; in some files each has its own, and they share their time and platform. */
function eventOf(row: Row, sheet: Sheet): string {
  const id = row.text('Internal Id')
  if (id !== '' && (directions(sheet).get(id) ?? 0) > 1) return id
  const isTrade = /buy|sell|trade/i.test(row.text('Type'))
  return isTrade ? [row.text('Timestamp (UTC)'), row.text('Platform'), row.text('Type')].join('|') : id
}

const known = new WeakMap<Sheet, ReadonlyMap<string, number>>()

/** How many directions the legs under an id have. */
function directions(sheet: Sheet): ReadonlyMap<string, number> {
  const before = known.get(sheet)
  if (before !== undefined) return before
  const [id, amount] = [sheet.columnOf('Internal Id'), sheet.columnOf('Amount')]
  const cell = (cells: readonly string[], at: number | undefined) => cleanCell(cells[at ?? -1] ?? '')
  const signs = Map.groupBy(sheet.rows, ({ cells }) => cell(cells, id))
  const counts = new Map(
    [...signs].map(([name, rows]) => [
      name,
      new Set(rows.map(({ cells }) => /^[-(]/.test(cell(cells, amount)))).size,
    ]),
  )
  known.set(sheet, counts)
  return counts
}
