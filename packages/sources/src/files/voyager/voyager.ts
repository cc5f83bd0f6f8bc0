import { baseAndQuote, columns, type ReadLeg } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { legTable } from '../reader/leg-table.ts'
import { byWord, cameIn, exchanged, firstOf, isFee, wentOut, when } from '../reader/ways.ts'
import { tickers } from '../reader/table-declaration.ts'

const voyager = { sourceSlug: 'voyager', exchange: 'Voyager', timeZone: 'UTC', asset: tickers() } as const
const money = columns('net_amount', 'quote_asset')
const value: ReadLeg = (row, sheet) =>
  /^(buy|sell)$/i.test(row.text('transaction_direction')) ||
  row.text('base_asset') === row.text('quote_asset')
    ? null
    : money(row, sheet)

/** Voyager, transactions until 2022. */
export const voyagerTransactions = inOutTable({
  ...voyager,
  id: 'voyager-v1',
  family: 'voyager',
  name: 'Voyager transactions',
  headers: [
    {
      cells: [
        ...['transaction_date', 'transaction_id', 'transaction_direction', 'transaction_type'],
        ...['base_asset', 'quote_asset', 'quantity', 'net_amount', 'price'],
      ],
    },
  ],
  time: 'transaction_date',
  type: 'transaction_type',
  means: firstOf(
    byWord((row) => `${row.text('transaction_direction')} ${row.text('transaction_type')}`, {
      'deposit reward': cameIn('misc_reward'),
      'deposit interest': cameIn('interest_received'),
      'withdrawal fee': isFee,
    }),
    byWord('transaction_direction', {
      'buy|sell': exchanged,
      deposit: cameIn('received'),
      withdrawal: wentOut('sent'),
    }),
  ),
  ...baseAndQuote({
    column: 'transaction_direction',
    buys: /^buy$/i,
    sells: /^sell$/i,
    leaves: /^withdrawal$/i,
    base: columns('quantity', 'base_asset'),
    quote: money,
  }),
  value,
  records: [{ kind: 'voyager-transaction', id: 'transaction_id' }],
  repeatedBy: 'transaction_id',
  externalId: 'transaction_id',
})

/** Voyager, its last export: rows are legs. What a claim brought back is for a person to settle. */
export const voyagerLegs = inOutTable({
  ...legTable,
  ...voyager,
  id: 'voyager-v2',
  family: 'voyager-legs',
  name: 'Voyager transactions, last export',
  headers: [
    {
      cells: [
        ...['Timestamp (UTC)', 'Type', 'Internal Id', 'Platform', 'Platform Id', 'Blockchain Id'],
        ...['Record Type', 'Asset', 'Amount', 'Description'],
      ],
    },
  ],
  means: firstOf(
    when('Platform Id', /F$/, byWord('Type', { withdrawal: isFee })),
    byWord('Record Type', { 'platform fee|network fee|fee': isFee }),
    byWord('Type', {
      'fiat buy|fiat sell|buy|sell|trade|bankruptcy liquidation': exchanged,
      deposit: cameIn('received'),
      withdrawal: wentOut('sent'),
      'interest income|interest': cameIn('interest_received'),
      income: cameIn('misc_reward'),
    }),
  ),
})
