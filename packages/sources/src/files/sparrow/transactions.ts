import { inAsset, inColumn, type ReadLeg, shifted } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { perSheet } from '../reader/per-sheet.ts'
import { walletTable } from '../reader/wallet.ts'
import { bySides, firstOf, leftOut, where } from '../reader/ways.ts'

const WORTH = /^Value \((?!BTC\))([A-Z]{3})\)$/i
const ofUnit = (name: string) => new RegExp(`^${name} \\((BTC|sats)\\)$`, 'i')
const [VALUE, BALANCE, FEE] = [ofUnit('Value'), ofUnit('Balance'), ofUnit('Fee')] as const

/**
 * Amounts are bitcoin or satoshis, as the window showed them. Since version 2.5.5 the header says which; before, they are satoshis where
 * no value of the file has a point.
 */
const isInSatoshis = perSheet((sheet) => {
  const unit = sheet.find(VALUE)?.captured.toLowerCase()
  if (unit !== undefined) return unit === 'sats'
  const value = sheet.columnOf('Value') ?? -1
  return !sheet.rows.some(({ cells }) => (cells[value] ?? '').includes('.'))
})

const amount =
  (column: string): ReadLeg =>
  (row, sheet) => {
    const leg = inAsset(column, 'BTC')(row, sheet)
    return leg !== null && isInSatoshis(sheet) ? { ...leg, amount: shifted(leg.amount, 8) } : leg
  }

const shared = {
  ...walletTable,
  family: 'sparrow-transactions',
  sourceSlug: 'sparrow',
  exchange: 'Sparrow',
  type: 'Value',
  moved: { leg: amount('Value'), direction: 'bySign' },
  fees: [{ leg: amount('Fee'), isIn: 'sent', isSenders: true }],
  value: inColumn(WORTH),
  records: [{ kind: 'utxo-tx', id: 'Txid' }],
  groupId: 'Txid',
  txHash: ['Txid'],
  comment: 'Label',
} as const

/** Sparrow, transactions of a wallet. The value of what was sent includes the fee. */
export const sparrow = inOutTable({
  ...shared,
  id: 'sparrow-transactions',
  name: 'Sparrow transactions',
  headers: [
    { cells: ['Date (UTC)', 'Label', VALUE, BALANCE, FEE, WORTH, 'Txid'] },
    { cells: ['Date (UTC)', 'Label', VALUE, BALANCE, FEE, 'Txid'] },
    { cells: ['Date (UTC)', 'Label', 'Value', 'Balance', 'Fee', WORTH, 'Txid'] },
    { cells: ['Date (UTC)', 'Label', 'Value', 'Balance', 'Fee', 'Txid'] },
  ],
  columns: { Value: /^Value(?: \((?:BTC|sats)\))?$/i, Fee: /^Fee(?: \((?:BTC|sats)\))?$/i },
  time: 'Date (UTC)',
  means: firstOf(where('Date (UTC)', /^unconfirmed$/i, leftOut('unconfirmed')), () => bySides),
})

/** Sparrow until version 1.8.5: times are those of the computer, and the oldest files have no fees. */
export const sparrow2023 = inOutTable({
  ...shared,
  id: 'sparrow-transactions-2023',
  name: 'Sparrow transactions, until 2023',
  headers: [
    { cells: ['Date', 'Label', 'Value', 'Balance', 'Fee', WORTH, 'Txid'] },
    { cells: ['Date', 'Label', 'Value', 'Balance', 'Fee', 'Txid'] },
    { cells: ['Date', 'Label', 'Value', 'Balance', 'Txid'] },
  ],
  unsureZone: 'flagged',
  time: 'Date',
  means: firstOf(where('Date', /^unconfirmed$/i, leftOut('unconfirmed')), () => bySides),
})
