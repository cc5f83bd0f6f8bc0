import { isFiat, yearOf } from '@lotbook/journal'
import {
  allowedIncomeLines,
  incomeLineOf,
  LINES_OF_INCOME,
  type ChosenIncomeLine,
  type LineOfIncome,
} from '@lotbook/rules/us'
import type { IncomeRow } from '@lotbook/tax'

/** A statement of a file of return facts: which line a kind of income from one source goes to. */
export interface StatedIncomeLine {
  /** `2025, income_lines 1`: its place in the file, for people. */
  readonly where: string
  readonly year: number
  readonly category: string
  /** The name or the id of an account. */
  readonly source: string
  /** Cash or digital assets alone; both where it is not stated. */
  readonly isCash: boolean | null
  readonly line: LineOfIncome
}

type Report = (where: string, why: string) => void

/** More statements than this for a year are no list that anybody wrote. */
const MOST_STATED = 1000
const FIELDS = ['category', 'source', 'line', 'paid_in']
const EXPECTED = '{"category": "mined", "source": "Kraken", "line": "business"}'

/** The statements of a year as the file has them; what is wrong is reported by its place. */
export function statedIncomeLines(year: string, stated: unknown, report: Report): StatedIncomeLine[] {
  if (stated === undefined || stated === null) return []
  if (!Array.isArray(stated)) {
    report(`${year}, income_lines`, `a list is expected, such as [${EXPECTED}]`)
    return []
  }
  if (stated.length > MOST_STATED) {
    report(`${year}, income_lines`, `at most ${MOST_STATED} are expected, and there are ${stated.length}`)
    return []
  }
  return stated.flatMap((one: unknown, n) => statedLine(year, `${year}, income_lines ${n + 1}`, one, report))
}

function statedLine(year: string, where: string, one: unknown, report: Report): StatedIncomeLine[] {
  if (typeof one !== 'object' || one === null || Array.isArray(one)) {
    report(where, `an object is expected, such as ${EXPECTED}`)
    return []
  }
  const { category, source, line, paid_in = null } = one as Readonly<Record<string, unknown>>
  const problems = Object.keys(one)
    .filter((name) => !FIELDS.includes(name))
    .map((name) => `there is no field ${name}; there are ${FIELDS.join(', ')}`)
  if (typeof category !== 'string' || category === '')
    problems.push('category: a word such as mined is expected')
  if (typeof source !== 'string' || source === '')
    problems.push('source: the name of an account is expected, such as Kraken')
  const known = LINES_OF_INCOME.find((name) => name === line)
  if (known === undefined) problems.push(`line: one of ${LINES_OF_INCOME.join(', ')} is expected`)
  if (paid_in !== null && paid_in !== 'cash' && paid_in !== 'digital_assets')
    problems.push('paid_in: cash or digital_assets is expected')
  for (const problem of problems) report(where, problem)
  if (problems.length > 0 || known === undefined) return []
  return [
    {
      where,
      year: Number(year),
      category: String(category),
      source: String(source),
      isCash: paid_in === null ? null : paid_in === 'cash',
      line: known,
    },
  ]
}

type Receipt = Pick<IncomeRow, 'account' | 'asset' | 'category' | 'date'>

/**
 * The line of each receipt by what is stated.
 *
 * @param nameOf the name of an account by its id.
 * @returns undefined where a statement is about no income of its year, about some that another one is about, or names a line that the
 *   income may not go to; each is reported.
 */
export function linesOfReceipts(
  stated: readonly StatedIncomeLine[],
  receipts: Iterable<Receipt>,
  nameOf: (account: string) => string,
  report: Report,
): ((receipt: Receipt) => ChosenIncomeLine) | undefined {
  const answers = new Map<string, { year: number; line: LineOfIncome }[]>()
  const met = new Map<StatedIncomeLine, Set<string>>()
  const byKind = Map.groupBy(stated, ({ year, category }) => `${year} ${category}`)
  for (const receipt of receipts) {
    const ofKind = byKind.get(`${yearOf(receipt.date)} ${receipt.category}`) ?? []
    for (const one of ofKind.filter((of) => isAbout(of, receipt, nameOf)))
      met.set(one, (met.get(one) ?? new Set()).add(keyOf(receipt)))
  }
  let isRight = true
  const wrong = (where: string, why: string) => {
    report(where, why)
    isRight = false
  }
  for (const one of stated) {
    const keys = met.get(one) ?? new Set()
    if (keys.size === 0)
      wrong(
        one.where,
        `${one.source} has no income of the kind ${one.category} in ${one.year}${PAID_IN[String(one.isCash)] ?? ''}`,
      )
    for (const key of keys) {
      const before = answers.get(key) ?? []
      if (before.some(({ year }) => year === one.year))
        wrong(one.where, `the line of ${one.category} from ${one.source} is there twice`)
      answers.set(key, [...before, { year: one.year, line: one.line }])
      const allowed = allowedIncomeLines({ category: one.category, isCash: key.startsWith('cash') })
      if (!allowed.includes(one.line))
        wrong(one.where, `line: ${one.category} goes to one of ${allowed.join(', ')}, not to ${one.line}`)
    }
  }
  if (!isRight) return undefined
  return (receipt) =>
    incomeLineOf(
      { category: receipt.category, isCash: isFiat(receipt.asset) },
      yearOf(receipt.date),
      answers.get(keyOf(receipt)) ?? [],
    )
}

const PAID_IN: Readonly<Record<string, string>> = { true: ', in cash', false: ', in digital assets' }

function isAbout(
  { category, source, isCash }: StatedIncomeLine,
  of: Receipt,
  nameOf: (id: string) => string,
) {
  return (
    of.category === category &&
    (of.account === source || nameOf(of.account).toLowerCase() === source.toLowerCase()) &&
    (isCash === null || isCash === isFiat(of.asset))
  )
}

const keyOf = ({ account, asset, category }: Receipt) =>
  `${isFiat(asset) ? 'cash' : 'coins'} ${JSON.stringify([account, category])}`
