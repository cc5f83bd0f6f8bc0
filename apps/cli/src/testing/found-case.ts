import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fractionText, sumOf } from './found-sums.ts'
import { runCommandLine } from '../command-line.ts'
import type { Io } from '../io.ts'
import { textOf } from './run-command.ts'

type Text = string | readonly string[]
type Fields = Readonly<Record<string, string | number | readonly (string | number)[]>>
type WarningWanted = string | { readonly code?: string; readonly tx?: Text; readonly line?: number }

/** Claims about an answer of the command line; `found/README.md` beside the cases says what each field asks for. */
interface Wanted {
  readonly run?: string
  readonly why?: string
  readonly make?: readonly [string, number]
  readonly transactions?: readonly string[]
  readonly has?: readonly Text[]
  readonly has_not?: readonly string[]
  readonly reported?: readonly number[]
  readonly not_reported?: readonly number[]
  readonly accounted?: readonly number[]
  readonly errors?: readonly number[]
  readonly named?: readonly string[]
  readonly no_flags?: readonly string[]
  readonly disposals?: readonly Fields[]
  readonly income?: readonly Fields[]
  readonly lots?: readonly Fields[]
  readonly removals?: readonly Fields[]
  readonly years?: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly warnings?: readonly WarningWanted[]
  readonly no_warnings?: readonly WarningWanted[]
  readonly reports?: readonly Fields[]
  readonly linked?: readonly (readonly [number, number])[]
}

/** A check of a case: it holds when it does itself, or one of its alternatives. */
export interface FoundCheck extends Wanted {
  readonly run: string
  readonly or?: readonly Wanted[]
  /** Answers that are given first to what is open about a line, and claims that are closed: what is calculated is the input that follows them. */
  readonly decide?: readonly { readonly line: string; readonly answer: string }[]
  readonly close?: readonly string[]
}

/** Everything a command answered: what it printed, and the files it wrote by their base name. */
interface Answer {
  readonly out: string
  readonly err: string
  readonly written: ReadonlyMap<string, string>
}

/**
 * Run a check of a case and list what does not hold of it, each as a sentence; none where it holds, or one of its
 * alternatives does.
 */
export async function failuresOf(check: FoundCheck, folder: string): Promise<readonly string[]> {
  const own = await failuresOfOne(check, check, folder)
  for (const alternative of own.length === 0 ? [] : (check.or ?? []))
    if ((await failuresOfOne(alternative, check, folder)).length === 0) return []
  return own
}

async function failuresOfOne(wanted: Wanted, check: FoundCheck, folder: string): Promise<readonly string[]> {
  const run = wanted.run ?? check.run
  const made = madeFiles(wanted.make ?? check.make)
  const answer =
    check.decide === undefined
      ? await answerTo(run, made, folder)
      : await decidedAnswer(check, run.split(' ').slice(1), folder)
  if (run.startsWith('import')) return ofImport(wanted, answer)
  return run.startsWith('decisions') ? ofDecisions(wanted, answer) : ofCalculation(wanted, answer)
}

/** Give the answers of a check about the history of a command, and calculate the input that follows them. */
async function decidedAnswer(
  { decide = [], close = [] }: FoundCheck,
  words: readonly string[],
  folder: string,
): Promise<Answer> {
  const year = words.indexOf('--year')
  const history = ['decisions', ...words.toSpliced(year, year < 0 ? 0 : 2)].join(' ')
  const { questions } = JSON.parse((await answerTo(history, new Map(), folder)).out) as Questions
  const answers = decide.map(({ line, answer }) => {
    const tx = questions.find(({ origin }) => origin === line)?.tx
    return `--answer ${tx ?? `nothing open at ${line}`.replaceAll(' ', '_')}=${answer}`
  })
  const closings = close.map((one) => `--close-claim ${one}`)
  const given = [history, ...answers, ...closings, '--out out'].join(' ')
  const decided = await answerTo(given, new Map(), folder)
  const input = decided.written.get('input.json')
  if (input === undefined) return decided
  return answerTo('calculate input.json', new Map([['input.json', input]]), folder)
}

