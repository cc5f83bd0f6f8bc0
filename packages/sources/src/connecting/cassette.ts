import type { Instant } from '@lotbook/journal'
import { parseDecimal } from '@lotbook/money'
import { isProviderName, type ProviderName } from './providers.ts'

/** Name and version of the format, in the first line of a file. */
export const CASSETTE_FORMAT = 'lotbook-cassette/1'

const KINDS = ['recorded', 'documented', 'redacted'] as const
const METHODS = ['api', 'oauth', 'wallet', 'prices'] as const

/** Fields that no reader looks at on purpose. */
export interface IgnoredFields {
  /** The list of answers that have them (`answerList`), by how its name begins; all lists where it is empty. */
  readonly in: string
  /** Paths with all below them; `*` stands for one name. */
  readonly fields: readonly string[]
  readonly reason: string
}

/** Prices that are asked for: the days or hours, of one asset. */
export interface AskedPrices {
  readonly asset: {
    readonly id: string
    readonly ticker?: string
    readonly contracts?: readonly { readonly chain: string; readonly contract: string }[]
  }
  readonly grain: 'hour' | 'day'
  readonly times: readonly string[]
}

/** The first line of a cassette: whose answers they are, where they come from, and what they have to add up to. */
export interface CassetteHead {
  /** Slug of the connector; for prices the name of the provider. */
  readonly connector: string
  readonly method: (typeof METHODS)[number]
  readonly kind: (typeof KINDS)[number]
  /** Page of the documentation, or how it was recorded. */
  readonly source: string
  /** The moment of the visit, which a replay takes for now. */
  readonly madeAt: Instant
  /** Invented: an address, or the fields of a key; `generate:p256` and `generate:ed25519` stand for a key made for the replay. */
  readonly access: Readonly<Record<string, string>>
  /** Holdings at that moment by asset: null where the answers do not hold all that moved it, such as what was paid by a bank. */
  readonly balances: Readonly<Record<string, string | null>> | null
  readonly ignored: readonly IgnoredFields[]
  /** What is asked for, in a cassette of prices. */
  readonly asks: readonly AskedPrices[]
}

/** A request without what differs each time it is sent, and its answer byte for byte. A `*` in path or body stands for any text. */
export interface CassetteAnswer {
  readonly provider: ProviderName
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body: string
  readonly status: number
  /** Those that a connector reads. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** Set where it was given when the connection was tried, before its history was fetched. */
  readonly isOfCheck?: true
}

/** What a reader has to make of the answers, each a line: an event, or what else it says. */
export type Expectation = Readonly<Record<string, unknown>>

export interface Cassette {
  readonly head: CassetteHead
  readonly answers: readonly CassetteAnswer[]
  readonly expected: readonly Expectation[]
}

/** A file that is no cassette: its name, the line, and the reason. */
export class CassetteProblem extends Error {
  override readonly name = 'CassetteProblem'

  constructor(file: string, line: number, reason: string) {
    super(`${file}, line ${line}: ${reason}`)
  }
}

type Fields = Readonly<Record<string, unknown>>

/**
 * Reads a cassette: JSON lines, the head first, then answers in the order they were given, then expectations.
 *
 * @throws CassetteProblem
 */
export function parseCassette(file: string, text: string): Cassette {
  const lines = text.split('\n').map((line, i) => ({ line, number: i + 1 }))
  const [first, ...rest] = lines.filter(({ line }) => line.trim() !== '')
  if (first === undefined) throw new CassetteProblem(file, 1, 'The file is empty.')
  const head = headOf(fieldsOf(file, first), (reason) => new CassetteProblem(file, first.number, reason))
  const answers: CassetteAnswer[] = []
  const expected: Expectation[] = []
  for (const one of rest) {
    const problem = (reason: string) => new CassetteProblem(file, one.number, reason)
    const fields = fieldsOf(file, one)
    if (!('provider' in fields)) expected.push(fields)
    else if (expected.length > 0) throw problem('An answer stands behind the expectation.')
    else answers.push(answerOf(fields, problem))
  }
  return { head, answers, expected }
}

/** A cassette as the text of its file, with `madeAt` as a moment that a person can read. */
export function cassetteText({ head, answers, expected }: Cassette): string {
  const { madeAt, asks, ignored, ...others } = head
  const first = {
    format: CASSETTE_FORMAT,
    ...others,
    made_at: new Date(madeAt).toISOString(),
    ignored: ignored.map(({ in: list, ...rest }) => (list === '' ? rest : { in: list, ...rest })),
    ...(asks.length > 0 ? { asks } : {}),
  }
  const lines = answers.map(({ body, headers, ...answer }) => {
    const { provider, method, path, status, text } = answer
    const isBare = Object.keys(headers).length === 0
    return {
      provider,
      method,
      path,
      ...(body === '' ? {} : { body }),
      status,
      ...(isBare ? {} : { headers }),
      ...(answer.isOfCheck === true ? { of: 'check' } : {}),
      text,
    }
  })
  return [first, ...lines, ...expected].map((line) => `${JSON.stringify(line)}\n`).join('')
}

