import type { Comparison } from '@lotbook/contract'
import { absolute, compare, formatDecimal, isNegative, isZero, sum } from '@lotbook/money'
import { readAmount } from '../../ui/format/amount.ts'

/** What a picture of the changes is of, and what its sentence and its table call it. */
const MEASURES = [
  { id: 'gain', name: 'Gain', noun: 'gain' },
  { id: 'income', name: 'Income', noun: 'income' },
  { id: 'deduction', name: 'Donation deduction', noun: 'donation deduction' },
] as const
export type Measure = (typeof MEASURES)[number]

export interface ChangePart {
  readonly id: string
  readonly label: string
  /** After less before, as exact decimal text. */
  readonly amount: string
}

export interface Changes {
  readonly measure: Measure
  readonly total: string
  /** Every cause that changed it, the largest change first. */
  readonly parts: readonly ChangePart[]
}

/** Causes that have a bar of their own; the others share one. */
const MOST_BARS = 8

/** Changes of a year by cause: of its gain, or where that is the same of its income or deduction. Undefined where none changed. */
export function changesOf(comparison: Comparison, year: number): Changes | undefined {
  for (const measure of MEASURES) {
    const parts = comparison.causes
      .flatMap(({ n, label, years }) => {
        const amount = years.find((one) => one.year === year)?.[measure.id]
        return amount === undefined || isZero(readAmount(amount)) ? [] : [{ id: n.toString(), label, amount }]
      })
      .toSorted((a, b) => compare(sizeOf(b), sizeOf(a)))
    if (parts.length > 0) return { measure, parts, total: totalOf(parts) }
  }
  return undefined
}

/** The parts that have a bar: the largest, and all others as one. */
export function barsOf({ parts }: Changes): readonly ChangePart[] {
  if (parts.length <= MOST_BARS) return parts
  const others = parts.slice(MOST_BARS - 1)
  return [
    ...parts.slice(0, MOST_BARS - 1),
    { id: 'others', label: `${others.length.toString()} other causes`, amount: totalOf(others) },
  ]
}

/** "The gain of 2024 is $1,200.00 higher than before, most of it from Method." */
export function changeSentence(
  { measure, total, parts }: Changes,
  year: number,
  money: (amount: string) => string,
): string {
  const [first] = parts
  const of = `The ${measure.noun} of ${year.toString()}`
  if (first === undefined) return `${of} is the same.`
  const value = readAmount(total)
  const size = money(formatDecimal(absolute(value)))
  const way = isZero(value)
    ? 'is the same as before, since the changes cancel out'
    : `is ${size} ${isNegative(value) ? 'lower' : 'higher'} than before`
  if (parts.length === 1) return `${of} ${way}. The one cause: ${first.label}.`
  return `${of} ${way}. The largest of ${parts.length.toString()} causes: ${first.label}, ${signed(first.amount, money)}.`
}

function signed(amount: string, money: (amount: string) => string): string {
  const value = readAmount(amount)
  return `${isNegative(value) ? '−' : '+'}${money(formatDecimal(absolute(value)))}`
}

function totalOf(parts: readonly ChangePart[]): string {
  return formatDecimal(sum(parts.map(({ amount }) => readAmount(amount))))
}

const sizeOf = ({ amount }: ChangePart) => absolute(readAmount(amount))
