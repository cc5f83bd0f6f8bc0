import { isSubTypeOf, isTransactionType, type TransactionType } from '@lotbook/journal'

/** A type with its sub type. */
export interface TypeChoice {
  readonly type: TransactionType
  readonly sub_type: string | null
}

/** The value of a control that chooses a type with its sub type. */
export function typeValue({ type, sub_type }: TypeChoice): string {
  return `${type} ${sub_type ?? ''}`
}

/** The type and sub type of such a value; undefined for any other text. */
export function typeOfValue(value: string): TypeChoice | undefined {
  const [type = '', subType = ''] = value.split(' ')
  const sub_type = subType === '' ? null : subType
  return isTransactionType(type) && isSubTypeOf(type, sub_type) ? { type, sub_type } : undefined
}
