import { amountOn, type Form8949, type Form8949Row } from '../form-8949.ts'
import { incomeBySource, incomeLines } from '../income-lines.ts'
import { formText } from '../money-text.ts'
import { boxesOfLine, boxTotalsOf, scheduleD, type ReturnLine } from '../schedule-d.ts'
import type { Book, List } from './book.ts'
import { dayColumn, listOf, textColumn, type ListColumn } from './list-columns.ts'
import { formLink, lotLink, type RowPlaces } from './lot-lists.ts'
import { FORM, INCOME, INCOME_LINES, SCHEDULE_D } from './sheet-names.ts'
import type { Cell } from './xlsx.ts'

/** Schedule D line by line; a line that adds up boxes leads to their rows of Form 8949. */
export function scheduleList(book: Book, form: Form8949): List {
  const { report, unit } = form
  const { lines, form1040, worksheet, next } = scheduleD(
    report.year,
    boxTotalsOf(form),
    report.returnOfYear,
    unit,
  )
  const all: readonly (readonly [name: string, line: ReturnLine])[] = [
    ...lines.map((one) => [`Line ${one.line}`, one] as const),
    [form1040.line, form1040],
    ...worksheet.map((one) => [`Carryover worksheet, line ${one.line}`, one] as const),
    ...next.map((one) => [`Carryover, ${one.line}`, one] as const),
  ]
  const cell = (units: bigint | null) => (units === null ? null : formText(units, unit))
  return {
    name: SCHEDULE_D,
    holds: 'Lines 1a to 22, the line of Form 1040 and the loss to carry over',
    count: report.disposals.length === 0 ? 0 : all.length,
    columns: [
      { header: 'Line', width: 30, kind: 'text' },
      { header: 'Description', width: 74, kind: 'text' },
      { header: 'Proceeds', width: 18, kind: 'money' },
      { header: 'Cost basis', width: 18, kind: 'money' },
      { header: 'Adjustment', width: 16, kind: 'money' },
      { header: 'Gain or loss', width: 18, kind: 'money' },
      { header: 'Rows', width: 30, kind: 'text' },
      { header: 'More rows', width: 30, kind: 'text' },
    ],
    rows: () =>
      all.map(([name, one]): readonly Cell[] => [
        name,
        one.text,
        cell(one.proceeds),
        cell(one.basis),
        cell(one.adjustment),
        cell(one.gain),
        ...rowsBehind(name, one.line, form).map((rows) => formLink(book, ...rows)),
      ]),
  }
}

type Rows = readonly [first: number, last: number]

/** Rows of the form behind a line: those of its boxes, of a part for its sum, and all for the line of Form 1040. */
function rowsBehind(name: string, line: string, form: Form8949): Rows[] {
  const placed = placedSections(form)
  if (name.startsWith('Line ') && boxesOfLine(line).length > 0)
    return placed
      .filter(({ box, isDirect }) => boxesOfLine(line).includes(box) && isDirect === line.endsWith('a'))
      .map(({ rows }) => rows)
  const part = name === 'Line 7' ? 'I' : name === 'Line 15' ? 'II' : undefined
  if (part === undefined && name !== 'Line 16' && !/^(?:Form 1040|Schedule 1)/.test(name)) return []
  const of = placed.filter((one) => part === undefined || one.part === part)
  const [first, last] = [of[0], of.at(-1)]
  return first === undefined || last === undefined ? [] : [[first.rows[0], last.rows[1]]]
}

/** Sections of the list with the first and the last of their rows. */
function placedSections(form: Form8949) {
  let place = 0
  return listedSections(form).map(({ part, box, rows, isDirect }) => {
    const first = place
    place += rows.length
    return { part, box, isDirect, rows: [first, place - 1] as const }
  })
}

/** Sections of each part, first those on the form and then those that are left off it. */
function listedSections({ sections, direct }: Form8949) {
  const all = [
    ...sections.map((section) => ({ ...section, isDirect: false })),
    ...direct.map((section) => ({ ...section, isDirect: true })),
  ]
  return all.toSorted((a, b) => a.part.length - b.part.length)
}

/** Lines of the return that income leads to, each with its receipts. */
export function incomeLineList(book: Book, rows: RowPlaces): List {
  const { report } = rows
  const { lines, notes } = incomeLines(report.year, incomeBySource(report), report.businessFacts)
  return {
    name: INCOME_LINES,
    holds: 'Lines of the return that income goes to',
    count: report.incomes.length === 0 ? 0 : lines.length + notes.length,
    columns: [
      { header: 'Line', width: 30, kind: 'text' },
      { header: 'Description', width: 74, kind: 'text' },
      { header: 'Amount', width: 18, kind: 'money' },
      { header: 'Rows', width: 30, kind: 'text' },
    ],
    rows: () => [
      ...lines.map(({ line, text, amount }): readonly Cell[] => {
        const on = rows.incomesOn(line)
        return [
          line,
          text,
          amount === null ? null : formText(amount, 'cents'),
          on === undefined ? book.link(INCOME_LINES, 0, lines.length - 1) : book.link(INCOME, ...on),
        ]
      }),
      ...notes.map((note): readonly Cell[] => ['Note', note]),
    ],
  }
}

/** A row of Form 8949 with where it stands: on the form, or in a total of Schedule D. */
interface PlacedRow extends Form8949Row {
  readonly part: string
  readonly box: string
}

function* placedRows(form: Form8949): Generator<PlacedRow> {
  for (const { part, box: letter, isDirect, rows } of listedSections(form)) {
    const box = isDirect ? `${letter} (line ${part === 'I' ? '1a' : '8a'})` : letter
    for (const row of rows) yield { ...row, part, box }
  }
}

/** Every row of Form 8949 as it is printed, with the piece of a lot behind it. */
export function formList(book: Book, form: Form8949, rows: RowPlaces): List {
  const money = (
    header: string,
    width: number,
    units: (row: PlacedRow) => bigint,
  ): ListColumn<PlacedRow> => ({
    header,
    width,
    kind: 'money',
    cell: (row) => amountOn(form, units(row)),
  })
  return listOf<PlacedRow>({
    name: FORM,
    holds: 'Every row of Form 8949 as it is printed, by box; rows in totals of Schedule D name their line',
    count: listedSections(form).reduce((sum, section) => sum + section.rows.length, 0),
    columns: [
      textColumn('Part', 6, (row) => row.part),
      textColumn('Box', 12, (row) => row.box),
      textColumn('(a) Description', 42, (row) => row.description),
      dayColumn('(b) Acquired', (row) => row.line.acquired, 14),
      dayColumn('(c) Sold', (row) => row.line.disposed, 14),
      money('(d) Proceeds', 18, (row) => row.proceeds),
      money('(e) Cost basis', 18, (row) => row.basis),
      textColumn('(f) Code', 10, (row) => row.code),
      money('(g) Adjustment', 16, (row) => row.adjustment),
      money('(h) Gain or loss', 18, (row) => row.gain),
      textColumn('Account', 26, (row) => row.line.account),
      textColumn('Lot', 18, (row) => lotLink(book, rows, row.line)),
    ],
    rows: () => placedRows(form),
  })
}
