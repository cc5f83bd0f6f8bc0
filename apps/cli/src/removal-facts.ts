import { parseInstant, yearOf } from '@lotbook/journal'
import {
  HOW_ACQUIRED,
  isFormRemoval,
  LONGEST_FACT,
  NO_REMOVAL_FACTS,
  problemsOfFacts,
  type RemovalFacts,
  type RemovalField,
  VALUED_BY,
} from '@lotbook/rules/us'
import type { RemovalRow } from '@lotbook/tax'

/** Statements about the gifts, donations and losses of a year, by transaction. */
export type StatedRemovals = ReadonlyMap<string, RemovalFacts>

/** Says where a mistake is, and why it is one. */
export type Report = (where: string, why: string) => void

const FIELDS = Object.keys(NO_REMOVAL_FACTS) as readonly RemovalField[]
const LINE = /^[^\p{Cc}]*$/u
const AMOUNT = /^\d{1,13}(\.\d{1,2})?$/

/**
 * Read what a person states of the gifts, donations and losses of a year: an object of transactions by the ids that the list of them has,
 * such as `{"9f2c…": {"donee": "Food Bank", "acknowledged_on": "2025-04-01"}}`.
 */
export function removalFactsIn(year: string, json: unknown, report: Report): Map<string, RemovalFacts> {
  const found = new Map<string, RemovalFacts>()
  if (!isObject(json)) {
    report(`${year}, removals`, 'an object of transactions is expected')
    return found
  }
  for (const [transaction, fields] of Object.entries(json)) {
    const where = `${year}, removals, ${transaction}`
    if (isObject(fields))
      found.set(
        transaction,
        factsOf(fields, (field, why) => report(`${where}, ${field}`, why)),
      )
    else report(where, 'an object of fields is expected')
  }
  return found
}

/** Hold statements to the rows of their year: each is of a gift, a donation or a loss, and can be true of it. */
export function checkRemovalFacts(
  stated: StatedRemovals,
  {
    removals,
    year,
    now,
  }: { readonly removals: Iterable<RemovalRow>; readonly year: number; readonly now: Date },
  report: Report,
): void {
  if (stated.size === 0) return
  const rows = new Map<string, RemovalRow>()
  for (const row of removals)
    if (stated.has(row.tx) && yearOf(row.date) === year && isFormRemoval(row.kind)) rows.set(row.tx, row)
  const today = now.toISOString().slice(0, 10)
  for (const [transaction, facts] of stated) {
    const where = `${year}, removals, ${transaction}`
    const row = rows.get(transaction)
    if (row === undefined || !isFormRemoval(row.kind))
      report(where, `no gift, donation or loss of ${year} has this id; the list of them has their ids`)
    else
      for (const { field, why } of problemsOfFacts(facts, { kind: row.kind, date: row.date, today }))
        report(`${where}, ${field}`, why)
  }
}

function factsOf(fields: Readonly<Record<string, unknown>>, report: Report): RemovalFacts {
  for (const name of Object.keys(fields))
    if (!(FIELDS as readonly string[]).includes(name))
      report(name, `there is no such field; there are ${FIELDS.join(', ')}`)
  const read = <Value>(
    field: RemovalField,
    accept: (value: unknown) => Value | undefined,
    expected: string,
  ) => {
    const value = fields[field] ?? null
    if (value === null) return null
    const accepted = accept(value)
    if (accepted === undefined) report(field, `${expected} is expected`)
    return accepted ?? null
  }
  const line = (field: keyof typeof LONGEST_FACT) =>
    read(
      field,
      (value) => lineOf(value, LONGEST_FACT[field]),
      `a line of at most ${LONGEST_FACT[field]} characters`,
    )
  const day = (field: RemovalField) => read(field, dayOf, 'a day such as "2025-01-31"')
  const answer = (field: RemovalField) =>
    read(field, (value) => (typeof value === 'boolean' ? value : undefined), 'true or false')
  return {
    donee: line('donee'),
    donee_address: line('donee_address'),
    donee_ein: read('donee_ein', einOf, 'nine digits such as "12-3456789"'),
    donee_is_spouse: answer('donee_is_spouse'),
    acknowledged_on: day('acknowledged_on'),
    how_acquired: read('how_acquired', oneOf(HOW_ACQUIRED), `one of ${HOW_ACQUIRED.join(', ')}`),
    valued_by: read('valued_by', oneOf(VALUED_BY), `one of ${VALUED_BY.join(', ')}`),
    has_appraisal: answer('has_appraisal'),
    appraiser: line('appraiser'),
    appraised_on: day('appraised_on'),
    discovered_on: day('discovered_on'),
    reimbursement: read('reimbursement', matching(AMOUNT), 'an amount as text, such as "1250.75",'),
    is_for_profit: answer('is_for_profit'),
    may_recover: answer('may_recover'),
    evidence: line('evidence'),
  }
}

function lineOf(value: unknown, most: number): string | undefined {
  const text = typeof value === 'string' ? value.trim() : ''
  return text !== '' && text.length <= most && LINE.test(text) ? text : undefined
}

function dayOf(value: unknown): string | undefined {
  const text = matching(/^\d{4}-\d{2}-\d{2}$/)(value)
  return text !== undefined && parseInstant(`${text}T00:00:00Z`) !== undefined ? text : undefined
}

function einOf(value: unknown): string | undefined {
  return matching(/^\d{2}-?\d{7}$/)(value)?.replace(/^(\d{2})(\d)/, '$1-$2')
}

const matching = (pattern: RegExp) => (value: unknown) =>
  typeof value === 'string' && pattern.test(value) ? value : undefined

const oneOf =
  <Word extends string>(words: readonly Word[]) =>
  (value: unknown) =>
    words.find((word) => word === value)

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
