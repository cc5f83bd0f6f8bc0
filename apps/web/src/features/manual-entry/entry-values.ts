import {
  type CurrencyOption,
  type CurrencyResult,
  firstSubType,
  fixedSide,
  MANUAL_STEP_MINUTES,
  MANUAL_WIRE_NAMES,
  type ManualForm,
} from '@lotbook/contract'
import type { TransactionType } from '@lotbook/journal'

/** The form while it is filled in: day and time apart, currencies as they were chosen. */
export interface EntryValues {
  readonly type: TransactionType
  readonly sub_type: string
  /** `2025-01-31`, UTC. */
  readonly day: string
  /** `12:45`, UTC. */
  readonly time: string
  readonly exchange: string
  readonly from: CurrencyOption | null
  readonly from_amount: string
  readonly to: CurrencyOption | null
  readonly to_amount: string
  readonly fee: CurrencyOption | null
  readonly fee_amount: string
  readonly us_based: 'true' | 'false'
  readonly comment: string
  /** E8: what is received was there already. */
  readonly is_opening_lot: boolean
}

/** Noon in UTC is on the same day everywhere in the United States; midnight is on the day before. */
const FIRST_TIME = '12:00'

/** The form as it begins. */
export function firstValues(currency: string): EntryValues {
  return {
    type: 'buy',
    sub_type: '',
    day: '',
    time: FIRST_TIME,
    exchange: '',
    from: optionOfCode(currency),
    from_amount: '',
    to: null,
    to_amount: '',
    fee: null,
    fee_amount: '',
    us_based: 'true',
    comment: '',
    is_opening_lot: false,
  }
}

/** A currency of a state by its code. */
export function optionOfCode(code: string): CurrencyOption {
  return { value: code.toLowerCase(), label: code, active: true, currency_id: code }
}

/** A search result as an option; the server leaves inactive ones out. */
export function optionOf({ currency_id, code, name }: CurrencyResult): CurrencyOption {
  return {
    value: code.toLowerCase(),
    label: name === code ? code : `${code} · ${name}`,
    active: true,
    currency_id,
  }
}

/** The ticker of a chosen currency, as people write it. */
export function tickerOfOption({ value }: CurrencyOption): string {
  return value.toUpperCase()
}

/**
 * The values under another type: its first sub type, and the own currency on the side where it is fixed. What was entered goes
 * along: a purchase that turns into a sale swaps its sides.
 */
export function withType(values: EntryValues, type: TransactionType, currency: string): EntryValues {
  const [before, now] = [fixedSide(values.type), fixedSide(type)]
  const turned =
    before !== undefined && now !== undefined && before !== now
      ? { from: values.to, from_amount: values.to_amount, to: values.from, to_amount: values.from_amount }
      : before !== undefined && now === undefined
        ? { [before]: null }
        : {}
  return {
    ...values,
    ...turned,
    ...(now === undefined ? {} : { [now]: optionOfCode(currency) }),
    type,
    sub_type: firstSubType(type),
    is_opening_lot: false,
  }
}

/** The form of the specification. */
export function formOfValues(values: EntryValues): ManualForm {
  const { type, sub_type, day, time, exchange, from_amount, to_amount, fee_amount, us_based, comment } =
    values
  return {
    type,
    sub_type,
    date: day === '' ? '' : `${day}T${time}`,
    exchange,
    from_currency: values.from?.currency_id ?? '',
    from_amount,
    to_currency: values.to?.currency_id ?? '',
    to_amount,
    fee_currency: values.fee?.currency_id ?? '',
    fee_amount,
    us_based,
    comment,
  }
}

/** Whether what is received can be entered as a lot that was there already: its cost is known, and it is no income. */
export function canBeOpeningLot({ type, sub_type }: Pick<EntryValues, 'type' | 'sub_type'>): boolean {
  return type === 'incoming' && sub_type === 'received'
}

const MINUTES_OF_DAY = 1440

/** Every time of a day that the form offers, `00:00` to `23:45`; of today those that have been. */
export function timesOf(day: string, now: Date): readonly string[] {
  const today = now.toISOString()
  return Array.from({ length: MINUTES_OF_DAY / MANUAL_STEP_MINUTES }, (_, n) => {
    const minutes = n * MANUAL_STEP_MINUTES
    return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
  }).filter((time) => day !== today.slice(0, 10) || time <= today.slice(11, 16))
}

/** The time of a day, moved to the latest that has been where it is still to come. */
export function timeOn(day: string, time: string, now: Date): string {
  const times = timesOf(day, now)
  return times.includes(time) ? time : (times.at(-1) ?? time)
}

const two = (n: number) => n.toString().padStart(2, '0')

/** The field of the form that a refusal of the server is about, by its name on the wire. */
export function fieldOfWire(name: string): keyof ManualForm | undefined {
  const fields = Object.keys(MANUAL_WIRE_NAMES) as (keyof ManualForm)[]
  return fields.find((field) => MANUAL_WIRE_NAMES[field] === name)
}
