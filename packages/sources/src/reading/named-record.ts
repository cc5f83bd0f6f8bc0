import type { Instant } from '@lotbook/journal'
import type { Amount } from './amount-text.ts'
import type { Origin } from './origin.ts'
import type { ForeignRecord, RecordIdentity } from './record.ts'
import { UnreadableValue } from './unreadable-value.ts'

/** A record whose values are read by name: the columns of a table, the fields of an API's entry. */
export abstract class NamedRecord implements ForeignRecord {
  abstract readonly number: number
  abstract readonly origin: Origin
  abstract readonly isDateOnly: boolean
  abstract identity(): RecordIdentity

  /** The text of a column or field; empty where it is missing. */
  abstract text(column: string): string
  abstract amount(column: string, bare?: (text: string) => string): Amount | null
  /** The instant of a column or field. @throws UnreadableValue for a date that does not exist, is no date or is before there were coins. */
  abstract time(column: string): Instant

  /** The amount of a column or field that must have one. @throws UnreadableValue */
  requiredAmount(column: string): Amount {
    const amount = this.amount(column)
    if (amount === null) throw new UnreadableValue(this, 'missing_amount', column, '', `${column} is empty`)
    return amount
  }

  /** The text of a column or field that must have one. @throws UnreadableValue */
  requiredText(column: string): string {
    const text = this.text(column)
    if (text === '') throw new UnreadableValue(this, 'missing_value', column, '', `${column} is empty`)
    return text
  }

  /** A fee that turns the sign of the amount around which is said to hold it: one of the two is wrong. */
  feeAboveAmount(column: string): UnreadableValue {
    return this.problem('fee_above_amount', column, 'The fee is above the amount that it is part of')
  }

  /** A finding about this record that no reader of values made. */
  problem(code: string, column: string, message: string): UnreadableValue {
    return new UnreadableValue(this, code, column, this.text(column), message)
  }
}
