import type { AssetId, Instant } from '@lotbook/journal'
import { isNegative } from '@lotbook/money'
import type { Amount } from '../../reading/amount-text.ts'
import { binanceAsset, RECEIPT } from '../../providers/binance/assets.ts'
import type { Row } from '../reader/row.ts'
import { type Operation, operationOf } from './operations.ts'

/** A row of the statement: one coin that changed in one account. */
export interface StatementRow {
  readonly row: Row
  readonly at: Instant
  readonly account: string
  readonly operationText: string
  readonly operation: Operation | undefined
  readonly asset: AssetId
  readonly amount: Amount
  readonly isMinus: boolean
  readonly remark: string
}

export const timeColumn = (row: Row): string => (row.text('UTC_Time') === '' ? 'Time' : 'UTC_Time')

/** @throws UnreadableValue */
export function statementRow(row: Row): StatementRow {
  const amount = row.requiredAmount('Change')
  const operationText = row.requiredText('Operation')
  const account = row.text('Account')
  const isOfPosition = /futures/i.test(account) && /^fee$/i.test(operationText)
  const coin = row.requiredText('Coin')
  // In a futures account it is the fee of a position, and of no trade of coins.
  const operation = operationOf(isOfPosition ? 'Futures: Fee' : operationText)
  // As much as the coins that went into savings, which have a row of their own: no interest.
  const isReceipt = RECEIPT.test(coin) && HANDS_OUT.test(operationText)
  return {
    row,
    at: row.time(timeColumn(row)),
    account,
    operationText,
    operation: isReceipt ? { kind: 'internal' } : operation,
    asset: binanceAsset(coin),
    amount,
    isMinus: isNegative(amount.value),
    remark: row.text('Remark'),
  }
}

/** Words under which receipts are handed out and taken back. */
const HANDS_OUT = /distribution|purchase|subscri|redemption|redeem|saving|simple earn|transfer/i
