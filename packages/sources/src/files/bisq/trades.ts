import { baseAndQuote, columns, inAsset } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { exchanged, firstOf, leftOut, way, when, where } from '../reader/ways.ts'

const OFFER = /^(buy|sell) [A-Z0-9]{1,10}$/i

/** Bisq, history of trades. A trade has up to three fees: two in bitcoin are one, that in BSQ is one of its own. Times are local. */
export const bisq = inOutTable({
  id: 'bisq',
  family: 'bisq',
  name: 'Bisq trades',
  sourceSlug: 'bisq',
  exchange: 'Bisq',
  headers: [
    {
      cells: [
        ...['Trade ID', 'Date/Time', 'Market', 'Price', 'Deviation', 'Amount in BTC', 'Amount', 'Currency'],
        ...['Transaction Fee', 'Trade Fee BTC', 'Trade Fee BSQ', 'Buyer Deposit', 'Seller Deposit'],
        ...['Offer type', 'Status'],
      ],
    },
  ],
  timeZone: 'UTC',
  unsureZone: 'noted',
  time: 'Date/Time',
  type: 'Offer type',
  status: {
    column: 'Status',
    done: /^(completed|mediated|arbitrated|cancell?ed)$/i,
    reason: 'state_not_completed',
  },
  means: firstOf(
    where('Status', /^cancell?ed$/i, leftOut('canceled')),
    // What mediators paid out may differ from what was agreed.
    when(
      'Status',
      /^(mediated|arbitrated)$/i,
      where('Offer type', OFFER, way({ both: 'exchange', flags: ['mediated'] })),
    ),
    where('Offer type', OFFER, exchanged),
  ),
  ...baseAndQuote({
    column: 'Offer type',
    // An offer for another coin names that one, and pays or brings bitcoin.
    buys: /^(buy BTC|sell (?!BTC$))/i,
    sells: /^(sell BTC|buy (?!BTC$))/i,
    leaves: /^$/,
    base: inAsset('Amount in BTC', 'BTC'),
    quote: columns('Amount', 'Currency'),
  }),
  fees: [
    { leg: inAsset('Transaction Fee', 'BTC') },
    { leg: inAsset('Trade Fee BTC', 'BTC') },
    { leg: inAsset('Trade Fee BSQ', 'BSQ') },
  ],
  records: [{ kind: 'bisq-trade', id: 'Trade ID' }],
  repeatedBy: 'Trade ID',
  externalId: 'Trade ID',
})
