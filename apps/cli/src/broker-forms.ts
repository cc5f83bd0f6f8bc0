import { basename } from 'node:path'
import { compareText, type BrokerLine } from '@lotbook/journal'
import type { DisposalLine, NotDeductible } from '@lotbook/reports'
import {
  accountOfBroker,
  assetFinder,
  MAX_LOCAL_FILE_BYTES,
  readBrokerForms,
  readFormWords,
  type BrokerFormProblem,
  type FormWord,
  type SourceFile,
  type StatedBrokerLine,
} from '@lotbook/sources'
import type { Io } from './io.ts'

/** `--form-1099-da FILE`, any number of times: Forms 1099-DA as a file of our template or the JSON of FDX, and `--form-1099-da-words FILE` on them. */
export const BROKER_FORM_OPTIONS = {
  'form-1099-da': { type: 'string', multiple: true },
  'form-1099-da-words': { type: 'string' },
} as const
export const BROKER_FORM_USAGE = '[--form-1099-da FILE]... [--form-1099-da-words FILE]'

/** A line with the file that it came from. */
export interface FiledBrokerLine extends StatedBrokerLine {
  readonly file: string
}

/** Forms 1099-DA of any year, with what a person says of their lines and of sales on no form. */
export interface GivenForms {
  readonly lines: readonly FiledBrokerLine[]
  readonly words: readonly FormWord[]
  /** The file of the words. */
  readonly wordsFile: string
}

/** Whether there is a form, or a word on a sale. */
export const hasForms = ({ lines, words }: GivenForms) => lines.length + words.length > 0

export const NO_FORMS: GivenForms = { lines: [], words: [], wordsFile: '' }

/** Names a line, in the table of Forms 1099-DA and in words on it: `forms.csv:2`. */
const nameOf = ({ file, line }: FiledBrokerLine) => `${file}:${line}`

/** Files of Forms 1099-DA, and the file of words on them. */
interface FormFiles {
  readonly forms?: readonly string[] | undefined
  readonly words?: string | undefined
}

/**
 * Read Forms 1099-DA, and the words on them. What cannot be read is said on standard error with its file, line and column, and the rest counts.
 *
 * @returns the lines of all files, and whether every one could be read.
 */
export async function readBrokerFormFiles(
  { forms = [], words: wordsFile }: FormFiles,
  io: Pick<Io, 'err' | 'readFile'>,
): Promise<{ readonly forms: GivenForms; readonly isWhole: boolean }> {
  let isWhole = true
  const refuse = (text: string) => {
    io.err(`${text}\n`)
    isWhole = false
  }
  const lines: FiledBrokerLine[] = []
  for (const path of forms) {
    const reading = await readOf(path, io, refuse, readBrokerForms)
    if (reading?.outcome !== 'lines') continue
    const file = basename(path)
    lines.push(...reading.lines.map((line) => ({ ...line, file })))
  }
  if (wordsFile === undefined) return { forms: { ...NO_FORMS, lines }, isWhole }
  const reading = await readOf(wordsFile, io, refuse, readFormWords)
  const known = new Set(lines.map(nameOf))
  const words = (reading?.outcome === 'words' ? reading.words : []).filter(({ row, line }) => {
    if (line === null || known.has(line)) return true
    refuse(
      `${wordsFile}, line ${row}, column line: no line of the forms is called so; the table of Forms 1099-DA names them, such as ${[...known][0] ?? 'forms.csv:2'} (${line})`,
    )
    return false
  })
  return { forms: { lines, words, wordsFile }, isWhole }
}

interface Refused {
  readonly outcome: 'refused'
  readonly message: string
}

/** Reads a file by a reader and tells its problems; undefined where the file cannot be opened or is refused. */
async function readOf<Reading extends { readonly problems: readonly BrokerFormProblem[] }>(
  path: string,
  io: Pick<Io, 'readFile'>,
  refuse: (text: string) => void,
  read: (file: SourceFile) => Reading | Refused,
): Promise<Reading | undefined> {
  const bytes = await io.readFile(path).catch((error: unknown) => {
    refuse(`${path}: ${error instanceof Error ? error.message : 'cannot be opened'}`)
    return undefined
  })
  if (bytes === undefined) return undefined
  const reading = read({ name: basename(path), bytes, mostBytes: MAX_LOCAL_FILE_BYTES })
  if (!('problems' in reading)) {
    refuse(`${path}: ${reading.message}`)
    return undefined
  }
  for (const problem of reading.problems) refuse(problemText(problem, path))
  return reading
}

function problemText({ line, column, value, message }: BrokerFormProblem, path: string): string {
  const place = `${path}, line ${line}${column === null ? '' : `, column ${column}`}`
  return `${place}: ${message}${value === null || value === '' ? '' : ` (${value})`}`
}

/**
 * Holds the words to the sales of a history.
 *
 * @returns whether each names sales that are there; what does not is said on standard error.
 */
export function checkFormWords(
  { words, wordsFile }: GivenForms,
  disposals: Iterable<{ readonly tx: string }>,
  io: Pick<Io, 'err'>,
): boolean {
  if (words.length === 0) return true
  const known = new Set<string>()
  for (const { tx } of disposals) known.add(tx)
  const wrong = words.flatMap(({ row, transactions }) =>
    (transactions ?? []).filter((id) => !known.has(id)).map((id) => ({ row, id })),
  )
  for (const { row, id } of wrong)
    io.err(`${wordsFile}, line ${row}, column transactions: no sale of this history has that ID (${id})\n`)
  return wrong.length === 0
}

/** Lines of forms under the accounts and assets of a history. */
export interface PlacedBrokerLines {
  readonly lines: readonly BrokerLine[]
  /** Transactions whose loss is not deductible. */
  readonly notDeductible: NotDeductible
  /** Sentences on lines whose broker or asset no sale of the history has: they stay on the form alone. */
  readonly unknown: readonly string[]
}

/** Finds the account and the asset that each line is of, by the names that a person reads. */
export function placedLines(
  { lines: stated, words }: GivenForms,
  rows: readonly Pick<DisposalLine, 'account' | 'asset'>[],
): PlacedBrokerLines {
  const accounts = [...new Set(rows.map(({ account }) => account))]
    .sort(compareText)
    .map((name) => ({ name }))
  const assetOf = assetFinder(rows.map(({ asset }) => ({ id: asset, symbol: asset })))
  const unknown = new Set<string>()
  const wordOn = new Map(words.map((word) => [word.line, word]))
  const lines = stated.map(
    ({ file, line, broker, symbol, recipientName: _recipientName, ...rest }): BrokerLine => {
      const word = wordOn.get(`${file}:${line}`)
      const account = accountOfBroker(broker, accounts)?.name
      const asset = assetOf(rest.name, symbol)
      if (account === undefined)
        unknown.add(
          broker === ''
            ? `${file}, line ${line}: no broker is named; fill in the column broker`
            : `${file}: no sale of this history is in an account called ${broker}; there are ${accounts.map(({ name }) => name).join(', ')}`,
        )
      else if (asset === undefined && rest.total === null)
        unknown.add(`${file}: no sale of this history is of ${rest.name}`)
      return {
        ...rest,
        id: `${file}:${line}`,
        account: account ?? broker,
        asset: asset ?? null,
        tiedTo: word?.transactions ?? null,
        note: word?.note ?? null,
        loss: word?.loss ?? 'as_on_form',
      }
    },
  )
  const ofSales = words.filter(({ line }) => line === null)
  return {
    lines,
    notDeductible: new Set(ofSales.flatMap(({ transactions }) => transactions ?? [])),
    unknown: [...unknown],
  }
}
