import { yearOf } from '@lotbook/journal'
import { discoveredIn } from '@lotbook/reports'
import type { RemovalRow } from '@lotbook/tax'
import { FILING_STATUSES, NO_RETURN_FACTS, type ReturnFacts } from '@lotbook/rules'
import { readJson, type ReadingIo } from './calculate-input.ts'
import type { Io } from './io.ts'
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

/** A person's statements about their returns: by year, and of gifts, donations and losses by transaction in each year. */
export interface StatedFacts {
  readonly returns: ReadonlyMap<number, ReturnFacts>
  readonly removals: ReadonlyMap<number, StatedRemovals>
}

export const NO_STATED_FACTS: StatedFacts = { returns: new Map(), removals: new Map() }

const AMOUNT = /^-?\d{1,13}(\.\d{1,2})?$/
const FIELDS = Object.keys(NO_RETURN_FACTS) as readonly (keyof ReturnFacts)[]

/**
 * Read what a person states about their returns: an object of years, each with the fields of `ReturnFacts`, such as
 * `{"2024": {"filing_status": "single", "carryover_short": "1250.75"}}`. A field that is left out is not stated. `removals` has the
 * statements about gifts, donations and losses (`removalFactsIn`).
 *
 * @returns the facts; undefined where the file cannot be read or a field is wrong, each said on standard error.
 */
export async function readReturnFacts(
  path: string | undefined,
  io: ReadingIo,
): Promise<StatedFacts | undefined> {
  if (path === undefined) return NO_STATED_FACTS
  const read = await readJson(path, io)
  if (read === undefined) return undefined
  const problems: string[] = []
  const facts = factsByYear(read.json, (where, why) => problems.push(`${path}: ${where}: ${why}\n`))
  for (const problem of problems) io.err(problem)
  return problems.length === 0 ? facts : undefined
}

function factsByYear(json: unknown, report: Report): StatedFacts {
  const returns = new Map<number, ReturnFacts>()
  const removals = new Map<number, StatedRemovals>()
  if (!isObject(json)) {
    report('the file', 'an object of tax years is expected, such as {"2024": {"filing_status": "single"}}')
    return NO_STATED_FACTS
  }
  for (const [year, given] of Object.entries(json)) {
    if (!/^20\d\d$/.test(year)) report(year, 'a tax year such as 2024 is expected')
    else if (!isObject(given)) report(year, 'an object of fields is expected')
    else {
      const { removals: stated, ...fields } = given
      if (stated !== undefined) removals.set(Number(year), removalFactsIn(year, stated, report))
      if (stated === undefined || Object.keys(fields).length > 0)
        returns.set(Number(year), factsOf(year, fields, report))
    }
  }
  return { returns, removals }
}

function factsOf(year: string, fields: Readonly<Record<string, unknown>>, report: Report): ReturnFacts {
  for (const name of Object.keys(fields))
    if (!(FIELDS as readonly string[]).includes(name))
      report(`${year}, ${name}`, `there is no such field; there are ${FIELDS.join(', ')} and removals`)
  const amount = (name: keyof ReturnFacts) => {
    const value = fields[name] ?? null
    if (value === null) return null
    const isLoss = name.startsWith('carryover')
    if (typeof value === 'string' && AMOUNT.test(value) && !(isLoss && value.startsWith('-'))) return value
    const expected = isLoss ? 'a loss as text without a minus sign' : 'an amount as text'
    report(`${year}, ${name}`, `${expected} is expected, such as "1250.75"`)
    return null
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
  { removals: stated }: StatedFacts,
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
