import { columns, inAsset } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { byWord, cameIn, exchanged, way, wentOut } from '../reader/ways.ts'
import { tickers } from '../reader/table-declaration.ts'

const sides = [
  ...['Transaction Type', 'Date', 'Amount Debited', 'Debit Currency', 'Amount Credited', 'Credit Currency'],
]
const later = [...sides, 'Buy / Sell Rate', 'Direction', 'Spot Rate', 'Source / Destination']

/** Shakepay, summary of transactions. */
export const shakepay = inOutTable({
  id: 'shakepay',
  family: 'shakepay',
  name: 'Shakepay transactions summary',
  sourceSlug: 'shakepay',
  exchange: 'Shakepay',
  headers: [
    { cells: [...later, 'Blockchain Transaction ID'] },
    { cells: later },
    { cells: [...sides, 'Exchange Rate', 'Credit/Debit', 'Spot Rate'] },
  ],
  timeZone: 'UTC',
  asset: tickers(),
  time: 'Date',
  type: 'Transaction Type',
  means: byWord('Transaction Type', {
    'exchange|purchase/sale': exchanged,
    'fiat funding|crypto funding': cameIn('received'),
    'crypto purchase': way({ in: 'received', both: 'exchange' }),
    'fiat cashout|crypto cashout|crypto withdrawal': wentOut('sent'),
    'shakingsats|shakesquad': cameIn('misc_reward'),
    'peer transfer': way({ in: 'gift_received', out: 'gift_sent' }),
    'card cashback|referral reward|other': cameIn('rebate'),
  }),
  sent: columns('Amount Debited', 'Debit Currency'),
  received: columns('Amount Credited', 'Credit Currency'),
  price: inAsset('Spot Rate', 'CAD'),
  records: [],
  txHash: ['Blockchain Transaction ID'],
})
