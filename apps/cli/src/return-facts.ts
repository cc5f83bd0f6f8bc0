import { FILING_STATUSES, NO_RETURN_FACTS, type ReturnFacts } from '@lotbook/rules/us'
import { readJson, type ReadingIo } from './calculate-input.ts'

/** The rest of the return, which no history of digital assets holds. */
export const RETURN_OPTIONS = { return: { type: 'string' } } as const
export const RETURN_USAGE = '[--return FACTS.json]'

const AMOUNT = /^-?\d{1,13}(\.\d{1,2})?$/
const FIELDS = Object.keys(NO_RETURN_FACTS) as readonly (keyof ReturnFacts)[]

/**
 * Read what a person states about their returns: an object of years, each with the fields of `ReturnFacts`, such as
 * `{"2024": {"filing_status": "single", "carryover_short": "1250.75"}}`. A field that is left out is not stated.
 *
 * @returns the facts by year; undefined where the file cannot be read or a field is wrong, each said on standard error.
 */
export async function readReturnFacts(
  path: string | undefined,
  io: ReadingIo,
): Promise<ReadonlyMap<number, ReturnFacts> | undefined> {
  if (path === undefined) return new Map()
  const read = await readJson(path, io)
  if (read === undefined) return undefined
  const problems: string[] = []
  const facts = factsByYear(read.json, (where, why) => problems.push(`${path}: ${where}: ${why}\n`))
  for (const problem of problems) io.err(problem)
  return problems.length === 0 ? facts : undefined
}

type Report = (where: string, why: string) => void

function factsByYear(json: unknown, report: Report): Map<number, ReturnFacts> {
  const found = new Map<number, ReturnFacts>()
  if (!isObject(json)) {
    report('the file', 'an object of tax years is expected, such as {"2024": {"filing_status": "single"}}')
    return found
  }
  for (const [year, fields] of Object.entries(json)) {
    if (!/^20\d\d$/.test(year)) report(year, 'a tax year such as 2024 is expected')
    else if (!isObject(fields)) report(year, 'an object of fields is expected')
    else found.set(Number(year), factsOf(year, fields, report))
  }
  return found
}

function factsOf(year: string, fields: Readonly<Record<string, unknown>>, report: Report): ReturnFacts {
  for (const name of Object.keys(fields))
    if (!(FIELDS as readonly string[]).includes(name))
      report(`${year}, ${name}`, `there is no such field; there are ${FIELDS.join(', ')}`)
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

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