async function answerTo(run: string, made: ReadonlyMap<string, string>, folder: string): Promise<Answer> {
  const answer = { out: '', err: '' }
  const written = new Map<string, string>()
  const io: Io = {
    out: (text) => (answer.out += text),
    err: (text) => (answer.err += text),
    readFile: async (path) => {
      const text = made.get(path)
      return text === undefined ? await readFile(join(folder, path)) : new TextEncoder().encode(text)
    },
    writeFile: async (path, data) => void written.set(path.replace(/^out\//, ''), await textOf(data)),
    now: () => new Date('2026-11-01T00:00:00Z'),
  }
  const words = run.split(' ')
  const isOfFiles = words.includes('--files')
  const all = isOfFiles ? ['--all-warnings'] : []
  const how = run.startsWith('calculate') && isOfFiles ? ['--out', 'out', '--result'] : ['--json']
  await runCommandLine([...words, ...all, ...how], io)
  return { ...answer, written }
}

/** The files that a check asks to be made: `equal-pairs` of a number, as `29-match-30k-equal-pairs/make.md` describes it. */
function madeFiles(make: Wanted['make']): ReadonlyMap<string, string> {
  if (make === undefined) return new Map()
  const [kind, pairs] = make
  if (kind !== 'equal-pairs') throw new Error(`No such file can be made: ${kind}`)
  return new Map([['made.csv', equalPairs(pairs)]])
}

/** A purchase of the coins, then so many transfers of 10 USDT a minute apart, each with its arrival half a minute later. */
export function equalPairs(pairs: number): string {
  const header =
    'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'
  const start = Date.parse('2021-01-01T00:00:00Z')
  const time = (ms: number) => new Date(start + ms).toISOString().slice(0, 19).replace('T', ' ')
  const rows = Array.from({ length: pairs }, (_, n) => [
    `${time((n + 1) * 60_000)},Sent,,,10,USDT,,,Binance,No,`,
    `${time((n + 1) * 60_000 + 30_000)},Received,10,USDT,,,,,Ledger,No,`,
  ])
  const buy = `${time(0)},Buy,${pairs * 10},USDT,${pairs * 10},USD,,,Binance,No,`
  return [header, buy, ...rows.flat(), ''].join('\n')
}

// ------------------------------------------------------------------------------------------------ import

interface ImportLeg {
  readonly type: string
  readonly sub_type: string | null
  readonly from_currency: string | null
  readonly from_amount: string | null
  readonly to_currency: string | null
  readonly to_amount: string | null
  readonly fee_currency: string | null
  readonly fee_amount: string | null
  readonly flags: readonly string[]
  readonly rows: readonly number[]
}

interface ImportAnswer {
  readonly message?: string
  readonly transactions?: readonly ImportLeg[]
  readonly skipped?: readonly { readonly rows: readonly number[]; readonly reason: string }[]
  readonly notes?: readonly { readonly row?: number; readonly message: string }[]
  readonly errors?: readonly { readonly row?: number; readonly line: number; readonly message: string }[]
}

function ofImport(wanted: Wanted, { out, err }: Answer): readonly string[] {
  const answers = out
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text) as ImportAnswer)
  const transactions = answers.flatMap((answer) => answer.transactions ?? [])
  const errors = answers.flatMap((answer) => answer.errors ?? [])
  const notes = answers.flatMap((answer) => answer.notes ?? [])
  const skipped = answers.flatMap((answer) => answer.skipped ?? []).flatMap(({ rows }) => rows)
  const lines = transactions.map(lineOf)
  const flagged = transactions.filter(({ flags }) => flags.length > 0).flatMap(({ rows }) => rows)
  const reported = new Set([...[...errors, ...notes].flatMap(({ row }) => row ?? []), ...skipped, ...flagged])
  const accounted = new Set([
    ...transactions.flatMap(({ rows }) => rows),
    ...skipped,
    ...errors.flatMap(({ row }) => row ?? []),
  ])
  const found = `; there is: ${lines.join(' | ')} ${err}`
  const flags = transactions.flatMap((transaction) => transaction.flags)
  const failures: string[] = []
  if (answers.some(({ message }) => message !== undefined) && wanted.errors?.length === 0)
    failures.push(`refused: ${err}`)
  if (wanted.transactions !== undefined && !areSame(lines, wanted.transactions))
    failures.push(`exactly ${wanted.transactions.join(' | ')} is expected${found}`)
  const missing = missingOf(lines, wanted.has ?? [])
  if (missing.length > 0) failures.push(`${JSON.stringify(missing)} is expected${found}`)
  for (const pattern of wanted.has_not ?? [])
    if (lines.some((text) => fits(text, pattern))) failures.push(`${pattern} is wrong${found}`)
  for (const row of wanted.reported ?? [])
    if (!reported.has(row)) failures.push(`row ${row} is not reported${found}`)
  for (const row of wanted.not_reported ?? [])
    if (reported.has(row)) failures.push(`row ${row} is reported${found}`)
  for (const row of wanted.accounted ?? [])
    if (!accounted.has(row)) failures.push(`row ${row} is in nothing${found}`)
  const errorLines = errors.map(({ line }) => `${line}`)
  if (wanted.errors !== undefined && !areSame(errorLines, wanted.errors.map(String)))
    failures.push(`errors of lines ${wanted.errors.join()} are expected, not of ${errorLines.join()}${found}`)
  const said = `${err}${out}`
  for (const text of wanted.named ?? []) if (!said.includes(text)) failures.push(`nothing names ${text}`)
  for (const pattern of wanted.no_flags ?? [])
    if (flags.some((flag) => fits(flag, pattern))) failures.push(`flag ${pattern}${found}`)
  return failures
}

