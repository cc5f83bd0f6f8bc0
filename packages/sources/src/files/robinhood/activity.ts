import type { FileFormat } from '../reader/csv-format.ts'

const columns = [
  ...['Activity Date', 'Process Date', 'Settle Date', 'Instrument', 'Description', 'Trans Code'],
  ...['Quantity', 'Price', 'Amount'],
]

/** Robinhood, report of the brokerage account: stocks. It is known so that a person learns which file they need. */
export const robinhoodActivity: FileFormat = {
  id: 'robinhood-activity',
  family: 'robinhood-activity',
  name: 'Robinhood brokerage report (stocks)',
  sourceSlug: 'robinhood-crypto',
  exchange: 'Robinhood',
  headers: [{ cells: columns }, { cells: [...columns, 'Account'] }],
  timeZone: 'America/New_York',
  dateOrder: 'month-first',
  dateColumns: ['Activity Date'],
  identify: (row) => ({ kind: 'robinhood-activity', nativeId: null, content: row.cells.join('|') }),
  read(rows, _sheet, out) {
    const [first] = rows
    if (first === undefined) return
    out.skip(rows, 'non_crypto')
    const wanted =
      'Crypto has a history of its own: download the crypto order history and transfers there, and upload those'
    out.note(
      first,
      'other_report',
      `This is the report of the brokerage account, which has no crypto. ${wanted}`,
    )
  },
}
