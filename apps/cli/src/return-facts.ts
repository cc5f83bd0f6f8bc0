import { yearOf } from '@lotbook/journal'
import { discoveredIn } from '@lotbook/reports'
import {
  FILING_STATUSES,
  NO_BUSINESS_FACTS,
  NO_RETURN_FACTS,
  type BusinessFacts,
  type PaymentFacts,
  type ReturnFacts,
} from '@lotbook/rules/us'
import type { RemovalRow } from '@lotbook/tax'
import { readJson, type ReadingIo } from './calculate-input.ts'
import { statedIncomeLines, type StatedIncomeLine } from './income-lines.ts'
import type { Io } from './io.ts'
import { PAYMENT_FIELDS, paymentFactsIn } from './payment-facts.ts'
import {
  checkRemovalFacts,
  isObject,
  removalFactsIn,
  type Report,
  type StatedRemovals,
} from './removal-facts.ts'

/** The rest of the return, which no history of digital assets holds. */
export const RETURN_OPTIONS = { return: { type: 'string' } } as const
export const RETURN_USAGE = '[--return FACTS.json]'

const AMOUNT = /^-?\d{1,13}(\.\d{1,2})?$/
const MORE_FIELDS = ['income_lines', 'removals', ...Object.keys(NO_BUSINESS_FACTS), ...PAYMENT_FIELDS]
const FIELDS = Object.keys(NO_RETURN_FACTS) as readonly (keyof ReturnFacts)[]

/** A person's statements about their returns. */
export interface StatedReturns {
  readonly facts: ReadonlyMap<number, ReturnFacts>
  readonly incomeLines: readonly StatedIncomeLine[]
  readonly business: ReadonlyMap<number, BusinessFacts>
  /** Statements about gifts, donations and losses, by transaction in each year. */
  readonly removals: ReadonlyMap<number, StatedRemovals>
  /** Estimated tax: payments, withholding, and the tax of the year before. */
  readonly payments: ReadonlyMap<number, PaymentFacts>
}

/**
 * Read what a person states about their returns: an object of years, each with the fields of `ReturnFacts` and with `income_lines`, such as
 * `{"2024": {"filing_status": "single", "income_lines": [{"category": "mined", "source": "Kraken", "line": "business"}]}}`. A field that
 * is left out is not stated. `removals` has the statements about gifts, donations and losses (`removalFactsIn`).
 *
 * @returns undefined where the file cannot be read or a field is wrong, each said on standard error.
 */
export async function readReturnFacts(
  path: string | undefined,
  io: ReadingIo,
): Promise<StatedReturns | undefined> {
  if (path === undefined)
    return {
      facts: new Map(),
      incomeLines: [],
      business: new Map(),
      removals: new Map(),
      payments: new Map(),
    }
  const read = await readJson(path, io)
  if (read === undefined) return undefined
  const problems: string[] = []
  const stated = statedByYear(read.json, (where, why) => problems.push(`${path}: ${where}: ${why}\n`))
  for (const problem of problems) io.err(problem)
  return problems.length === 0 ? stated : undefined
}

function statedByYear(json: unknown, report: Report): StatedReturns {
  const facts = new Map<number, ReturnFacts>()
  const incomeLines: StatedIncomeLine[] = []
  const business = new Map<number, BusinessFacts>()
  const removals = new Map<number, StatedRemovals>()
  const payments = new Map<number, PaymentFacts>()
  const found = { facts, incomeLines, business, removals, payments }
  if (!isObject(json)) {
    report('the file', 'an object of tax years is expected, such as {"2024": {"filing_status": "single"}}')
    return found
  }
  for (const [year, fields] of Object.entries(json)) {
    if (!/^20\d\d$/.test(year)) report(year, 'a tax year such as 2024 is expected')
    else if (!isObject(fields)) report(year, 'an object of fields is expected')
    else {
      const {
        income_lines,
        business_expenses = null,
        other_wages = null,
        removals: stated,
        prior_tax,
        prior_agi,
        withholding,
        payments: paid,
        ...own
      } = fields
      if (stated !== undefined) removals.set(Number(year), removalFactsIn(year, stated, report))
      incomeLines.push(...statedIncomeLines(year, income_lines, report))
      payments.set(
        Number(year),
        paymentFactsIn(year, { prior_tax, prior_agi, withholding, payments: paid }, report),
      )
      business.set(Number(year), businessFactsOf(year, { business_expenses, other_wages }, report))
      if (stated === undefined || Object.keys(fields).length > 1)
        facts.set(Number(year), factsOf(year, own, report))
    }
  }
  return found
}