/** The one-line form of `cases.json`: `type/sub_type 1 BTC -> 2 ETH fee 0.1 BTC`. */
function lineOf(t: ImportLeg): string {
  const side = (amount: string | null, currency: string | null) =>
    amount === null ? '' : `${amount} ${currency}`
  const type = t.sub_type === null ? t.type : `${t.type}/${t.sub_type}`
  const fee = t.fee_amount === null ? '' : ` fee ${side(t.fee_amount, t.fee_currency)}`
  return `${type} ${side(t.from_amount, t.from_currency)} -> ${side(t.to_amount, t.to_currency)}${fee}`
    .replace(/ {2,}/g, ' ')
    .trimEnd()
}

function areSame(found: readonly string[], wanted: readonly string[]): boolean {
  const [one, other] = [found, wanted].map((lines) => lines.map(canonical).toSorted())
  return JSON.stringify(one) === JSON.stringify(other)
}

/** A line whose amounts are written without zeros at their end: `3000.00` is as much as `3000`. */
function canonical(text: string): string {
  return text.replace(/(?<=\d)(\.\d*?)0+(?= )/g, (_, kept: string) => (kept === '.' ? '' : kept))
}

/** Wanted lines that were not found; each line found serves one wanted line only. */
function missingOf(found: readonly string[], wanted: readonly Text[]): readonly Text[] {
  const left = [...found]
  return wanted.filter((one) => {
    const at = left.findIndex((text) => [one].flat().some((pattern) => fits(text, pattern)))
    if (at !== -1) left.splice(at, 1)
    return at === -1
  })
}

