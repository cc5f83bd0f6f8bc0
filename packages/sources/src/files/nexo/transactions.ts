import { columns, inAsset, type ReadLeg } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import type { Row } from '../reader/row.ts'
import { exchanged, way } from '../reader/ways.ts'
import { nexo, nexoWords } from './words.ts'

const sides = [
  ...['Transaction', 'Type', 'Input Currency', 'Input Amount', 'Output Currency', 'Output Amount'],
  'USD Equivalent',
]

const worth = inAsset('USD Equivalent', 'USD')
const got = columns('Output Amount', 'Output Currency')

/** What is sold to pay a loan has its own currency on both sides: it brought its worth in dollars. */
const isSoldForDebt = (row: Row) =>
  /sell order$/i.test(row.text('Type')) && row.text('Input Currency') === row.text('Output Currency')

const received: ReadLeg = (row, sheet) => (isSoldForDebt(row) ? worth : got)(row, sheet)

const shared = {
  ...nexo,
  means: nexoWords({
    isTrade: (row) =>
      row.text('Input Currency') === row.text('Output Currency') || row.text('Input Currency') === ''
        ? undefined
        : exchanged,
    // Interest on a loan.
    isNegative: (row) =>
      row.text('Input Amount').startsWith('-') ? way({ out: 'interest_paid', both: 'out' }) : undefined,
  }),
  sent: columns('Input Amount', 'Input Currency'),
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
