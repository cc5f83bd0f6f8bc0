import { type ReadLeg } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import type { Row } from '../reader/row.ts'
import { byWord, cameIn, exchanged, firstOf, isFee, leftOut, unless, wentOut } from '../reader/ways.ts'
import { tickers } from '../reader/table-declaration.ts'

/** The coin and the money of a row: `BTC/USD`. The account is in dollars. */
const pairOf = (row: Row) => {
  const [coin = '', money = 'USD'] = row.text('Details').toUpperCase().split('/')
  return { coin, money: /^[A-Z]{3}$/.test(money) ? money : 'USD' }
}
const units: ReadLeg = (row) => {
  const amount = row.amount('Units')
  return amount === null ? null : { asset: pairOf(row).coin, amount }
}
const money: ReadLeg = (row) => {
  const amount = row.amount('Amount')
  const isOfPair = /position/i.test(row.text('Type'))
  return amount === null ? null : { asset: isOfPair ? pairOf(row).money : 'USD', amount }
}
const isOpen = (row: Row) => /^open position$/i.test(row.text('Type'))
const isClose = (row: Row) => /^(position closed|profit\/loss of trade)$/i.test(row.text('Type'))
const isReward = (row: Row) => /^(staking|airdrop)$/i.test(row.text('Type'))
const isPaid = (row: Row) => /withdraw|fee/i.test(row.text('Type'))

/**
 * eToro, the sheet of the account statement with what moved. Positions in other things than coins, and in contracts for
 * difference, are left out.
 */
export const etoroActivity = inOutTable({
  id: 'etoro',
  family: 'etoro',
  name: 'eToro account activity',
  sourceSlug: 'etoro',
  exchange: 'eToro',
  headers: ['Units', 'Units / Contracts'].map((units) => ({
    cells: [
      ...['Date', 'Type', 'Details', 'Amount', units, 'Realized Equity Change', 'Realized Equity'],
      ...['Balance', 'Position ID', 'Asset type', 'NWA'],
    ],
  })),
  columns: { Units: /^Units(?: \/ Contracts)?$/i },
  timeZone: 'UTC',
  asset: tickers(),
  dateOrder: 'day-first',
  time: 'Date',
  type: 'Type',
  means: firstOf(
    unless('Asset type', /^(crypto|-|)$/i, leftOut('non_crypto')),
    byWord('Type', {
      'open position|position closed': exchanged,
      deposit: cameIn('received'),
      'withdraw request': wentOut('sent'),
      'fee|overnight fee|withdraw fee|rollover fee|conversion fee|withdrawal conversion fee|deposit conversion fee':
        isFee,
      staking: cameIn('staking_reward'),
      airdrop: cameIn('airdrop'),
    }),
  ),
  sent: (row, sheet) => (isClose(row) ? units : isOpen(row) || isPaid(row) ? money : none)(row, sheet),
  received: (row, sheet) => (isOpen(row) || isReward(row) ? units : isPaid(row) ? none : money)(row, sheet),
  records: [
    { kind: 'etoro-open', id: (row) => (isOpen(row) ? row.text('Position ID') : '') },
    { kind: 'etoro-close', id: (row) => (isClose(row) ? row.text('Position ID') : '') },
  ],
  externalId: (row) => row.text('Position ID').replace(/^-$/, ''),
  comment: 'Details',
})

const none: ReadLeg = () => null
