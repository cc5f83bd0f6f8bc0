import { absoluteAmount } from '../../reading/amount-text.ts'
import { contentOfDraft } from '../../reading/collector.ts'
import { tickers } from '../reader/table-declaration.ts'
import { csvFormat } from '../reader/csv-format.ts'
import type { Row } from '../reader/row.ts'

const assetOf = tickers()

const sold = (row: Row) => ({
  asset: assetOf(row.requiredText('ASSET NAME').toUpperCase()),
  amount: absoluteAmount(row.requiredAmount('AMOUNT SOLD')),
})

/**
 * Robinhood Crypto, gains and losses of a 1099: no history, for it has no holdings and no transfers. Each row is a lot that was bought
 * on one day and sold on another, both without a time.
 */
export const robinhoodGains = csvFormat({
  id: 'robinhood-crypto-gains',
  family: 'robinhood-crypto-gains',
  name: 'Robinhood Crypto gains and losses (1099)',
  sourceSlug: 'robinhood-crypto',
  exchange: 'Robinhood',
  headers: [
    {
      cells: [
        ...['ASSET NAME', 'RECEIVED DATE', 'COST BASIS(USD)', 'DATE SOLD', 'PROCEEDS', 'AMOUNT SOLD'],
        ...['DURATION', 'NONCOVERED', 'BASIS REPORTED'],
      ],
    },
  ],
  timeZone: 'America/New_York',
  dateOrder: 'month-first',
  dateColumns: ['RECEIVED DATE', 'DATE SOLD'],

  identify(row) {
    const money = ['RECEIVED DATE', 'COST BASIS(USD)', 'PROCEEDS'].map((column) => row.text(column)).join('|')
    const content = `${money}|${contentOfDraft(row.time('DATE SOLD'), sold(row), null, null)}`
    return { kind: 'robinhood-gain', nativeId: null, content }
  },

  readRow(row, _sheet, out) {
    if (row.text('DATE SOLD') === '') return out.skip([row], 'not_sold')
    const coins = sold(row)
    const dollars = (column: string) => ({ asset: 'USD', amount: absoluteAmount(row.requiredAmount(column)) })
    const flags = ['date_only', 'reconstructed']
    const [cost, proceeds] = [dollars('COST BASIS(USD)'), dollars('PROCEEDS')]
    out.add([row], { at: row.time('RECEIVED DATE'), type: 'buy', from: cost, to: coins, flags })
    out.add([row], {
      at: row.time('DATE SOLD'),
      type: 'sell',
      from: coins,
      to: proceeds,
      flags,
      part: 'sale',
    })
  },
})
