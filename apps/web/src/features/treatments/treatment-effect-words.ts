import type { OpenTreatment, TreatmentBoard } from '@lotbook/contract'
import { formatDecimal, isZero, plus, zero } from '@lotbook/money'
import { readAmount } from '../../ui/format/amount.ts'
import { formatMoney } from '../../ui/format/format-money.ts'

/** The effect of a choice over all years, in a sentence. */
export function effectSentence(
  { effects, currency }: Pick<TreatmentBoard, 'effects' | 'currency'>,
  treatment: OpenTreatment,
  choice: string,
): string {
  const rows = effects?.rows[treatment]
  if (effects === null || rows === undefined) return 'What it would change has not been worked out yet.'
  if (rows === 0) return 'It would change nothing: none of your rows is affected.'
  const outcome = effects.outcomes.find((one) => one.treatment === treatment && one.choice === choice)
  // Worked out while it was chosen: the effects are older than the choice.
  if (outcome === undefined) return 'What it would change has to be worked out again.'
  if (outcome.years.length === 0) return 'It would change no year.'
  const sum = (amounts: readonly (string | null)[]) =>
    amounts.reduce((total, amount) => plus(total, readAmount(amount ?? '0')), zero)
  const parts = [
    ['gain', sum(outcome.years.map(({ difference }) => difference.gain))],
    ['income', sum(outcome.years.map(({ difference }) => difference.income))],
    ['donation deduction', sum(outcome.years.map(({ difference }) => difference.deduction))],
    ['estimated tax', sum(outcome.years.map(({ difference }) => difference.tax))],
  ] as const
  const told = parts
    .filter(([, amount]) => !isZero(amount))
    .map(([what, amount]) => `${what} ${formatMoney(formatDecimal(amount), { currency, signed: true })}`)
  const [first, last] = [outcome.years[0]?.year, outcome.years.at(-1)?.year]
  const when = first === last ? `In ${String(first)}` : `From ${String(first)} to ${String(last)}`
  return told.length === 0
    ? `${when} it would move amounts between years or terms, with no change in total.`
    : `${when}: ${told.join(', ')}.`
}
