import { isNegative } from '@lotbook/money'
import { isZeroAmount, parseAmount } from '../../reading/amount-text.ts'
import type { DraftLeg } from '../../reading/collector.ts'
import { bySigns, inAsset, type ReadLeg } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import type { Row } from '../reader/row.ts'
import { exchanged } from '../reader/ways.ts'
import { nexo, nexoWords } from './words.ts'

const before = ['Transaction', 'Type', 'Currency', 'Amount']

/** One of the amounts of a row, `-0.1 / +3500` of `BTC/USDC`. */
function amountAt(place: number): ReadLeg {
  return (row) => {
    const amounts = row.text('Amount').split(/\s\/\s|\/(?=[-+])/)
    const assets = row.text('Currency').split('/')
    const [text, asset] = [amounts[place], assets[place]?.trim()]
    if (text === undefined) return null
    const amount = parseAmount(text)
    if (amount === undefined || amounts.length !== assets.length || asset === undefined || asset === '')
      throw row.problem(
        'not_an_amount',
        'Amount',
        `Not an amount of ${row.text('Currency')}: ${row.text('Amount')}`,
      )
    return amount === null || isZeroAmount(amount) ? null : { asset, amount }
  }
}

const sides = bySigns(amountAt(0), amountAt(1))
const isTaken = (leg: DraftLeg | null) => leg !== null && isNegative(leg.amount.value)

/** Nexo until 2021: both sides of an exchange share a column. */
export const nexo2020 = inOutTable({
  ...nexo,
  id: 'nexo-2020',
  name: 'Nexo transactions, until 2021',
  headers: [
    { cells: [...before, 'USD Equivalent', 'Details', 'Outstanding Loan', 'Date / Time'] },
    { cells: [...before, 'Details', 'Outstanding Loan', 'Date / Time'] },
    { cells: [...before, 'USD Equivalent', 'Details', 'Date / Time (UTC)'] },
  ],
  columns: { When: /^Date \/ Time(?: \(UTC\))?$/i },
  timeZone: 'Europe/Zurich',
  zoneIn: (header) => (header.some((name) => /\(UTC\)$/i.test(name)) ? 'UTC' : undefined),
  time: 'When',
  means: nexoWords({
    isTrade: (row: Row) => (row.text('Currency').includes('/') ? exchanged : undefined),
    isNegative: (taken) => (row, sheet) => (isTaken(amountAt(0)(row, sheet)) ? taken : undefined),
  }),
  ...sides,
  value: inAsset('USD Equivalent', 'USD'),
})
