import { inAsset, inColumn, type ReadLeg, shifted } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { perSheet } from '../reader/per-sheet.ts'
import { walletTable } from '../reader/wallet.ts'
import { bySides, firstOf, leftOut, where } from '../reader/ways.ts'

const WORTH = /^Value \(([A-Z]{3})\)$/i
const before = ['Date (UTC)', 'Label', 'Value', 'Balance', 'Fee']

/** Amounts are bitcoin or satoshis, as the window showed them: satoshis where no value of the file has a point. */
const isInSatoshis = perSheet((sheet) => {
  const value = sheet.columnOf('Value') ?? -1
  return !sheet.rows.some(({ cells }) => (cells[value] ?? '').includes('.'))
})

const amount =
  (column: string): ReadLeg =>
  (row, sheet) => {
    const leg = inAsset(column, 'BTC')(row, sheet)
    return leg !== null && isInSatoshis(sheet) ? { ...leg, amount: shifted(leg.amount, 8) } : leg
  }

/** Sparrow, transactions of a wallet. The value of what was sent includes the fee. */
export const sparrow = inOutTable({
  ...walletTable,
  id: 'sparrow-transactions',
  family: 'sparrow-transactions',
  name: 'Sparrow transactions',
  sourceSlug: 'sparrow',
  exchange: 'Sparrow',
  headers: [{ cells: [...before, WORTH, 'Txid'] }, { cells: [...before, 'Txid'] }],
  time: 'Date (UTC)',
  type: 'Value',
  means: firstOf(where('Date (UTC)', /^unconfirmed$/i, leftOut('unconfirmed')), () => bySides),
  moved: { leg: amount('Value'), direction: 'bySign' },
  fees: [{ leg: amount('Fee'), isIn: 'sent', isSenders: true }],
  value: inColumn(WORTH),
  records: [{ kind: 'utxo-tx', id: 'Txid' }],
  groupId: 'Txid',
  txHash: ['Txid'],
  comment: 'Label',
})
