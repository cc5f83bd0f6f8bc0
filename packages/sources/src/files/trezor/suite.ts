import { columns, inColumn, inParts } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { unixTime } from '../reader/table-declaration.ts'
import { assumesBitcoin, inNamedCoin, walletTable } from '../reader/wallet.ts'
import { byWord, cameIn, firstOf, leftOut, onlyFee, wentOut, where } from '../reader/ways.ts'

const trezor = { ...walletTable, sourceSlug: 'trezor-suite', exchange: 'Trezor Suite', type: 'Type' } as const

const means = firstOf(
  where('Amount', /^(ID|#) ?\d/i, leftOut('nft')),
  byWord('Type', {
    'recv|received': cameIn('received'),
    sent: wentOut('sent'),
    self: onlyFee('internal_transfer'),
    failed: onlyFee('failed'),
  }),
)

const cells = [
  ...['Timestamp', 'Date', 'Time', 'Type', 'Transaction ID', 'Fee', 'Fee unit', 'Address', 'Label'],
  ...['Amount', 'Amount unit', /^Fiat \([A-Z]{3}\)$/i, 'Other'],
]

/** Trezor Suite since 2021. One row per output, of which the first has the fee. Day and time of day are local: the timestamp counts. */
export const trezorSuite = inOutTable({
  ...trezor,
  id: 'trezor-suite-v2',
  family: 'trezor-suite',
  name: 'Trezor Suite transactions',
  headers: [{ cells }],
  time: unixTime('Timestamp'),
  means,
  moved: { leg: inParts(columns('Amount', 'Amount unit')), direction: 'byWord' },
  fees: [{ leg: inParts(columns('Fee', 'Fee unit')), isSenders: true }],
  value: inColumn(/^Fiat \(([A-Z]{3})\)$/i),
  // A coin and its tokens have files of their own; what one transaction moved is one event.
  group: (row) => row.text('Transaction ID'),
  groupId: 'Transaction ID',
  txHash: ['Transaction ID'],
  comment: 'Label',
})

/** Trezor Suite in 2020: local times, and the coin in the name of the file (`export-btc-…`) alone. */
export const trezorSuite2020 = inOutTable({
  ...trezor,
  id: 'trezor-suite-v1',
  family: 'trezor-suite-2020',
  name: 'Trezor Suite transactions, 2020',
  headers: [{ cells: ['Date & Time', 'Type', 'Transaction ID', 'Addresses', 'Fee', 'Total'] }],
  dateOrder: 'month-first',
  unsureZone: 'flagged',
  time: 'Date & Time',
  means,
  moved: { leg: inNamedCoin('Total'), direction: 'byWord' },
  fees: [{ leg: inNamedCoin('Fee'), isIn: 'sent', isSenders: true }],
  assumption: assumesBitcoin,
  txHash: ['Transaction ID'],
})
