import { formText, formUnits } from '../money-text.ts'
import type { AmendedLine } from './amended-line.ts'

/** A reason why a filed year differs, with what it moved. */
export interface AmendmentCause {
  readonly label: string
  /** Change of the net gain, exact. */
  readonly gain: string
  readonly rows: number
}

interface Changes {
  readonly year: number
  readonly causes: readonly AmendmentCause[]
  readonly scheduleD: readonly AmendedLine[]
  readonly form1040: readonly AmendedLine[]
  readonly carryover: readonly AmendedLine[]
}

/** Lines of Schedule D that sum up others. */
const SUMS = new Set(['7', '15', '16', '21'])

/** Part II of Form 1040-X: why the return is amended, and each line that changes with its amounts as filed and corrected. */
export function explanation({ year, causes, scheduleD, form1040, carryover }: Changes): string[] {
  const sums = scheduleD.filter(({ line }) => SUMS.has(line)).filter(isChanged)
  const ofReturn = form1040.filter(isChanged)
  const later = carryover.filter(isChanged)
  const capital = form1040.at(-1)
  const isHeld = capital !== undefined && !isChanged(capital) && later.length > 0
  return [
    `Records of digital asset transactions of ${year} were incomplete or recorded differently when the return was filed. Form 8949 and Schedule D are corrected.`,
    ...causes.map(
      ({ label, gain, rows }) =>
        `${label}: ${rows === 1 ? '1 row' : `${rows.toLocaleString('en-US')} rows`}, net gain ${signed(formUnits(gain, 'cents'))}.`,
    ),
    ...[...sums, ...ofReturn].map(sentence),
    ...(isHeld
      ? [`The capital gain or loss on ${capital.form} does not change. What changes is carried over.`]
      : []),
    ...later.map(sentence),
    'The corrected Form 8949 and Schedule D are attached.',
  ]
}

const isChanged = ({ filed, corrected }: AmendedLine) => filed !== corrected

function sentence({ form, line, text, filed, corrected }: AmendedLine): string {
  return `${form}, line ${line} (${lowerFirst(text)}): ${amountText(filed)} as filed, ${amountText(corrected)} corrected.`
}

const amountText = (amount: bigint | null) => (amount === null ? 'none' : dollars(amount))
const signed = (amount: bigint) => `${amount < 0n ? '' : '+'}${dollars(amount)}`

/** `-$1,234.50` */
function dollars(amount: bigint): string {
  const [whole = '', cents = ''] = formText(amount < 0n ? -amount : amount, 'cents').split('.')
  return `${amount < 0n ? '-' : ''}$${whole.replace(/\B(?=(?:\d{3})+$)/g, ',')}.${cents}`
}

function lowerFirst(text: string): string {
  return /^[A-Z][a-z]/.test(text) && !/^(?:Schedule|Form|Lines)\b/.test(text)
    ? `${text.charAt(0).toLowerCase()}${text.slice(1)}`
    : text
}
