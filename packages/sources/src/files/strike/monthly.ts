import { balanceIn } from '../reader/state-balances.ts'
import { bySigns, columns } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { splitTime } from '../reader/split-time.ts'
import { byWord, exchanged, firstOf, way } from '../reader/ways.ts'
import { tickers } from '../reader/table-declaration.ts'

const before = [
  ...['Transaction ID', 'Initiated Date (UTC)', 'Initiated Time (UTC)', 'Completed Date (UTC)'],
  ...['Completed Time (UTC)', 'Transaction Type', 'State', 'Amount 1', 'Currency 1', 'Fee 1', 'Amount 2'],
  ...['Currency 2', 'Fee 2', 'BTC Price'],
]
const after = ['Balance - BTC', 'Destination', 'Description', 'Note']

/** Strike, monthly account statement. A trade counts when it was made, what moved when it was completed. */
export const strikeMonthly = inOutTable({
  id: 'strike-monthly',
  family: 'strike-monthly',
  name: 'Strike monthly statement',
  sourceSlug: 'strike',
  exchange: 'Strike',
  headers: [
    { cells: [...before, 'Balance 1', 'Currency 1', ...after] },
    { cells: [...before, 'Balance - 1', 'Currency - 1', ...after] },
    // Earlier ones lack the note, fees or the price, and have day and time of day in one column.
    {
      required: [
        ...['Transaction ID', 'Initiated Time (UTC)', 'Completed Time (UTC)', 'Transaction Type', 'State'],
        ...['Amount 1', 'Currency 1', 'Amount 2', 'Currency 2', 'Balance - BTC'],
      ],
    },
  ],
  timeZone: 'UTC',
  asset: tickers(),
  time: {
    dates: ['Initiated Date (UTC)', 'Initiated Time (UTC)'],
    read(row, sheet) {
      const isTrade = /^trade$/i.test(row.text('Transaction Type'))
      const which = isTrade || row.text('Completed Time (UTC)') === '' ? 'Initiated' : 'Completed'
      const [day, clock] = [`${which} Date (UTC)`, `${which} Time (UTC)`]
      if (sheet.has(day)) return splitTime(row, sheet, day, clock)
      // Some files call both columns of what was completed the same.
      return sheet.has(`${clock} (2)`) ? splitTime(row, sheet, clock, `${clock} (2)`) : row.time(clock)
    },
  },
  type: 'Transaction Type',
  status: { column: 'State', done: /^completed$/i, reason: 'state_not_completed' },
  means: firstOf(
    byWord('Transaction Type', {
      trade: exchanged,
      'deposit|withdrawal|onchain|on chain|lightning|p2p': way({ in: 'received', out: 'sent' }),
    }),
  ),
  ...bySigns(columns('Amount 1', 'Currency 1'), columns('Amount 2', 'Currency 2')),
  fees: [{ leg: columns('Fee 1', 'Currency 1') }, { leg: columns('Fee 2', 'Currency 2') }],
  balances: [
    balanceIn('Balance - BTC', () => 'BTC'),
    (row, sheet) => {
      const [held, currency] = sheet.has('Balance 1')
        ? ['Balance 1', 'Currency 1 (2)']
        : ['Balance - 1', 'Currency - 1']
      return row.text(currency) === '' ? null : balanceIn(held, () => row.text(currency))(row, sheet)
    },
  ],
  records: [{ kind: 'strike-transaction', id: 'Transaction ID' }],
  repeatedBy: 'Transaction ID',
  externalId: 'Transaction ID',
  comment: 'Description',
})
