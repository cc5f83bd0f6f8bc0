import { type FormRemovalOfYear, HOW_ACQUIRED, type RemovalFactsInput, VALUED_BY } from '@lotbook/contract'
import { typedAmount } from '../../ui/format/typed-amount.ts'

export type RemovalField = keyof RemovalFactsInput
/** The fields of a form as a person types them; empty is not entered. */
export type TypedFacts = Record<RemovalField, string>

const ANSWERS = ['donee_is_spouse', 'has_appraisal', 'is_for_profit', 'may_recover'] as const
const EIN = /^\d{2}-?\d{7}$/

/** Statements about a removal, as the fields of its form show them. */
export function typedFacts(facts: RemovalFactsInput): TypedFacts {
  const typed = Object.entries(facts).map(([field, value]) => [
    field,
    value === null ? '' : value === true ? 'yes' : value === false ? 'no' : value,
  ])
  return Object.fromEntries(typed) as TypedFacts
}

/** The fields of a form as they are sent: those of its kind alone, and of an appraisal only where there is one. */
export function factsTyped(typed: TypedFacts, fields: FormRemovalOfYear['fields']): RemovalFactsInput {
  const of = (field: RemovalField) => (isAsked(field, typed, fields) ? typed[field].trim() : '')
  const text = (field: RemovalField) => (of(field) === '' ? null : of(field))
  const answer = (field: (typeof ANSWERS)[number]) => (of(field) === '' ? null : of(field) === 'yes')
  return {
    donee: text('donee'),
    donee_address: text('donee_address'),
    donee_ein: text('donee_ein'),
    donee_is_spouse: answer('donee_is_spouse'),
    acknowledged_on: text('acknowledged_on'),
    how_acquired: HOW_ACQUIRED.find((one) => one === of('how_acquired')) ?? null,
    valued_by: VALUED_BY.find((one) => one === of('valued_by')) ?? null,
    has_appraisal: answer('has_appraisal'),
    appraiser: text('appraiser'),
    appraised_on: text('appraised_on'),
    discovered_on: text('discovered_on'),
    reimbursement: typedAmount(of('reimbursement')) ?? null,
    is_for_profit: answer('is_for_profit'),
    may_recover: answer('may_recover'),
    evidence: text('evidence'),
  }
}

/** Whether a form asks for a field: who appraised, and when, only where there is a qualified appraisal. */
export function isAsked(
  field: RemovalField,
  typed: TypedFacts,
  fields: FormRemovalOfYear['fields'],
): boolean {
  if (!fields.includes(field)) return false
  return !['appraiser', 'appraised_on'].includes(field) || typed.has_appraisal === 'yes'
}

/** Faults of the text that was typed, by field, where the form can tell by itself. */
export function mistakesIn(typed: TypedFacts): Partial<Record<RemovalField, string>> {
  const amount = typedAmount(typed.reimbursement)
  return {
    ...(amount === undefined || amount?.startsWith('-') === true
      ? { reimbursement: 'Enter an amount in dollars and cents, like 1,250.75.' }
      : {}),
    ...(typed.donee_ein.trim() === '' || EIN.test(typed.donee_ein.trim())
      ? {}
      : { donee_ein: 'Enter nine digits, like 12-3456789.' }),
  }
}
