import { HOW_ACQUIRED, VALUED_BY, type FormRemovalOfYear } from '@lotbook/contract'
import type { RemovalField } from './typed-facts.ts'

const HOW_WORDS: Readonly<Record<(typeof HOW_ACQUIRED)[number], string>> = {
  purchase: 'Purchase',
  exchange: 'Exchange',
  gift: 'Gift',
  inheritance: 'Inheritance',
  income: 'Received as income',
  other: 'Other',
}

const VALUED_WORDS: Readonly<Record<(typeof VALUED_BY)[number], string>> = {
  market_price: 'Market price on the day',
  appraisal: 'Appraisal',
  comparable_sales: 'Comparable sales',
  other: 'Other',
}

interface FieldWords {
  readonly label: string
  readonly hint?: string
  /** A day, a line of text, an amount, or one of some choices. */
  readonly as: 'day' | 'line' | 'amount' | readonly (readonly [value: string, name: string])[]
  /** The name of the empty choice, where the field is a choice. */
  readonly none?: string
  /** The longest line. */
  readonly most?: number
}

/** The name of the button that opens the form. */
export function entersWords({ missing, facts }: FormRemovalOfYear): string {
  const isUntouched = Object.values(facts).every((fact) => fact === null)
  return missing.length > 0 || isUntouched ? 'Enter details' : 'Change details'
}

const YES_NO = [
  ['yes', 'Yes'],
  ['no', 'No'],
] as const

/** Each field of the form by its name, and where a person finds it. */
export function fieldWords(field: RemovalField, { kind, how_acquired }: FormRemovalOfYear): FieldWords {
  switch (field) {
    case 'donee':
      return kind === 'donation'
        ? { label: 'Organization', as: 'line', most: 200 }
        : {
            label: 'Who received it',
            hint: 'Gifts to one person are added up over the year.',
            as: 'line',
            most: 200,
          }
    case 'donee_address':
      return { label: 'Address', as: 'line', most: 300 }
    case 'donee_ein':
      return {
        label: 'EIN',
        hint: 'Nine digits, like 12-3456789. Section B of Form 8283 asks for it.',
        as: 'line',
      }
    case 'donee_is_spouse':
      return {
        label: 'Is this your spouse, and a U.S. citizen?',
        hint: 'Gifts to a spouse who is a U.S. citizen do not need Form 709.',
        as: YES_NO,
      }
    case 'acknowledged_on':
      return {
        label: 'Date of the acknowledgment',
        hint: 'The organization’s letter. You need one for a gift of $250 or more.',
        as: 'day',
      }
    case 'how_acquired':
      return {
        label: 'How you acquired it',
        ...(how_acquired === null
          ? {
              hint: 'Your lots came in different ways, or the history does not say. An answer here is used for all of them.',
            }
          : { none: `${HOW_WORDS[how_acquired]}, by your history` }),
        as: HOW_ACQUIRED.map((one) => [one, HOW_WORDS[one]] as const),
      }
    case 'valued_by':
      return {
        label: 'How the value was determined',
        as: VALUED_BY.map((one) => [one, VALUED_WORDS[one]] as const),
      }
    case 'has_appraisal':
      return {
        label: 'Qualified appraisal',
        hint: 'Needed if the digital assets you donate in a year deduct more than $5,000 together. Without one nothing is deductible.',
        as: YES_NO,
      }
    case 'appraiser':
      return { label: 'Appraiser', as: 'line', most: 200 }
    case 'appraised_on':
      return { label: 'Date of the appraisal', hint: 'At most 60 days before the donation.', as: 'day' }
    case 'discovered_on':
      return {
        label: 'Discovered on',
        ...(kind === 'stolen' ? { hint: 'A theft counts in the year it is discovered.' } : {}),
        as: 'day',
      }
    case 'reimbursement':
      return {
        label: 'Insurance or other reimbursement',
        hint: 'Received or expected, in dollars. Enter 0 if there is none.',
        as: 'amount',
      }
    case 'is_for_profit':
      return {
        label: 'Was it held in a transaction entered into for profit?',
        hint: 'An investment that was stolen or that an investment scam took, for example.',
        as: YES_NO,
      }
    case 'may_recover':
      return {
        label: 'Is there a reasonable prospect of recovery?',
        hint: 'No loss counts as long as there is.',
        as: YES_NO,
      }
    case 'evidence':
      return {
        label: 'Evidence',
        hint: 'A police or IC3 report, letters from the exchange.',
        as: 'line',
        most: 2000,
      }
  }
}
