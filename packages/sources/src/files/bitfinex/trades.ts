import { cleanCell } from '../reader/table.ts'
import type { Row } from '../reader/row.ts'
import { tradeTable } from '../reader/trade-table.ts'
import { bySign } from '../reader/words.ts'
import { bitfinex, bitfinexAsset, bitfinexPair } from './common.ts'

/** Column of the percentage, which some files name in their header and leave out of their rows: the last cell is then empty. */
const PERCENTAGE = 5
const LAST = 8

/** The name by which a key's history knows the same trade. */
function tradeId(row: Row): string {
  const pair = bitfinexPair(row.text('PAIR'))
  const id = row.text('#')
  return pair === undefined || id === ''
    ? ''
    : `trade ${bitfinexAsset(pair.base)}/${bitfinexAsset(pair.quote)} ${id}`
}

/** Bitfinex, trades. The sign of the amount is the side, and no column has the total. */
export const bitfinexTrades = tradeTable({
  ...bitfinex,
  id: 'bitfinex-trades',
  family: 'bitfinex-trades',
  name: 'Bitfinex trades',
  headers: [
    { cells: ['#', 'PAIR', 'AMOUNT', 'PRICE', 'FEE', 'FEE PERC', 'FEE CURRENCY', 'DATE', 'ORDER ID'] },
    { cells: ['#', 'PAIR', 'AMOUNT', 'PRICE', 'FEE', 'FEE CURRENCY', 'DATE', 'ORDER ID'] },
  ],
  cellsOf: (cells, { header, isText }) =>
    header[PERCENTAGE]?.toUpperCase() === 'FEE PERC' &&
    (!isText || cells.length >= header.length) &&
    /^[A-Z0-9]{2,10}$/i.test(cleanCell(cells[PERCENTAGE] ?? '')) &&
    cleanCell(cells[LAST] ?? '') === ''
      ? cells.toSpliced(LAST, 1).toSpliced(PERCENTAGE, 0, '')
      : cells,
  time: 'DATE',
  side: { column: bySign('AMOUNT', 'buy', 'sell'), buy: 'buy', sell: 'sell' },
  skipWhere: (row) => {
    const pair = row.text('PAIR')
    if (/F0(?:[/:]|$)/i.test(pair)) return 'derivative'
    return /^TEST|[/:]TEST/i.test(pair) ? 'test_currency' : undefined
  },
  pair: { column: 'PAIR', split: bitfinexPair },
  base: { amount: 'AMOUNT' },
  quote: { price: 'PRICE' },
  // A fee is below zero; one above it was given to a maker.
  fee: { amount: 'FEE', asset: 'FEE CURRENCY', isRebate: 'positive' },
  records: [{ kind: 'bitfinex-api', id: tradeId }],
  repeatedBy: '#',
  externalId: '#',
})
