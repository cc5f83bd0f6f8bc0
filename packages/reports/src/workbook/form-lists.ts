import { amountOn, type Form8949 } from '../form-8949.ts'
import { incomeBySource, incomeLines } from '../income-lines.ts'
import { formText } from '../money-text.ts'
import { boxesOfLine, boxTotalsOf, scheduleD, type ReturnLine } from '../schedule-d.ts'
import type { Book, List } from './book.ts'
import { formLink, lotLink, type RowPlaces } from './lot-lists.ts'
import { FORM, INCOME, INCOME_LINES, SCHEDULE_D } from './sheet-names.ts'
import type { Cell, Column } from './xlsx.ts'

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

const FORM_COLUMNS: readonly Column[] = [
  { header: 'Part', width: 6, kind: 'text' },
  { header: 'Box', width: 12, kind: 'text' },
  { header: '(a) Description', width: 42, kind: 'text' },
  { header: '(b) Acquired', width: 14, kind: 'day' },
  { header: '(c) Sold', width: 14, kind: 'day' },
  { header: '(d) Proceeds', width: 18, kind: 'money' },
  { header: '(e) Cost basis', width: 18, kind: 'money' },
  { header: '(f) Code', width: 10, kind: 'text' },
  { header: '(g) Adjustment', width: 16, kind: 'money' },
  { header: '(h) Gain or loss', width: 18, kind: 'money' },
  { header: 'Account', width: 26, kind: 'text' },
  { header: 'Lot', width: 18, kind: 'text' },
]

/** Every row of Form 8949 as it is printed, with the piece of a lot behind it. */
export function formList(book: Book, form: Form8949, rows: RowPlaces): List {
  return {
    name: FORM,
    holds: 'Every row of Form 8949 as it is printed, by box; rows in totals of Schedule D name their line',
    count: listedSections(form).reduce((sum, section) => sum + section.rows.length, 0),
    columns: FORM_COLUMNS,
    *rows(): Generator<readonly Cell[]> {
      for (const { part, box, isDirect, rows: printed } of listedSections(form)) {
        for (const row of printed) {
          yield [
            part,
            isDirect ? `${box} (line ${part === 'I' ? '1a' : '8a'})` : box,
            row.description,
            row.line.acquired,
            row.line.disposed,
            amountOn(form, row.proceeds),
            amountOn(form, row.basis),
            row.code,
            amountOn(form, row.adjustment),
            amountOn(form, row.gain),
            row.line.account,
            lotLink(book, rows, row.line),
          ]
        }
      }
    },
  }
}
