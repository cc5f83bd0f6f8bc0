import { coinOf } from '@lotbook/journal'
import { times } from '@lotbook/money'
import { type Amount, isZeroAmount, noAmount, parseAmount } from '../../reading/amount-text.ts'
import { shown } from '../../reading/shown.ts'
import { isStaked } from '../../providers/etherscan/deposit-contract.ts'
import { readTransaction, transactionIdentity } from '../../providers/etherscan/chain-transaction.ts'
import { csvFormat } from '../reader/csv-format.ts'
import type { Row } from '../reader/row.ts'
import type { Sheet } from '../reader/sheet.ts'
import { cleanCell } from '../reader/table.ts'
import { hashOf, sequenceOf, wallet } from './common.ts'
import { whoseIs } from './whose.ts'
import { noteUnknownState, stateOf } from '../reader/status.ts'

const TIME = 'DateTime (UTC)'

/**
 * Etherscan and its family, the list of transactions as its page hands it out since 2025. Amounts carry their unit, which is the coin or
 * a fraction of it. Its `Value (USD)` does not say of which day it is, and is not used.
 */
export const etherscanPage = csvFormat({
  ...wallet,
  id: 'etherscan-page',
  family: 'etherscan-tx',
  name: 'Etherscan family, transactions of a page',
  headers: [
    {
      cells: [
        'Transaction Hash',
        'Status',
        'Method',
        'Blockno',
        TIME,
        'From',
        'From_Nametag',
        'To',
        'To_Nametag',
        'Amount',
        'Value (USD)',
        'Txn Fee',
      ],
    },
  ],
  dateColumns: [TIME],

  account: (sheet, told) => whoseIs(sheet, { from: 'From', to: 'To' }, told, coinIn(sheet)),

  identify: (row, sheet) => transactionIdentity(hashOf(row, sheet)),
  nameOf: (row) => row.text('Transaction Hash').toLowerCase(),

  readRow(row, sheet, out) {
    const own = sheet.account.address ?? ''
    const isReceiver = row.text('To').toLowerCase() === own
    const amount = amountOf(row)
    const state = stateOf(row.text('Status'), /^success$/i)
    if (state === 'unknown') noteUnknownState('Status', row, out)
    const nothing = { received: noAmount, sent: noAmount }
    const fee = row.amount('Txn Fee', (text) => AMOUNT.exec(text)?.[1] ?? text)
    readTransaction(row, out, {
      native: coinOf(coinIn(sheet) ?? 'ETH'),
      hash: hashOf(row, sheet),
      at: row.time(TIME),
      sequence: sequenceOf(row),
      isSender: row.text('From').toLowerCase() === own,
      isReceiver,
      isFailed: state === 'not_done',
      isStake: isStaked(row.text('To')),
      ...(isReceiver ? { ...nothing, received: amount } : { ...nothing, sent: amount }),
      paid: fee ?? noAmount,
      unitPrices: {},
      comment: row.text('Method'),
    })
  },
})

const AMOUNT = /^([\d.,]{1,80}(?:[eE][+-]?\d{1,3})?)(?: ([A-Za-z]{2,20}))?$/

/** Decimals that a fraction of the coin is smaller by. */
const FRACTIONS: Readonly<Record<string, number>> = {
  wei: 18,
  kwei: 15,
  mwei: 12,
  gwei: 9,
  szabo: 6,
  finney: 3,
}

/** The amount in whole coins. @throws UnreadableValue */
function amountOf(row: Row): Amount {
  const text = row.text('Amount')
  if (text === '') return noAmount
  const [, figure = '', unit = ''] = AMOUNT.exec(text) ?? []
  const amount = parseAmount(figure)
  if (!amount) throw row.problem('not_an_amount', 'Amount', `Not an amount: ${shown(text)}`)
  const places = FRACTIONS[unit.toLowerCase()]
  if (places === undefined || isZeroAmount(amount)) return amount
  const value = times(amount.value, { units: 1n, scale: places })
  return { value, places: value.scale }
}

/** The coin of the chain: the unit of the amounts that is no fraction of it. */
function coinIn(sheet: Sheet): string | undefined {
  const column = sheet.columnOf('Amount') ?? -1
  for (const { cells } of sheet.rows) {
    const unit = AMOUNT.exec(cleanCell(cells[column] ?? ''))?.[2]
    if (unit !== undefined && !Object.hasOwn(FRACTIONS, unit.toLowerCase())) return unit.toUpperCase()
  }
  return undefined
}
