import { coinOf } from '@lotbook/journal'
import { isStaked } from '../../providers/etherscan/deposit-contract.ts'
import { readTransaction, transactionIdentity } from '../../providers/etherscan/chain-transaction.ts'
import { isZeroAmount, noAmount } from '../../reading/amount-text.ts'
import { csvFormat } from '../reader/csv-format.ts'
import { any, type HeaderCell } from '../reader/signature.ts'
import {
  coinPrice,
  DATE_TIME,
  HASH,
  hashOf,
  HISTORICAL,
  sequenceOf,
  VALUE_IN,
  VALUE_OUT,
  wallet,
} from './common.ts'
import { meetOtherSide } from '../reader/own-address.ts'
import { whoseIs } from './whose.ts'
import { noteUnknownState, stateOf } from '../reader/status.ts'

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

  identify: (row, sheet) => transactionIdentity(hashOf(row, sheet)),

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
    const state = stateOf(row.text('Status'), /^(?:|1|ok|success)$/i)
    if (state === 'unknown') noteUnknownState('Status', row, out)
    const isFailed = state === 'not_done'
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
      isStake: isStaked(row.text('To')),
      received,
      sent,
      paid: row.amount(sheet.find(FEE)?.name ?? '') ?? noAmount,
      unitPrices: coinPrice(row, sheet, native, out),
      comment: row.text('PrivateNote') || row.text('Method'),
    })
  },
})
