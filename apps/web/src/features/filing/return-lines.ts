import type { FormTotals, OneYear } from '@lotbook/contract'
import { formatDecimal, sum } from '@lotbook/money'
import { readAmount } from '../../ui/format/amount.ts'

type Term = 'short' | 'long'

/** A line of Schedule D that boxes of Form 8949 lead to. */
export interface ScheduleLine {
  readonly term: Term
  /** "Lines 2, 3 → 7": where the boxes go, and the line that adds them. */
  readonly lines: string
  readonly text: string
  readonly gain: string
}

/** The line of Schedule D that a box adds to (tax/us 5.1). */
const LINE_OF_BOX: Readonly<Record<string, string>> = {
  A: '1b',
  G: '1b',
  B: '2',
  H: '2',
  C: '3',
  I: '3',
  D: '8b',
  J: '8b',
  E: '9',
  K: '9',
  F: '10',
  L: '10',
}

/** The net lines of Schedule D of the terms that have a disposal. */
export function scheduleLines(boxes: FormTotals['boxes']): ScheduleLine[] {
  return (['short', 'long'] as const).flatMap((term) => {
    const of = boxes.filter((one) => one.term === term)
    if (of.length === 0) return []
    const lines = [...new Set(of.map(({ box }) => LINE_OF_BOX[box] ?? ''))].toSorted(byNumber)
    return [
      {
        term,
        lines: `${lines.length === 1 ? 'Line' : 'Lines'} ${lines.join(', ')} → ${term === 'short' ? '7' : '15'}`,
        text: `${term}-term, digital assets`,
        gain: formatDecimal(sum(of.map(({ gain }) => readAmount(gain)))),
      },
    ]
  })
}

const byNumber = (a: string, b: string) => Number.parseInt(a, 10) - Number.parseInt(b, 10)

/** The line of Schedule 1 that crypto income stands on; digital assets have one of their own since 2024 (tax/us 7.1). */
export const incomeLine = ({ year }: Pick<OneYear, 'year'>) => (year >= 2024 ? '8v' : '8z')
