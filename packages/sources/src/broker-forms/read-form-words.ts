import { BROKER_LINE_LOSSES, type BrokerLineLoss } from '@lotbook/journal'
import type { SourceFile } from '../files/reader/file-reading.ts'
import { openFile } from '../files/reader/open-tables.ts'
import { cleanCell, isBlankRow, Refusal, type TableRow } from '../files/reader/table.ts'
import type { BrokerFormProblem } from './stated-broker-line.ts'

/** Columns of a table of words on Forms 1099-DA: a line as the table of the forms names it, its sales, and what a person says of it. */
export const FORM_WORD_HEADER = ['line', 'transactions', 'loss', 'explanation'] as const
type WordColumn = (typeof FORM_WORD_HEADER)[number]

/** A person's words on a line of a Form 1099-DA, or on the loss of sales that are on no form. */
export interface FormWord {
  /** 1-based line of the file. */
  readonly row: number
  /** The line, `forms.csv:2`; null where the words are of sales on no form. */
  readonly line: string | null
  /** Sales that the line is of; none where it is of none, null where units and days decide. */
  readonly transactions: readonly string[] | null
  readonly loss: BrokerLineLoss
  readonly note: string | null
}

export type FormWordReading =
  | {
      readonly outcome: 'words'
      readonly words: readonly FormWord[]
      readonly problems: readonly BrokerFormProblem[]
    }
  | { readonly outcome: 'refused'; readonly message: string }

/** Reads a table of words on Forms 1099-DA. A row that cannot be read is a problem with its line and column. */
export function readFormWords(file: SourceFile): FormWordReading {
  try {
    const { tables, whole } = openFile(file, 'whole')
    for (const table of tables) {
      const [head] = table.rows.filter((row) => !isBlankRow(row))
      const places = placesIn(head)
      if (typeof places === 'string') return { outcome: 'refused', message: places }
      const rows = whole(table).rows.filter((row) => row.line > (head?.line ?? 0) && !isBlankRow(row))
      return wordsOf(rows, places)
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { outcome: 'refused', message: error.refused.message }
  }
  return { outcome: 'refused', message: NO_HEADER }
}

const NO_HEADER = `A header with the columns ${FORM_WORD_HEADER.join(', ')} is expected.`

/** Places of the columns, or the reason that the header is none. */
function placesIn(head: TableRow | undefined): ReadonlyMap<WordColumn, number> | string {
  const names = (head?.cells ?? []).map((cell) => cleanCell(cell).toLowerCase())
  const strange = names.find((name) => name !== '' && !(FORM_WORD_HEADER as readonly string[]).includes(name))
  if (strange !== undefined) return `There is no column ${strange}. ${NO_HEADER}`
  const places = new Map(
    FORM_WORD_HEADER.flatMap((name) => (names.includes(name) ? [[name, names.indexOf(name)] as const] : [])),
  )
  return places.has('line') || places.has('transactions') ? places : NO_HEADER
}

function wordsOf(rows: readonly TableRow[], places: ReadonlyMap<WordColumn, number>): FormWordReading {
  const words: FormWord[] = []
  const problems: BrokerFormProblem[] = []
  const named = new Set<string>()
  for (const row of rows) {
    const cell = (column: WordColumn) => cleanCell(row.cells[places.get(column) ?? -1] ?? '')
    const found = wordIn(row.line, cell)
    if ('message' in found) problems.push(found)
    else if (found.line !== null && named.has(found.line))
      problems.push({
        line: row.line,
        column: 'line',
        value: found.line,
        message: 'A row above has words on the same line.',
      })
    else {
      if (found.line !== null) named.add(found.line)
      words.push(found)
    }
  }
  return { outcome: 'words', words, problems }
}

function wordIn(row: number, cell: (column: WordColumn) => string): FormWord | BrokerFormProblem {
  const problem = (column: WordColumn, message: string): BrokerFormProblem => ({
    line: row,
    column,
    value: cell(column),
    message,
  })
  const [line, transactions, loss, note] = FORM_WORD_HEADER.map(cell) as [string, string, string, string]
  const known = BROKER_LINE_LOSSES.find((one) => one === loss)
  if (loss !== '' && known === undefined)
    return problem('loss', `One of ${BROKER_LINE_LOSSES.join(', ')}, or nothing, is expected.`)
  const ids = transactions.split(/[\s,;]+/).filter((id) => id !== '')
  if (line === '' && (ids.length === 0 || ids.includes('none')))
    return problem('line', 'A line of a form, or transactions of sales that are on none, are expected.')
  if (line === '' && known !== 'not_deductible')
    return problem('loss', 'Of sales that are on no form only not_deductible can be said.')
  if (ids.includes('none') && ids.length > 1)
    return problem('transactions', 'IDs of transactions, or none, are expected.')
  return {
    row,
    line: line === '' ? null : line,
    transactions: ids.length === 0 ? null : ids.filter((id) => id !== 'none'),
    loss: known ?? 'as_on_form',
    note: note === '' ? null : note,
  }
}