function businessFactsOf(
  year: string,
  fields: Readonly<Record<keyof BusinessFacts, unknown>>,
  report: Report,
): BusinessFacts {
  const amount = (name: keyof BusinessFacts) => {
    const value = fields[name]
    if (value === null) return null
    if (typeof value === 'string' && AMOUNT.test(value) && !value.startsWith('-')) return value
    report(`${year}, ${name}`, 'an amount as text without a minus sign is expected, such as "1250.75"')
    return null
  }
  return { business_expenses: amount('business_expenses'), other_wages: amount('other_wages') }
}

function factsOf(year: string, fields: Readonly<Record<string, unknown>>, report: Report): ReturnFacts {
  for (const name of Object.keys(fields))
    if (!(FIELDS as readonly string[]).includes(name))
      report(
        `${year}, ${name}`,
        `there is no such field; there are ${[...FIELDS, ...MORE_FIELDS].join(', ')}`,
      )
  const amount = (name: keyof ReturnFacts) => {
    const value = fields[name] ?? null
    if (value === null) return null
    const isLoss = name.startsWith('carryover')
    if (typeof value === 'string' && AMOUNT.test(value) && !(isLoss && value.startsWith('-'))) return value
    const expected = isLoss ? 'a loss as text without a minus sign' : 'an amount as text'
    report(`${year}, ${name}`, `${expected} is expected, such as "1250.75"`)
    return null
  }
  const yesOrNo = (name: keyof ReturnFacts) => {
    const value = fields[name] ?? false
    if (typeof value === 'boolean') return value
    report(`${year}, ${name}`, 'true or false is expected')
    return false
  }
  const status = fields['filing_status'] ?? null
  const filing_status = FILING_STATUSES.find((one) => one === status) ?? null
  if (status !== null && filing_status === null)
    report(`${year}, filing_status`, `one of ${FILING_STATUSES.join(', ')} is expected`)
  return {
    filing_status,
    taxable_income: amount('taxable_income'),
    other_short: amount('other_short'),
    other_long: amount('other_long'),
    carryover_short: amount('carryover_short'),
    carryover_long: amount('carryover_long'),
    totals_on_schedule_d: yesOrNo('totals_on_schedule_d'),
  }
}

/** The statements that the papers of a year rest on, and the rows of other years that belong on them. */
export interface RemovalsStated {
  readonly removalFacts: StatedRemovals
  /** Rows of thefts and losses of other years that were discovered in the year. */
  readonly discovered: readonly RemovalRow[]
}

/**
 * The statements about the gifts, donations and losses of a year, and about thefts that were discovered in it, held to the rows of the
 * history.
 *
 * @returns undefined where one cannot be true, each said on standard error.
 */
export function removalFactsOfYear(
  { removals: stated }: Pick<StatedReturns, 'removals'>,
  of: { readonly removals: Iterable<RemovalRow>; readonly year: number; readonly path: string | undefined },
  io: Pick<Io, 'err' | 'now'>,
): RemovalsStated | undefined {
  const byYear = [...stated].map(([year, facts]): readonly [number, StatedRemovals] => {
    const ids = year === of.year ? [...facts.keys()] : discoveredIn(facts, of.year)
    return [year, new Map(ids.map((id) => [id, facts.get(id)!]))]
  })
  const removalFacts = new Map(byYear.flatMap(([, facts]) => [...facts]))
  const rows = removalFacts.size === 0 ? [] : [...of.removals].filter(({ tx }) => removalFacts.has(tx))
  let problems = 0
  for (const [year, facts] of byYear)
    checkRemovalFacts(facts, { removals: rows, year, now: io.now() }, (where, why) => {
      problems += 1
      io.err(`${of.path ?? ''}: ${where}: ${why}\n`)
    })
  if (problems > 0) return undefined
  const isLoss = ({ kind }: RemovalRow) => kind === 'stolen' || kind === 'lost'
  return { removalFacts, discovered: rows.filter((row) => yearOf(row.date) !== of.year && isLoss(row)) }
}
