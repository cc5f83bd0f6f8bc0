import { rowsPerPage } from '../form-8949.ts'

/** A form of the IRS that Lotbook fills. */
export type OfficialKind = 'form-8949' | 'schedule-d' | 'schedule-1'

/** A field that a form is expected to have: its short name, and the part of the form that it stands in. */
export interface ExpectedField {
  /** `f1_3`, or `c1_1[0]` for a box to check. */
  readonly key: string
  /** A name in the path of the field, such as `Row1`; null where only the page counts. */
  readonly within: string | null
}

/** Name of a form for people, the name of its file at the IRS, and the words before the year on its print. */
export const OFFICIAL_FORMS: Readonly<
  Record<OfficialKind, { readonly name: string; readonly file: string; readonly print: RegExp }>
> = {
  'form-8949': { name: 'Form 8949', file: 'f8949', print: /Form 8949\s*\((20\d\d)\)/g },
  'schedule-d': {
    name: 'Schedule D (Form 1040)',
    file: 'f1040sd',
    print: /Schedule D\s*\(Form 1040\)\s*(20\d\d)/g,
  },
  'schedule-1': {
    name: 'Schedule 1 (Form 1040)',
    file: 'f1040s1',
    print: /Schedule 1\s*\(Form 1040\)\s*(20\d\d)/g,
  },
}

/** The first year whose forms Lotbook has looked at. */
export const FIRST_OFFICIAL_YEAR = 2020

/** The name under which the IRS keeps the form of a year, and under which a folder has it: `f8949--2025.pdf`. */
export function officialFileName(kind: OfficialKind, year: number): string {
  return `${OFFICIAL_FORMS[kind].file}--${year}.pdf`
}

/** Boxes that a part of Form 8949 has. */
const boxesOn8949 = (year: number) => (year >= 2025 ? 6 : 3)

/** Columns (a) to (h). */
const COLUMNS = 8

/** Field of a cell of Form 8949: page 1 is Part I; row and column begin with 0. */
export const cellOf8949 = (page: 1 | 2, row: number, column: number) =>
  `f${page}_${3 + COLUMNS * row + column}`
/** Field of the total of a column, from (d), which is column 3. */
export const totalOf8949 = (year: number, page: 1 | 2, column: number) =>
  `f${page}_${3 + COLUMNS * rowsPerPage(year) + column - 3}`

function fieldsOf8949(year: number): ExpectedField[] {
  return ([1, 2] as const).flatMap((page) => [
    ...[1, 2].map((n) => ({ key: `f${page}_${n}`, within: null })),
    ...Array.from({ length: boxesOn8949(year) }, (_, box) => ({ key: `c${page}_1[${box}]`, within: null })),
    ...Array.from({ length: rowsPerPage(year) * COLUMNS }, (_, cell) => ({
      key: `f${page}_${3 + cell}`,
      within: `Row${Math.floor(cell / COLUMNS) + 1}`,
    })),
    ...[3, 4, 5, 6, 7].map((column) => ({ key: totalOf8949(year, page, column), within: null })),
  ])
}

/** Rows of Schedule D with columns (d), (e), (g) and (h), and the number of their first field. */
export const ROWS_OF_SCHEDULE_D = [
  ['1a', 3],
  ['1b', 7],
  ['2', 11],
  ['3', 15],
  ['8a', 23],
  ['8b', 27],
  ['9', 31],
  ['10', 35],
] as const

/** Lines of Schedule D with one amount, by the field that takes it. */
export const AMOUNTS_OF_SCHEDULE_D: readonly (readonly [line: string, field: string])[] = [
  ['4 to 5', 'f1_19'],
  ['6', 'f1_21'],
  ['7', 'f1_22'],
  ['11 to 13', 'f1_39'],
  ['14', 'f1_42'],
  ['15', 'f1_43'],
  ['16', 'f2_1'],
  ['21', 'f2_4'],
]

function fieldsOfScheduleD(): ExpectedField[] {
  const row = (n: number) => ROWS_OF_SCHEDULE_D.find(([, first]) => n >= first && n < first + 4)?.[0]
  return [
    ...Array.from({ length: 43 }, (_, i) => {
      const within = row(i + 1)
      return { key: `f1_${i + 1}`, within: within === undefined ? null : `Row${within}` }
    }),
    ...[1, 2, 3, 4].map((n) => ({ key: `f2_${n}`, within: null })),
    ...['c1_1', 'c2_1', 'c2_2', 'c2_3'].flatMap((box) =>
      [0, 1].map((n) => ({ key: `${box}[${n}]`, within: null })),
    ),
  ]
}

/** Fields of Schedule 1 that Lotbook fills; null where the form of the year has no such line. */
export interface Schedule1Fields {
  readonly line3: string
  readonly line8v: string | null
  /** Type and amount of other income: line 8 in 2020. */
  readonly otherText: string
  readonly other: string
  /** The sum of lines 8a to 8z. */
  readonly line9: string | null
  /** Additional income: line 9 in 2020, line 10 since. */
  readonly total: string
}

/** The fields of the lines of Schedule 1 of a year (read in the forms of 2020 to 2025). */
export function schedule1Fields(year: number): Schedule1Fields {
  const of = (line3: number, line8v: number | null, [text, amount]: [number, number], total: number) => ({
    line3: `f1_${line3}`,
    line8v: line8v === null ? null : `f1_${line8v}`,
    otherText: `f1_${text}`,
    other: `f1_${amount}`,
    line9: year === 2020 ? null : `f1_${total - 1}`,
    total: `f1_${total}`,
  })
  if (year === 2020) return of(6, null, [11, 13], 14)
  if (year === 2021) return of(6, null, [27, 29], 31)
  if (year <= 2023) return of(6, null, [32, 34], 36)
  return year === 2024 ? of(7, 33, [34, 36], 38) : of(7, 34, [35, 36], 38)
}

function fieldsOfSchedule1(year: number): ExpectedField[] {
  const { line3, line8v, otherText, other, line9, total } = schedule1Fields(year)
  const names = ['f1_1', 'f1_2', line3, line8v, other, line9, total].filter((name) => name !== null)
  return [
    ...names.map((key) => ({ key, within: null })),
    { key: otherText, within: year === 2020 ? 'Line8' : 'Line8z_ReadOrder' },
  ]
}

/** The fields that the form of a year must have. */
export function expectedFields(kind: OfficialKind, year: number): ExpectedField[] {
  switch (kind) {
    case 'form-8949':
      return fieldsOf8949(year)
    case 'schedule-d':
      return fieldsOfScheduleD()
    case 'schedule-1':
      return fieldsOfSchedule1(year)
  }
}

/** Whether a form may have no field but those that are expected: one of Schedule 1 has many that Lotbook leaves empty. */
export const isClosed = (kind: OfficialKind) => kind !== 'schedule-1'