/** Whether a text is a pattern's, in which `*` stands for anything. */
function fits(text: string, pattern: string): boolean {
  const parts = canonical(pattern)
    .split('*')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`).test(canonical(text))
}

// ------------------------------------------------------------------------------------- calculate, decisions

type Row = Readonly<Record<string, unknown>>

interface ResultOfCase {
  readonly disposals: readonly Row[]
  readonly income: readonly Row[]
  readonly lots: readonly Row[]
  readonly removals: readonly Row[]
  readonly warnings: readonly { readonly code: string; readonly tx: string | null }[]
  readonly years: Readonly<
    Record<
      string,
      {
        readonly short: { readonly gain: string }
        readonly long: { readonly gain: string }
        readonly income: string
      }
    >
  >
}

const SUMS: Readonly<Record<string, 'exact' | 'cents'>> = {
  quantity: 'exact',
  proceeds: 'cents',
  basis: 'cents',
  gain: 'cents',
  value: 'cents',
  Proceeds: 'cents',
  'Cost Basis': 'cents',
  'Gain or Loss': 'cents',
}

function ofCalculation(wanted: Wanted, answer: Answer): readonly string[] {
  const result = resultOf(answer)
  if (result === undefined) return [`no result: ${answer.err}`]
  const failures = [
    ...ofRows('disposals', wanted.disposals, result.disposals),
    ...ofRows('income', wanted.income, result.income),
    ...ofRows('lots', wanted.lots, result.lots),
    ...ofRows('removals', wanted.removals, result.removals),
    ...(wanted.reports ?? []).flatMap(({ report, ...fields }) =>
      ofRows(`${String(report)}`, [fields], reportRows(answer, `${String(report)}`)),
    ),
  ]
  for (const [year, gains] of Object.entries(wanted.years ?? {})) {
    const { short, long, income } = result.years[year] ?? {
      short: { gain: '0' },
      long: { gain: '0' },
      income: '0',
    }
    const found = { short: short.gain, long: long.gain, income }
    for (const [term, gain] of Object.entries(gains))
      if (sumOf([found[term as keyof typeof found]], 'cents') !== fractionText(gain))
        failures.push(`${year} ${term} is ${found[term as keyof typeof found]}, not ${gain}`)
  }
  const isSaid = (warning: WarningWanted) => warned(warning, result, answer.err)
  for (const one of wanted.warnings ?? [])
    if (!isSaid(one)) failures.push(`${JSON.stringify(one)} is not said; ${answer.err}`)
  for (const one of wanted.no_warnings ?? [])
    if (isSaid(one)) failures.push(`${JSON.stringify(one)} is said; ${answer.err}`)
  return failures
}

function resultOf({ out, written }: Answer): ResultOfCase | undefined {
  const stored = written.get('result.json')
  if (stored !== undefined) return (JSON.parse(stored) as { result: ResultOfCase }).result
  if (!out.startsWith('{')) return undefined
  const read = JSON.parse(out) as Partial<ResultOfCase>
  return read.disposals === undefined ? undefined : (read as ResultOfCase)
}

/** Select rows by the fields that are no sums, and compare the sums of those that are. */
function ofRows(
  name: string,
  wanted: readonly Fields[] | undefined,
  rows: readonly Row[],
): readonly string[] {
  return (wanted ?? []).flatMap((fields) => {
    const isSum = (field: string) => field in SUMS || field === 'rows'
    const chosen = rows.filter((row) =>
      Object.entries(fields).every(
        ([field, value]) =>
          isSum(field) || [value].flat().some((one) => cell(field)(row).startsWith(`${one}`)),
      ),
    )
    return Object.entries(fields).flatMap(([field, value]) => {
      if (!isSum(field)) return []
      const found = field === 'rows' ? `${chosen.length}` : sumOf(chosen.map(cell(field)), SUMS[field]!)
      const any = [value].flat().map((one) => (field === 'rows' ? `${one}` : fractionText(`${one}`)))
      if (any.includes(found)) return []
      return [
        `${name} ${JSON.stringify(fields)}: ${field} is ${found} of ${chosen.length} of ${JSON.stringify(rows)}`,
      ]
    })
  })
}

const cell = (field: string) => (row: Row) => `${(row[field] ?? '') as string}`

function warned(warning: WarningWanted, { warnings }: ResultOfCase, err: string): boolean {
  const { code, tx, line } = typeof warning === 'string' ? { code: warning } : warning
  const isOfTx = (one: string | null) => tx === undefined || [tx].flat().includes(one ?? '')
  if (line === undefined && warnings.some((one) => one.code === (code ?? one.code) && isOfTx(one.tx)))
    return true
  if (tx !== undefined) return false
  return err
    .split('\n')
    .some(
      (said) =>
        (code === undefined || said.includes(`(${code})`)) &&
        (line === undefined || new RegExp(`line ${line}\\b`).test(said)),
    )
}

function reportRows({ written }: Answer, report: string): readonly Row[] {
  const [, text = ''] =
    [...written].find(([name]) => name.endsWith('.csv') && name.replaceAll('_', '-').includes(report)) ?? []
  const [header = [], ...rows] = text
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(',').map((value) => value.replaceAll('"', '')))
  return rows.map((cells) => Object.fromEntries(header.map((name, n) => [name, cells[n] ?? ''])))
}

interface Questions {
  readonly questions: readonly { readonly tx: string; readonly origin: string }[]
}

/** `linked`: a question about one line offers what the other tells, or the other way round. */
function ofDecisions(wanted: Wanted, { out, err }: Answer): readonly string[] {
  const { questions } = JSON.parse(out) as Questions
  const about = (line: number) => questions.filter(({ origin }) => origin.endsWith(`line ${line}`))
  const offers = (from: number, to: number) =>
    about(from).some((question) => {
      const text = JSON.stringify({ ...question, tx: undefined, origin: undefined })
      return new RegExp(`line ${to}\\b`).test(text) || about(to).some(({ tx }) => text.includes(tx))
    })
  return (wanted.linked ?? [])
    .filter(([a, b]) => !offers(a, b) && !offers(b, a))
    .map(([a, b]) => `no question links lines ${a} and ${b}: ${out}${err}`)
}
