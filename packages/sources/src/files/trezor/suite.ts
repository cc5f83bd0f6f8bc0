import { columns, inColumn, inParts, type ReadLeg } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { perSheet } from '../reader/per-sheet.ts'
import { cleanCell } from '../reader/table.ts'
import { unixTime } from '../reader/table-declaration.ts'
import { assumesBitcoin, inNamedCoin, walletTable } from '../reader/wallet.ts'
import { byWord, cameIn, firstOf, onlyFee, type ReadWay, wentOut, where } from '../reader/ways.ts'

const trezor = { ...walletTable, sourceSlug: 'trezor-suite', exchange: 'Trezor Suite', type: 'Type' } as const

const NFT = /^(ID|#) ?\d/i
const nft = where('Amount', NFT, onlyFee('nft'))
const means = byWord('Type', {
  'recv|received': cameIn('received'),
  sent: wentOut('sent'),
  self: onlyFee('internal_transfer'),
  failed: onlyFee('failed'),
})

/** The addresses of the wallet: those that received. */
const ownAddresses = perSheet((sheet) => {
  const [type, address] = ['Type', 'Address'].map((name) => sheet.columnOf(name) ?? -1)
  const cell = (cells: readonly string[], at = -1) => cleanCell(cells[at] ?? '').toLowerCase()
  const received = sheet.rows.filter(({ cells }) => cell(cells, type).startsWith('rec'))
  return new Set(received.map(({ cells }) => cell(cells, address)))
})

/**
 * Every row has the word of its whole transaction, so what a swap brought is `SENT` too: to the own address of a chain of accounts. Of
 * coins, an output to the own wallet never left it.
 */
const sentToSelf: ReadWay = (row, sheet) => {
  const address = row.text('Address').toLowerCase()
  if (address === '' || !/^sent$/i.test(row.text('Type')) || !ownAddresses(sheet).has(address))
    return undefined
  return address.startsWith('0x') ? cameIn('received') : onlyFee('internal_transfer')
}

const amountOf = inParts(columns('Amount', 'Amount unit'))
const moved: ReadLeg = (row, sheet) => (NFT.test(row.text('Amount')) ? null : amountOf(row, sheet))
const feeOf = inParts(columns('Fee', 'Fee unit'))
/** The fee of a transaction that the wallet sent. */
const ownFee: ReadLeg = (row, sheet) => (/^rec/i.test(row.text('Type')) ? null : feeOf(row, sheet))

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
  means: firstOf(nft, sentToSelf, means),
  moved: { leg: moved, direction: 'byWord' },
  fees: [{ leg: ownFee }],
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
