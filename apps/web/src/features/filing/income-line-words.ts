import type { IncomeOfSource, LineOfIncome } from '@lotbook/contract'

/** Lines of income as a person chooses among them. */
export const lineWords: Readonly<Record<LineOfIncome, string>> = {
  other: 'Other income',
  business: 'Business',
  wages: 'Wages',
  interest: 'Interest',
  dividends: 'Dividends',
}

/** A kind of income from one source, by which it is chosen in a list. */
export const sourceKey = ({ account_id, category, is_cash }: IncomeOfSource) =>
  `${account_id} ${is_cash ? 'cash' : 'coins'} ${category}`

/** `Business · Schedule C, line 1`, with a mark on the usual one. */
export function optionWords({ lines }: IncomeOfSource, of: LineOfIncome): string {
  const name = lines.find(({ line }) => line === of)?.name
  return `${lineWords[of]}${name === undefined ? '' : ` · ${name}`}${lines[0]?.line === of ? ' (usual)' : ''}`
}

/** The lines that all of these may go to, in the order of the first. */
export function commonLines(sources: readonly IncomeOfSource[]): LineOfIncome[] {
  const [first, ...others] = sources
  return (first?.lines ?? [])
    .map(({ line }) => line)
    .filter((line) => others.every(({ lines }) => lines.some((one) => one.line === line)))
}

/** How a line was chosen, in a few words. */
export function chosenWords({ chosen, carried_from }: IncomeOfSource): string {
  switch (chosen) {
    case 'answered':
      return 'Confirmed'
    case 'carried':
      return `As in ${(carried_from ?? 0).toString()}, not confirmed`
    case 'usual':
      return 'Usual line, not confirmed'
  }
}
