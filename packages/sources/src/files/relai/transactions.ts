import { baseAndQuote, columns, inAsset } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { byWord, exchanged } from '../reader/ways.ts'

/** Relai, transactions: purchases and sales of bitcoin, from and to a wallet of one's own. */
export const relai = inOutTable({
  id: 'relai',
  family: 'relai',
  name: 'Relai transactions',
  sourceSlug: 'relai',
  exchange: 'Relai',
  headers: [
    {
      cells: [
        ...['Date', 'Transaction Type', 'BTC Amount', 'BTC Price', 'Currency Pair'],
        ...['Fiat Amount (excl. fees)', 'Fiat Currency', 'Fee', 'Fee Currency', 'Destination'],
        ...['Operation ID', 'Counterparty'],
      ],
    },
  ],
  timeZone: 'UTC',
  time: 'Date',
  type: 'Transaction Type',
  means: byWord('Transaction Type', { 'buy|sell': exchanged }),
  ...baseAndQuote({
    column: 'Transaction Type',
    buys: /^buy$/i,
    sells: /^sell$/i,
    leaves: /^(send|withdraw)/i,
    base: inAsset('BTC Amount', 'BTC'),
    quote: columns('Fiat Amount (excl. fees)', 'Fiat Currency'),
  }),
  fees: [{ leg: columns('Fee', 'Fee Currency') }],
  records: [{ kind: 'relai-operation', id: 'Operation ID' }],
  repeatedBy: 'Operation ID',
  externalId: 'Operation ID',
})
