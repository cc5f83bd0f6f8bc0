import { isFiat } from '@lotbook/journal'
import { negate } from '@lotbook/money'
import { columns, inAsset, leftWhere } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { perSheet } from '../reader/per-sheet.ts'
import type { Row } from '../reader/row.ts'
import type { Sheet } from '../reader/sheet.ts'
import { cleanCell } from '../reader/table.ts'
import { tickers } from '../reader/table-declaration.ts'
import { byWord, cameIn, exchanged, firstOf, leftOut, wentOut, where } from '../reader/ways.ts'

/** The part of a product's name that says that its coins earn interest. */
const INTEREST_EARNING = /^interest[- ]earning\s+/i

const coinOf = tickers()

const moved = leftWhere('Transaction type', /^(sell|outbound)/i, columns('Gross Quantity', 'Product'))

/** The ids under which something was bought, and nothing sold for it. */
const boughtAlone = perSheet((sheet) => {
  const [id, type] = ['Transaction ID', 'Transaction type'].map((name) => sheet.columnOf(name) ?? -1)
  const cell = (cells: readonly string[], at = -1) => cleanCell(cells[at] ?? '').toLowerCase()
  const ids = (word: string) =>
    new Set(sheet.rows.flatMap(({ cells }) => (cell(cells, type) === word ? [cell(cells, id)] : [])))
  return ids('buy').difference(ids('sell'))
})

/** Money that came from a bank and bought a coin under the same id: what was paid for it. */
function isPaidIn(row: Row, sheet: Sheet): boolean {
  const id = row.text('Transaction ID').toLowerCase()
  const isMoney = /^inbound/i.test(row.text('Transaction type')) && isFiat(row.text('Product').toUpperCase())
  return id !== '' && isMoney && boughtAlone(sheet).has(id)
}

/** Abra, transactions. The rows of an exchange share their id; the gross quantity has the network fee in it. */
export const abra = inOutTable({
  id: 'abra',
  family: 'abra',
  name: 'Abra transactions',
  sourceSlug: 'abra',
  exchange: 'Abra',
  headers: [
    {
      cells: [
        ...['Transaction date (UTC)', 'Transaction ID', 'Transaction type', 'Description', 'Product'],
        ...['Gross Quantity', 'Network Fees', 'Net Quantity', 'Rate (USD)', 'Net Amount (USD)'],
      ],
    },
  ],
  timeZone: 'UTC',
  asset: (ticker) => coinOf(ticker.replace(INTEREST_EARNING, '')),
  time: 'Transaction date (UTC)',
  type: 'Transaction type',
  means: firstOf(
    // Told as a purchase of the coin by itself.
    where('Description', /^transfer (?:from|to) .*\binterest-earning\b/i, leftOut('internal_transfer')),
    (row, sheet) => (isPaidIn(row, sheet) ? exchanged : undefined),
    byWord('Transaction type', {
      'buy|sell': exchanged,
      'inbound transfer': cameIn('received'),
      'outbound transfer': wentOut('sent'),
      'interest|interest payment|interest paid|interest payout|reward': cameIn('interest_received'),
    }),
  ),
  moved: {
    leg: (row, sheet) => {
      const leg = moved(row, sheet)
      return leg !== null && isPaidIn(row, sheet)
        ? { ...leg, amount: { ...leg.amount, value: negate(leg.amount.value) } }
        : leg
    },
    direction: 'bySign',
  },
  fees: [{ leg: columns('Network Fees', 'Product'), isIn: 'sent' }],
  value: inAsset('Net Amount (USD)', 'USD'),
  group: (row) => row.text('Transaction ID'),
  groupId: 'Transaction ID',
  records: [],
  externalId: 'Transaction ID',
  comment: 'Description',
})
