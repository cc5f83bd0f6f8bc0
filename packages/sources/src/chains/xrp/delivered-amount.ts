import { decimal, type Decimal, isZero, parseDecimal } from '@lotbook/money'
import { isObject, type JsonObject, textIn } from '../../exchanges/json-answer.ts'
import type { JsonRecord } from '../../exchanges/json-record.ts'

/** An amount of the coin, or of an issuer's token. */
export interface XrpAmount {
  /** Undefined of the coin. */
  readonly token?: { readonly code: string; readonly issuer: string }
  readonly value: Decimal
}

/** Flag of a payment that may deliver less than its amount (`tfPartialPayment`). */
const PARTIAL = 0x0002_0000

/**
 * The amount that a payment delivered: `delivered_amount`, and where a server leaves that out the amount of a payment that could not be a
 * partial one. Undefined of a multi-purpose token, whose decimals nobody states here.
 * https://xrpl.org/docs/concepts/payment-types/partial-payments
 *
 * @throws UnreadableValue where it is not stated, as of partial payments before 2014
 */
export function deliveredBy(
  record: JsonRecord,
  transaction: JsonObject,
  meta: JsonObject,
): XrpAmount | undefined {
  const isPartial = (Number(textIn(transaction, 'Flags') || 0) & PARTIAL) !== 0
  const stated = meta['delivered_amount'] ?? meta['DeliveredAmount']
  const amount = stated ?? (isPartial ? undefined : (transaction['DeliverMax'] ?? transaction['Amount']))
  if (typeof amount === 'string' && /^\d{1,20}$/.test(amount)) return { value: decimal(BigInt(amount), 6) }
  if (isObject(amount) && textIn(amount, 'mpt_issuance_id') !== '') return undefined
  const value = isObject(amount) ? parseDecimal(textIn(amount, 'value')) : undefined
  if (!isObject(amount) || value === undefined || isZero(value))
    throw record.problem('missing_value', 'delivered_amount', 'What this payment delivered is not stated')
  return { token: { code: textIn(amount, 'currency'), issuer: textIn(amount, 'issuer') }, value }
}
