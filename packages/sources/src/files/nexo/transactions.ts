import { columns, inAsset, type ReadLeg } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import type { Row } from '../reader/row.ts'
import { perSheet } from '../reader/per-sheet.ts'
import type { Sheet } from '../reader/sheet.ts'
import { exchanged, leftOut, way } from '../reader/ways.ts'
import { CREDIT_TOP_UP, nexo, nexoWords } from './words.ts'

const sides = [
  ...['Transaction', 'Type', 'Input Currency', 'Input Amount', 'Output Currency', 'Output Amount'],
  'USD Equivalent',
]

const worth = inAsset('USD Equivalent', 'USD')
const put = columns('Input Amount', 'Input Currency')
const got = columns('Output Amount', 'Output Currency')
const typeOf = (row: Row) => row.text('Type').replace(/\s/g, '')
const isTaken = (row: Row) => row.text('Input Amount').startsWith('-')

/** What is sold to pay a loan has its own currency on both sides: it brought its worth in dollars. */
const isSoldForDebt = (row: Row) =>
  /sellorder$/i.test(typeOf(row)) && row.text('Input Currency') === row.text('Output Currency')

/** Some rows leave the side of what came in empty, and state it as what was put in. */
const received: ReadLeg = (row, sheet) => {
  if (isSoldForDebt(row)) return worth(row, sheet)
  if (isTopUp(row, sheet)) return put(row, sheet)
  return got(row, sheet) ?? (isTaken(row) ? null : put(row, sheet))
}

/** True of a file in which what the credit line paid out has rows of its own. */
const namesCredits = perSheet((sheet) => {
  const details = sheet.columnOf('Details') ?? -1
  return sheet.rows.some(({ cells }) => CREDIT_TOP_UP.test(cells[details] ?? ''))
})

/** True of a file that exchanges fiat for its coin in rows of their own, after the fiat came in. */
const exchangesTopUps = perSheet((sheet) => {
  const type = sheet.columnOf('Type') ?? -1
  return sheet.rows.some(({ cells }) =>
    /^(exchange ?deposited ?on|deposited on exchange)$/i.test(cells[type] ?? ''),
  )
})

const isTopUp = (row: Row, sheet: Sheet) => /^deposittoexchange$/i.test(typeOf(row)) && exchangesTopUps(sheet)

const eventOf = (cells: readonly string[], at: readonly number[]) =>
  at.map((column) => (cells[column] ?? '').replace('-', '').trim()).join('|')

/** What sell orders sold, and when: the file tells a sale that paid a loan twice. */
const soldForDebt = perSheet((sheet) => {
  const type = sheet.columnOf('Type') ?? -1
  const at = soldColumns(sheet)
  return new Set(
    sheet.rows
      .filter(({ cells }) => /sell ?order$/i.test(cells[type] ?? ''))
      .map(({ cells }) => eventOf(cells, at)),
  )
})

const soldColumns = (sheet: Sheet) =>
  ['Date / Time (UTC)', 'Date / Time', 'Input Currency', 'Input Amount'].flatMap(
    (name) => sheet.columnOf(name) ?? [],
  )

const shared = {
  ...nexo,
  means: nexoWords({
    isTrade: (row) =>
      row.text('Input Currency') === row.text('Output Currency') || row.text('Input Currency') === ''
        ? undefined
        : exchanged,
    isNegative: (taken) => (row) => (isTaken(row) ? taken : undefined),
    isTopUp: (row, sheet) => (isTopUp(row, sheet) ? way({ in: 'received', both: 'in' }) : undefined),
    isToldByCredit: (_row, sheet) => (namesCredits(sheet) ? leftOut('companion_row') : undefined),
    isToldBySale: (row, sheet) =>
      soldForDebt(sheet).has(eventOf(row.cells, soldColumns(sheet))) ? leftOut('companion_row') : undefined,
  }),
  sent: put,
  received,
  value: worth,
} as const

/** Nexo since March 2024. A fee in the currency that was put in is part of it. */
export const nexo2024 = inOutTable({
  ...shared,
  id: 'nexo-2024',
  name: 'Nexo transactions, since 2024',
  headers: [
    {
      cells: [...sides, 'Fee', 'Fee Currency', 'Details', 'Date / Time (UTC)', 'normalizedDisplayDetails'],
    },
    { cells: [...sides, 'Fee', 'Fee Currency', 'Details', 'Date / Time (UTC)'] },
    { cells: [...sides, 'Details', 'Date / Time (UTC)'] },
  ],
  timeZone: 'UTC',
  time: 'Date / Time (UTC)',
  fees: [{ leg: columns('Fee', 'Fee Currency'), isIn: 'sent' }],
})

/** Nexo from 2021 to March 2024: times of Central Europe. */
export const nexo2021 = inOutTable({
  ...shared,
  id: 'nexo-2021',
  name: 'Nexo transactions, 2021 to 2024',
  headers: [
    { cells: [...sides, 'Details', 'Outstanding Loan', 'Date / Time'] },
    { cells: [...sides, 'Details', 'Date / Time'] },
  ],
  timeZone: 'Europe/Zurich',
  time: 'Date / Time',
})
