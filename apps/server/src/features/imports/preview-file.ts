import { type FilePreview, type FileQuestion, US_REGIONS } from '@lotbook/contract'
import { deedLabel, formatDisplay, type ReadTransaction, tickerOf } from '@lotbook/journal'
import {
  accountOfFile,
  accountOfName,
  type AskOutcome,
  type AskedFile,
  eventFingerprint,
  type FileAnswers,
  type OriginalRow,
  optionsOf,
  type ReadOutcome,
} from '@lotbook/sources'
import { withSubject, type Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { readSetting } from '../settings/read-setting.ts'
import { balancesOf } from './file-balances.ts'
import { fileEffect } from './file-effect.ts'
import { knownAnswer } from './known-answers.ts'
import { notesByRow } from '../../journal/laying/notes-by-row.ts'
import { unpacked } from '../../journal/reading/packed-reading.ts'
import { ReaderStopped, type Reader } from '../../journal/reading/reader.ts'
import { placeOf } from './refused-file.ts'
import { skippedText } from './skipped-text.ts'
import type { StoredUpload } from './stored-upload.ts'

const ROWS = 20
/** As many rows are shown beside a question: enough to see how its first dates read. */
const QUESTION_ROWS = 5

export interface Wanted {
  /** The first data row to show, from 1. */
  readonly from: number
  /** Read the whole file and count it, or its first rows only. */
  readonly whole: boolean
  /** Work out what it would change in the years. */
  readonly withEffect?: boolean
}

/**
 * Preview of a file: its rows as they came beside the transactions made of them, and its questions with proposed
 * answers. Nothing is stored.
 */
export async function previewFile(
  context: RequestContext,
  reader: Reader,
  upload: StoredUpload,
  wanted: Wanted,
): Promise<FilePreview> {
  try {
    return await previewWithin(context, reader, upload, wanted)
  } catch (error) {
    // A file is read several times for it, and may break a bound in any of them.
    if (error instanceof ReaderStopped) refuse('unsupported_file', `${upload.file.name}: ${error.message}`)
    throw error
  }
}

async function previewWithin(
  context: RequestContext,
  reader: Reader,
  { file, options, answers: said }: StoredUpload,
  { from, whole, withEffect = false }: Wanted,
): Promise<FilePreview> {
  const { asked, origins } = await askProposing(context, reader, { file, options, answers: said })
  const questions = asked.questions.map((question): FileQuestion => {
    const { question: kind, message, candidates, usual, answer } = question
    const answerFrom = answer === null ? null : (origins.get(kind) ?? 'person')
    return { kind, message, candidates: [...candidates], usual, answer, answer_from: answerFrom }
  })
  const { reading: first } = asked
  const empty = {
    file_name: file.name,
    questions,
    account_name: null,
    time_zone: null,
    data_rows: 0,
    summary: null,
  }
  if (first.outcome === 'ask') {
    const rows = first.sample.map(({ line, cells }, i) => ({
      row: i + 1,
      line,
      cells: [...cells],
      outcome: 'open' as const,
      reading: '',
    }))
    return { ...empty, format_name: first.formatName, message: null, header: [...first.header], rows }
  }
  if (first.outcome !== 'read') {
    const header = first.outcome === 'unknown' ? [...first.header] : []
    const message = `${file.name}${placeOf(first)}: ${first.message}`
    return { ...empty, format_name: null, message, header, rows: [] }
  }

  const answered = Object.fromEntries(questions.map(({ kind, answer }) => [kind, answer])) as FileAnswers
  const readOptions = { ...options, ...optionsOf(answered) }
  const read = whole ? await reader.read(file, readOptions, () => {}) : first
  if (read.outcome !== 'read') throw new Error(`${file.name} was read, and then ${read.outcome}`)
  const reading = 'pieces' in read ? await unpacked(read) : read
  const count = whole ? ROWS : QUESTION_ROWS
  const wanted = Array.from({ length: count }, (_, i) => from + i).filter((row) => row <= reading.dataRows)
  const originals = await reader.rows(file, wanted, readOptions)
  const shown = { fileName: file.name, questions, reading, originals, withEffect }
  return whole ? withSummary(context, shown) : { ...shownReading(shown), summary: null }
}

interface Shown {
  readonly fileName: string
  readonly questions: FileQuestion[]
  readonly reading: ReadOutcome
  readonly originals: readonly OriginalRow[]
  readonly withEffect?: boolean
}

function shownReading({ fileName, questions, reading, originals }: Shown): Omit<FilePreview, 'summary'> {
  return {
    file_name: fileName,
    questions,
    format_name: reading.formatName,
    account_name: accountOfFile(reading).name,
    time_zone: reading.timeZone.zone,
    message: null,
    header: [...reading.header],
    rows: rowsOf(reading, originals),
    data_rows: reading.dataRows,
  }
}

async function withSummary(context: RequestContext, shown: Shown): Promise<FilePreview> {
  const { reading } = shown
  const { db, who } = context
  const events = eventsOf(reading)
  const known = await withSubject(db, who, (tx) => eventsHere(tx, who.subjectId, events))
  const added = events.filter(({ event }) => !known.has(event))
  const summary = {
    ...summaryOf(reading, events.length - added.length),
    effect: shown.withEffect === true ? await fileEffect(context, added) : null,
  }
  return { ...shownReading(shown), summary }
}

/**
 * The first rows of a file whose format is settled and asks nothing: each look costs two processes, side by side. Undefined where the file
 * cannot be read so as it stands.
 */
export async function previewSettled(
  context: RequestContext,
  reader: Reader,
  { file, options }: StoredUpload,
): Promise<FilePreview | undefined> {
  const first = Array.from({ length: ROWS }, (_, i) => i + 1)
  const [packed, originals] = await Promise.all([
    reader.read(file, options, () => {}),
    reader.rows(file, first, options),
  ])
  if (packed.outcome !== 'read') return undefined
  const reading = await unpacked(packed)
  return withSummary(context, { fileName: file.name, questions: [], reading, originals })
}

type Origin = NonNullable<FileQuestion['answer_from']>

/** Questions of a file, each with the answer given, or else one that is known, usual or likely. */
async function askProposing(
  context: RequestContext,
  reader: Reader,
  { file, options, answers: said }: StoredUpload,
) {
  const { db, who } = context
  const accountKey = await accountKeyOf(reader, { file, options, answers: said })
  const setting = await readSetting(context)
  const proposed: Record<string, string> = {}
  const origins = new Map<string, Origin>()
  for (;;) {
    const asked: AskedFile = await reader.ask(file, { ...options, firstRows: QUESTION_ROWS }, said, proposed)
    const open = asked.reading
    if (open.outcome !== 'ask' || open.question in said || open.question in proposed)
      return { asked, origins }
    const known = await withSubject(db, who, (tx) => knownAnswer(tx, who.subjectId, accountKey, open))
    const proposal = known ?? likely(open, setting)
    if (proposal === undefined) return { asked, origins }
    proposed[open.question] = proposal.value
    origins.set(open.question, proposal.from)
  }
}

/** Answer to propose if none is known: the format's usual one, or else one that the customer's own place suggests. */
function likely(
  { question, usual }: AskOutcome,
  { time_zone, country_code }: { time_zone: string; country_code: string },
): { value: string; from: Origin } | undefined {
  if (usual !== null) return { value: usual, from: 'usual' }
  if (question === 'time_zone') return { value: time_zone, from: 'settings' }
  if (question !== 'date_order') return undefined
  const isUs = US_REGIONS.some((region) => region === country_code)
  return { value: isUs ? 'month-first' : 'day-first', from: 'settings' }
}

async function accountKeyOf(reader: Reader, { file, options, answers }: StoredUpload): Promise<string> {
  const recognised = await reader.recognise(file, { ...options, ...optionsOf(answers) })
  return recognised.outcome === 'recognised' ? accountOfFile(recognised).key : ''
}

function rowsOf(
  reading: ReadOutcome,
  originals: readonly { row: number; line: number; cells: readonly string[] }[],
): FilePreview['rows'] {
  const readBy = new Map<number, ReadTransaction>()
  for (const read of reading.transactions)
    for (const row of read.rows) if (!readBy.has(row)) readBy.set(row, read)
  const noted = notesByRow(reading.notes)
  const failed = new Map(reading.errors.map((error) => [error.row, error.message]))
  const skipped = new Map(
    reading.skipped.flatMap(({ rows, reason }) => rows.map((row) => [row, reason] as const)),
  )
  return originals.map(({ row, line, cells: original }) => {
    const at = { row, line, cells: [...original] }
    const read = readBy.get(row)
    const error = failed.get(row)
    const note = noted.get(row)?.message
    if (error !== undefined) return { ...at, outcome: 'error', reading: error }
    if (read === undefined) {
      const reason = skipped.get(row)
      return { ...at, outcome: 'skipped', reading: reason === undefined ? 'Left out' : skippedText(reason) }
    }
    const said = sentenceOf(read)
    if (note === undefined) return { ...at, outcome: 'used', reading: said }
    return { ...at, outcome: 'note', reading: `${said}. ${note}` }
  })
}

/** The transactions of a reading with the account and the event that each would be in. */
function eventsOf(reading: ReadOutcome) {
  const { key } = accountOfFile(reading)
  return reading.transactions.map((read) => {
    const accountKey = read.account === null ? key : accountOfName(read.account).key
    return { accountKey, read, event: eventFingerprint(accountKey, reading.family, read) }
  })
}

async function eventsHere(
  tx: Tx,
  userId: string,
  events: readonly { readonly event: string }[],
): Promise<ReadonlySet<string>> {
  const here = await tx.all<{ event_id: string }>(sql`
    select distinct event_id from transactions
    where user_id = ${userId} and deleted_at is null and event_id = any (${events.map(({ event }) => event)})`)
  return new Set(here.map((row) => row.event_id))
}

function summaryOf(
  reading: ReadOutcome,
  alreadyHere: number,
): Omit<NonNullable<FilePreview['summary']>, 'effect'> {
  return {
    transactions: reading.transactions.length,
    already_here: alreadyHere,
    used: new Set(reading.transactions.flatMap(({ rows }) => rows)).size,
    errors: reading.errors.length,
    notes: reading.notes.length,
    skipped: [...Map.groupBy(reading.skipped, ({ reason }) => reason)].map(([reason, groups]) => ({
      reason: skippedText(reason),
      rows: groups.reduce((sum, { rows }) => sum + rows.length, 0),
    })),
    balances: balancesOf(reading),
  }
}

/** A transaction that was read, as a sentence: `Mar 03, 2025 14:02:11 · Sell 1.2 ETH for 3960 USD, fee 4.1 USD`. */
function sentenceOf(read: ReadTransaction): string {
  const leg = (l: { amount: string; asset: string } | null) =>
    l === null ? '' : `${l.amount} ${tickerOf(l.asset)}`
  const sides = [leg(read.from), leg(read.to)].filter((side) => side !== '')
  const moved = read.type === 'buy' ? sides.toReversed().join(' for ') : sides.join(' for ')
  const fee = read.fee === null ? '' : `, fee ${leg(read.fee)}`
  return `${formatDisplay(read.at)} · ${deedLabel(read.type, read.subType)} ${moved}${fee}`
}
