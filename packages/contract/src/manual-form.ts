import {
  FIRST_INSTANT,
  INCOMING_SUB_TYPES,
  type Instant,
  NFT_SUB_TYPES,
  OUTGOING_SUB_TYPES,
  type TransactionType,
} from '@lotbook/journal'
import { amountWords, dayWords } from './field-words.ts'
import { screenMessages } from './screen-messages.ts'

/** The form of a manual transaction (R3.32), as text. */
export interface ManualForm {
  readonly type: TransactionType
  /** Empty for a type without sub types. */
  readonly sub_type: string
  /** `2025-01-31T12:45`, UTC (R5.76). */
  readonly date: string
  readonly exchange: string
  readonly from_currency: string
  readonly from_amount: string
  readonly to_currency: string
  readonly to_amount: string
  readonly fee_currency: string
  readonly fee_amount: string
  /** R3.33 */
  readonly us_based: 'true' | 'false'
  readonly comment: string
}

/** Minutes between the times that the form offers (R5.77, R9.15). */
export const MANUAL_STEP_MINUTES = 15
/** Shortest search for which a currency of the person's own is offered (R5.84). */
export const CUSTOM_CURRENCY_FROM = 3

/** The sub types that the form offers for a type (R5.81 to R5.83); none for a type without. */
export function manualSubTypes(type: TransactionType): readonly string[] {
  switch (type) {
    case 'incoming':
      return INCOMING_SUB_TYPES
    case 'outgoing':
      return OUTGOING_SUB_TYPES
    case 'nft':
      return NFT_SUB_TYPES
    default:
      return []
  }
}

/** The sub type that a type begins with (R4.60, R4.62); empty for a type without. */
export function firstSubType(type: TransactionType): string {
  return manualSubTypes(type)[0] ?? ''
}

/** The side whose currency is fixed to the customer's own for a type (R4.57, R4.58, R4.59, R4.61). */
export function fixedSide(type: TransactionType): 'from' | 'to' | undefined {
  if (type === 'buy' || type === 'incoming') return 'from'
  if (type === 'sell' || type === 'outgoing') return 'to'
  return undefined
}

/** Whether the amount of a side may be left out: then it is only what the other one was worth (R5.69, R5.70). */
export function isAmountOptional(type: TransactionType, side: 'from' | 'to'): boolean {
  return (type === 'incoming' && side === 'from') || (type === 'outgoing' && side === 'to')
}

/** What the form does not take, by field. */
export type ManualProblems = Partial<Record<keyof ManualForm, string>>

/**
 * What keeps the form from being saved, by field, in the specification's words; empty when nothing does. Screen and server
 * ask the same.
 *
 * @param now - against which the date is held (R5.75).
 */
export function manualProblems(form: ManualForm, now: Instant): ManualProblems {
  const problems: ManualProblems = {}
  const { date, type } = form
  const words = screenMessages.manual
  const at = manualInstant(date)
  if (date.trim() === '') problems.date = words.dateRequired
  else if (at === undefined) problems.date = dayWords.none('date')
  else if (at < FIRST_INSTANT) problems.date = dayWords.tooEarly('date')
  else if (at > now) problems.date = dayWords.inFuture('date')

  if (form.from_currency.trim() === '') problems.from_currency = words.fromCurrencyRequired
  if (form.to_currency.trim() === '') problems.to_currency = words.toCurrencyRequired
  for (const side of ['from', 'to'] as const) {
    const field = `${side}_amount` as const
    const text = form[field].trim()
    if (text === '') {
      if (!isAmountOptional(type, side))
        problems[field] = side === 'from' ? words.fromAmountRequired : words.toAmountRequired
    } else if (!isAmount(text)) problems[field] = notAnAmount(field, text)
  }
  const fee = form.fee_amount.trim()
  if (fee !== '' && !isAmount(fee)) problems.fee_amount = notAnAmount('fee_amount', fee)
  if (fee !== '' && form.fee_currency.trim() === '') problems.fee_currency = FEE_CURRENCY
  return problems
}

const FEE_CURRENCY = 'Fee currency is required'

/** Whether a text is an amount: numeric, at least 0, with any number of decimals (R5.71, R5.72, R5.73). */
export function isAmount(text: string): boolean {
  return /^\d+(\.\d+)?$/.test(text)
}