function fieldsOf(
  file: string,
  { line, number }: { readonly line: string; readonly number: number },
): Fields {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw new CassetteProblem(file, number, 'This is no JSON.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new CassetteProblem(file, number, 'This is no JSON object.')
  return value as Fields
}

type Problem = (reason: string) => CassetteProblem

function headOf(fields: Fields, problem: Problem): CassetteHead {
  if (fields['format'] !== CASSETTE_FORMAT)
    throw problem(`"format" is ${JSON.stringify(fields['format'])} and not "${CASSETTE_FORMAT}".`)
  const madeAt = Date.parse(textOf(fields, 'made_at', problem))
  if (Number.isNaN(madeAt)) throw problem('"made_at" is no moment.')
  return {
    connector: textOf(fields, 'connector', problem),
    method: oneOf(fields, 'method', METHODS, problem),
    kind: oneOf(fields, 'kind', KINDS, problem),
    source: textOf(fields, 'source', problem),
    madeAt,
    access: textsOf(fields['access'] ?? {}, 'access', problem),
    balances: balancesOf(fields['balances'], problem),
    ignored: listOf(fields, 'ignored', problem).map((one) => ignoredOf(one, problem)),
    asks: listOf(fields, 'asks', problem) as unknown as readonly AskedPrices[],
  }
}

function answerOf(fields: Fields, problem: Problem): CassetteAnswer {
  const provider = textOf(fields, 'provider', problem)
  if (!isProviderName(provider)) throw problem(`"${provider}" is no provider of connecting/providers.ts.`)
  const { status } = fields
  if (typeof status !== 'number' || !Number.isInteger(status)) throw problem('"status" is no status.')
  if (typeof fields['text'] !== 'string') throw problem('"text" is no text.')
  return {
    provider,
    method: oneOf(fields, 'method', ['GET', 'POST'] as const, problem),
    path: textOf(fields, 'path', problem),
    body: fields['body'] === undefined ? '' : textOf(fields, 'body', problem),
    status,
    headers: textsOf(fields['headers'] ?? {}, 'headers', problem),
    text: fields['text'],
    ...(fields['of'] === 'check' ? { isOfCheck: true as const } : {}),
  }
}

function ignoredOf(fields: Fields, problem: Problem): IgnoredFields {
  const paths = fields['fields']
  if (!Array.isArray(paths) || !paths.every((path) => typeof path === 'string'))
    throw problem('"fields" of what is ignored is no list of paths.')
  const list = fields['in'] === undefined ? '' : textOf(fields, 'in', problem)
  return { in: list, fields: paths, reason: textOf(fields, 'reason', problem) }
}

function balancesOf(value: unknown, problem: Problem): CassetteHead['balances'] {
  if (value === undefined || value === null) return null
  if (typeof value !== 'object') throw problem('"balances" holds anything else than amounts by asset.')
  for (const [asset, amount] of Object.entries(value))
    if (amount !== null && (typeof amount !== 'string' || parseDecimal(amount) === undefined))
      throw problem(`The balance of ${asset} is no amount: ${JSON.stringify(amount)}`)
  return value as CassetteHead['balances']
}

function textOf(fields: Fields, name: string, problem: Problem): string {
  const value = fields[name]
  if (typeof value !== 'string' || value === '') throw problem(`"${name}" is missing, or no text.`)
  return value
}

function oneOf<const T extends string>(fields: Fields, name: string, all: readonly T[], problem: Problem): T {
  const value = textOf(fields, name, problem)
  const found = all.find((one) => one === value)
  if (found === undefined) throw problem(`"${name}" is "${value}" and not one of ${all.join(', ')}.`)
  return found
}

function textsOf(value: unknown, name: string, problem: Problem): Readonly<Record<string, string>> {
  const isTexts =
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((one) => typeof one === 'string')
  if (!isTexts) throw problem(`"${name}" holds anything else than texts by name.`)
  return value as Readonly<Record<string, string>>
}

function listOf(fields: Fields, name: string, problem: Problem): readonly Fields[] {
  const list = fields[name] ?? []
  const isList = Array.isArray(list) && list.every((one) => typeof one === 'object' && one !== null)
  if (!isList) throw problem(`"${name}" is no list of objects.`)
  return list as readonly Fields[]
}
