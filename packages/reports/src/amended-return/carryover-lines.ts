import type { CapitalGains } from '@lotbook/rules/us'
import { cents, formUnits } from '../money-text.ts'
import { gainLine } from '../schedule-d.ts'
import type { AmendedLine } from './amended-line.ts'

/**
 * Lines 6 and 14 of the Schedule D of the years after, from two chains of the same years, and the line of Form 1040 where the carryover
 * moves it. The next year is always there; of the ones behind it the lines that differ.
 *
 * @param known years whose gains are known; of another the carryover alone is.
 */
export function carryoverLines(
  year: number,
  known: ReadonlySet<number>,
  filed: readonly CapitalGains[],
  corrected: readonly CapitalGains[],
): AmendedLine[] {
  const before = new Map(filed.map((one) => [one.year, one]))
  return corrected
    .filter((one) => one.year > year)
    .flatMap((one) => {
      const was = before.get(one.year)!
      const lines = [
        carried(one.year, '6', 'Short-term', was.carried.short, one.carried.short),
        carried(one.year, '14', 'Long-term', was.carried.long, one.carried.long),
      ]
      const [form = '', line = ''] = gainLine(one.year).split(', line ')
      const gain = {
        form: `${form} of ${one.year}`,
        line,
        text: 'Capital gain or loss, by the carryover alone',
        filed: formUnits(was.onForm1040, 'cents'),
        corrected: formUnits(one.onForm1040, 'cents'),
      }
      return [...lines, ...(known.has(one.year) ? [gain] : [])].filter(
        ({ form: of, filed: old, corrected: now }) =>
          old !== now || (one.year === year + 1 && of.startsWith('Schedule D')),
      )
    })
}

/** Sentences about years whose carryover a person entered: it stays as entered, and the corrected year leaves another. */
export function statedCarryovers(
  year: number,
  filed: readonly CapitalGains[],
  corrected: readonly CapitalGains[],
): string[] {
  return corrected.flatMap((one, n) => {
    const [was, is] = [filed.find((other) => other.year === one.year - 1)?.left, corrected[n - 1]?.left]
    if (one.year <= year || one.carried.from !== 'stated' || was === undefined || is === undefined) return []
    if (was.short === is.short && was.long === is.long) return []
    return [
      `The carryover into ${one.year} is entered by hand. After the amendment ${one.year - 1} leaves ${cents(is.short)} short-term and ${cents(is.long)} long-term.`,
    ]
  })
}

function carried(year: number, line: string, term: string, filed: string, corrected: string): AmendedLine {
  return {
    form: `Schedule D of ${year}`,
    line,
    text: `${term} capital loss carryover`,
    filed: -formUnits(filed, 'cents'),
    corrected: -formUnits(corrected, 'cents'),
  }
}
