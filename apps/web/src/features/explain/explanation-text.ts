import type { Explanation } from '@lotbook/contract'
import { formatDecimal, isZero, minus, plus, zero } from '@lotbook/money'
import { readAmount } from '../../ui/format/amount.ts'

/** An explanation as plain text, to paste into an email or working papers. Amounts are exact. */
export function explanationText(explanation: Explanation): string {
  const { title, value, unit, sentence, formula, rows, row_count, price, rules, findings } = explanation
  const section = (head: string, lines: readonly string[]) => (lines.length === 0 ? [] : ['', head, ...lines])
  return [
    title,
    explanation.is_unpriced ? 'No price' : `${value} ${unit}`,
    '',
    sentence,
    ...section(
      'Formula',
      formula.map((term) => `${term.sign} ${term.value} ${unit}  ${term.label}`),
    ),
    ...section(`Rows (${rows.length.toString()} of ${row_count.toString()})`, rows.map(rowText(unit))),
    ...section('Price', price === null ? [] : [`${price.value} ${price.currency}. ${price.sentence}`]),
    ...section(
      'Rules',
      rules.map((rule) => `${rule.id}: ${rule.sentence}`),
    ),
    ...section(
      openHead(explanation.filed),
      findings.map(({ message, effect }) =>
        effect === null ? message : `${message} Up to ${effect} ${unit}.`,
      ),
    ),
    ...explanation.records.flatMap((record) => [
      '',
      recordTitle(record),
      ...record.cells.map(({ column, value: cell }) => `${column}: ${cell}`),
    ]),
    ...section('Calculation', calculationLines(explanation)),
  ].join('\n')
}

/** Over the questions beside a figure: of a filed year they change it no longer, and are of when it was filed where that is known. */
export function openHead(filed: Explanation['filed']): string {
  if (filed === null) return 'What would change this'
  const { year, open_as_of } = filed
  return open_as_of === 'today' ? 'Open items today' : `Open items when ${year.toString()} was filed`
}

const rowText = (unit: string) => (row: Explanation['rows'][number]) =>
  [
    row.day,
    row.title,
    row.detail,
    row.quantity === null ? null : `${row.quantity} ${row.asset ?? ''}`.trim(),
    row.value === null ? null : `${row.value} ${unit}`,
  ]
    .filter((part) => part !== null)
    .join(' · ')

/** Place of the original row, as a title. */
export function recordTitle({
  file_name,
  format_name,
  line,
  native_id,
}: Explanation['records'][number]): string {
  const place = [
    file_name ?? format_name ?? 'Original record',
    line === null ? null : `line ${line.toString()}`,
  ].filter((part) => part !== null)
  return file_name === null && line === null && native_id !== null
    ? `${place.join(', ')}, ${native_id}`
    : place.join(', ')
}

function calculationLines({ calculation }: Explanation): readonly string[] {
  if (calculation === null) return []
  const { id, engine_version, rules_version, method, pool, finished_at } = calculation
  return [
    id,
    `engine ${engine_version}, rules ${rules_version}, ${method.toUpperCase()}, pool before 2025: ${pool}, ${finished_at}`,
  ]
}

/** Whether a term or row has more digits than cents, so that what is shown may not add up to the cent. */
export function hasMoreDigits({ formula, rows }: Pick<Explanation, 'formula' | 'rows'>): boolean {
  return (
    [...formula, ...rows].some(({ value }) => value !== null && /\.\d{3}/.test(value)) ||
    rows.some(({ quantity }) => quantity !== null && /\.\d{9}/.test(quantity))
  )
}

/** Difference between a figure and its terms: zero, or an amount that the panel has to state plainly. */
export function remainder({ value, formula }: Pick<Explanation, 'value' | 'formula'>): string | undefined {
  const sum = formula.reduce(
    (total, term) =>
      term.sign === '+' ? plus(total, readAmount(term.value)) : minus(total, readAmount(term.value)),
    zero,
  )
  const rest = minus(readAmount(value), sum)
  return isZero(rest) ? undefined : formatDecimal(rest)
}
