import { type AssetId, coinOf, type Instant } from '@lotbook/journal'
import { absoluteAmount, type Amount, isZeroAmount, noAmount } from '../../reading/amount-text.ts'
import type { Collector, Draft } from '../../reading/collector.ts'
import { csvFormat } from '../reader/csv-format.ts'
import type { Row } from '../reader/row.ts'
import { any, type HeaderCell } from '../reader/signature.ts'
import {
  coinPrice,
  DATE_TIME,
  HASH,
  hashOf,
  HISTORICAL,
  meetOtherSide,
  sequenceOf,
  VALUE_IN,
  VALUE_OUT,
  wallet,
} from './common.ts'
import { whoseIs } from './whose.ts'

const FEE = /^TxnFee\((?!USD\))(\w+)\)$/i
const cells: readonly HeaderCell[] = [
  HASH,
  'Blockno',
  'UnixTimestamp',
  DATE_TIME,
  'From',
  'To',
  'ContractAddress',
  VALUE_IN,
  VALUE_OUT,
  any,
  /^TxnFee\((\w+)\)$/i,
  'TxnFee(USD)',
  HISTORICAL,
  'Status',
  'ErrCode',
]

/**
 * Etherscan and its family, normal transactions. The native coin's ticker stands in the header. The fee is
 * the sender's; a failed transaction costs its fee and moves nothing.
 */
export const etherscanTx = csvFormat({
  ...wallet,
  id: 'etherscan-tx',
  family: 'etherscan-tx',
  name: 'Etherscan family, transactions',
  headers: [
    { cells: [...cells, 'Method'] },
    { cells: [...cells, 'Method', 'PrivateNote'] },
    { cells },
    { cells: [...cells, 'PrivateNote'] },
  ],
  dateColumns: ['UnixTimestamp'],

  account: (sheet, told) =>
    whoseIs(sheet, { from: 'From', to: 'To', valueIn: VALUE_IN, valueOut: VALUE_OUT }, told),

  identify: (row, sheet) => ({ kind: 'evm-tx', nativeId: hashOf(row, sheet), content: hashOf(row, sheet) }),

  // A transaction has its hash alone; a row without one is reported when it is read.
  nameOf: (row, sheet) => row.text(sheet.find(HASH)?.name ?? '').toLowerCase(),

  readRow(row, sheet, out) {
    const own = sheet.account.address ?? ''
    const native = coinOf((sheet.find(VALUE_IN)?.captured ?? 'ETH').toUpperCase())
    const hash = hashOf(row, sheet)
    const isSender = row.text('From').toLowerCase() === own
    const isReceiver =
      row.text('To').toLowerCase() === own || row.text('ContractAddress').toLowerCase() === own
    const received = row.amount(sheet.find(VALUE_IN)?.name ?? '') ?? noAmount
    const sent = row.amount(sheet.find(VALUE_OUT)?.name ?? '') ?? noAmount
    const isFailed = row.text('Status') !== '' && row.text('Status') !== '1'
    if (!isFailed && !(isZeroAmount(received) && isZeroAmount(sent)))
      meetOtherSide(sheet, out, hash, row.text('From'), row.text('To'))
    readTransaction(row, out, {
      native,
      hash,
      at: row.unixTime('UnixTimestamp'),
      sequence: sequenceOf(row),
      isSender,
      isReceiver,
      isFailed,
      received,
      sent,
      paid: row.amount(sheet.find(FEE)?.name ?? '') ?? noAmount,
      unitPrices: coinPrice(row, sheet, native, out),
      comment: row.text('PrivateNote') || row.text('Method'),
    })
  },
})

/** A transaction of an explorer, as seen from the own address. */
export interface ChainTransaction {
  readonly native: AssetId
  readonly hash: string
  readonly at: Instant
  readonly sequence: string | null
  readonly isSender: boolean
  readonly isReceiver: boolean
  readonly isFailed: boolean
  readonly received: Amount
  readonly sent: Amount
  /** Fee that the sender of the transaction paid. */
  readonly paid: Amount
  readonly unitPrices: NonNullable<Draft['unitPrices']>
  readonly comment: string
}

/** The fee is the sender's; a failed transaction costs its fee and moves nothing. */
export function readTransaction(row: Row, out: Collector, told: ChainTransaction): void {
  const { native, hash, at, sequence, isSender, isReceiver, isFailed, received, sent } = told
  const { unitPrices, comment } = told
  if (!isSender && !isReceiver) return out.skip([row], 'not_own_address')
  const paid = isSender ? absoluteAmount(told.paid) : noAmount
  const fee = { asset: native, amount: paid }
  const base = { at, txHash: hash, group: hash, sequence, unitPrices, comment }
  const isMove = !isFailed && !(isSender && isReceiver)
  if (isMove && !isZeroAmount(received))
    return out.add([row], {
      ...base,
      type: 'incoming',
      subType: 'received',
      to: { asset: native, amount: received },
      fee,
    })
  if (isMove && !isZeroAmount(sent))
    return out.add([row], {
      ...base,
      type: 'outgoing',
      subType: 'sent',
      from: { asset: native, amount: sent },
      fee,
    })
  // Someone else's call, or one that cost nothing that the export shows: its tokens are in the sibling file.
  if (isZeroAmount(paid)) return out.skip([row], isFailed ? 'failed' : 'no_value_moved')
  return out.add([row], {
    ...base,
    type: 'outgoing',
    subType: 'fee',
    from: fee,
    flags: isFailed ? ['failed'] : [],
  })
}