/**
 * The amount that was typed, written out (`.5` as `0.5`, `1,000.50` as `1000.50`); empty for what is none, which clears the field
 * (R5.74). A leading dollar sign is left off: the field beside it says the currency. Commas stand only between thousands: `1,5` may be
 * another country's 1.5.
 */
export function amountTyped(text: string): string {
  const typed = text.trim().replace(/^\$\s*/, '')
  const trimmed = /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(typed) ? typed.replaceAll(',', '') : typed
  if (!/^(\d+\.?\d*|\.\d+)$/.test(trimmed)) return ''
  const whole = trimmed.startsWith('.') ? `0${trimmed}` : trimmed
  return whole.endsWith('.') ? whole.slice(0, -1) : whole
}

function notAnAmount(field: string, text: string): string {
  return text.startsWith('-') ? amountWords.negative(field, text) : amountWords.none(field)
}

/** The instant of the form's date, or of one on the wire; undefined for a day or time that there is not. */
export function manualInstant(date: string): Instant | undefined {
  const [, day = '', time = '', seconds = ':00'] =
    /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(:\d{2}(?:\.\d{1,3})?)?Z?$/.exec(date.trim()) ?? []
  const at = Date.parse(`${day}T${time}${seconds}Z`)
  // The thirtieth of February is read as a day in March.
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day ? undefined : at
}

/** The name on the wire of each field of the form (R3.34 to R3.39). */
export const MANUAL_WIRE_NAMES = {
  type: 'type',
  sub_type: 'transaction_type',
  date: 'transaction_at',
  exchange: 'exchange_or_wallet',
  from_currency: 'from_currency_coin',
  from_amount: 'from_currency_quantity',
  to_currency: 'to_currency_coin',
  to_amount: 'to_currency_quantity',
  fee_currency: 'fee_currency_code',
  fee_amount: 'fee_amount',
  us_based: 'us_based',
  comment: 'comment',
} as const satisfies Record<keyof ManualForm, string>

/** What is sent of the form. */
export interface ManualPayload {
  readonly type: string
  readonly transaction_type?: string
  readonly transaction_at: string
  readonly exchange_or_wallet: string
  readonly from_currency_coin: string
  readonly from_currency_quantity: string
  readonly to_currency_coin: string
  readonly to_currency_quantity: string
  readonly fee_currency_code: string
  readonly fee_amount: string
  readonly us_based: 'true' | 'false'
  readonly comment: string
}

/** The form on its way: `type` is the sub type where there is one, else the type (R3.38); an NFT says both (R3.40). */
export function manualPayload(form: ManualForm): ManualPayload {
  const { type, sub_type } = form
  const at = manualInstant(form.date)
  return {
    ...(type === 'nft' ? { type, transaction_type: sub_type } : { type: sub_type === '' ? type : sub_type }),
    transaction_at: at === undefined ? form.date : new Date(at).toISOString(),
    exchange_or_wallet: form.exchange.trim(),
    from_currency_coin: form.from_currency,
    from_currency_quantity: form.from_amount.trim(),
    to_currency_coin: form.to_currency,
    to_currency_quantity: form.to_amount.trim(),
    // A currency without an amount is no fee.
    fee_currency_code: form.fee_amount.trim() === '' ? '' : form.fee_currency,
    fee_amount: form.fee_amount.trim(),
    us_based: form.us_based,
    comment: form.comment.trim(),
  }
}

/** A currency to choose (R3.30). */
export interface CurrencyOption {
  /** The ticker in small letters. */
  readonly value: string
  readonly label: string
  readonly active: boolean
  /** The asset it names; tickers of tokens are not unique. */
  readonly currency_id: string
}

/** A currency that nothing knows, by what was typed: offered from three characters on where none is called exactly that (R5.84, R5.85). */
export function customCurrency(
  typed: string,
  found: readonly { readonly code: string; readonly name: string }[],
): CurrencyOption | undefined {
  const term = typed.trim().replace(/\s+/g, ' ')
  const value = term.toLowerCase()
  if (term.length < CUSTOM_CURRENCY_FROM) return undefined
  if (found.some(({ code, name }) => code.toLowerCase() === value || name.toLowerCase() === value))
    return undefined
  return { value, label: term.toUpperCase(), active: true, currency_id: term }
}
