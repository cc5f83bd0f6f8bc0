import type { EventTable } from '../reader/event-declaration.ts'
import { eventTable } from '../reader/event-table.ts'
import type { Row } from '../reader/row.ts'
import { quoteFirst, separatedPair } from '../reader/pairs.ts'
import { tickers } from '../reader/table-declaration.ts'
import { tradeTable } from '../reader/trade-table.ts'
import { traded } from '../reader/words.ts'

const bittrex = {
  family: 'bittrex-orders',
  sourceSlug: 'bittrex',
  exchange: 'Bittrex',
  timeZone: 'UTC',
  asset: tickers({ BCC: 'BCH', BCHABC: 'BCH' }),
} satisfies Partial<EventTable>

/** Until 2023 a market is its quote and its base, and the price column is the total without the fee. */
const orders = {
  ...bittrex,
  dateOrder: 'month-first',
  time: 'Closed',
  words: {},
  phrases: [
    [/(?:^|_)buy$/i, traded('buy')],
    [/(?:^|_)sell$/i, traded('sell')],
  ],
  pair: { column: 'Exchange', split: quoteFirst(separatedPair) },
  quote: { amount: 'Price' },
} satisfies Partial<EventTable>

export const bittrexOrders2017 = eventTable({
  ...orders,
  id: 'bittrex-orders-2017',
  name: 'Bittrex orders, until 2018',
  headers: [
    {
      cells: [
        'OrderUuid',
        'Exchange',
        'Type',
        'Quantity',
        'Limit',
        'CommissionPaid',
        'Price',
        'Opened',
        'Closed',
      ],
    },
  ],
  type: 'Type',
  base: { amount: 'Quantity' },
  fee: { amount: 'CommissionPaid' },
  records: [{ kind: 'bittrex-order', id: 'OrderUuid' }],
  repeatedBy: 'OrderUuid',
  externalId: 'OrderUuid',
})

const order = [
  ...['Uuid', 'Exchange', 'TimeStamp', 'OrderType', 'Limit', 'Quantity', 'QuantityRemaining', 'Commission'],
  ...[
    'Price',
    'PricePerUnit',
    'IsConditional',
    'Condition',
    'ConditionTarget',
    'ImmediateOrCancel',
    'Closed',
  ],
]

export const bittrexOrders2019 = eventTable({
  ...orders,
  id: 'bittrex-orders-2019',
  name: 'Bittrex orders, 2018 to 2023',
  headers: [{ cells: order }, { cells: [...order, 'TimeInForceTypeId', 'TimeInForce'] }],
  type: 'OrderType',
  base: { amount: 'Quantity', less: 'QuantityRemaining' },
  fee: { amount: 'Commission' },
  records: [{ kind: 'bittrex-order', id: 'Uuid' }],
  repeatedBy: 'Uuid',
  externalId: 'Uuid',
})

/** An export of orders that names both coins and what was filled; as in those before it, the proceeds are without the fee. */
export const bittrexOrders2022 = eventTable({
  ...orders,
  id: 'bittrex-orders-2022',
  name: 'Bittrex orders, with filled amounts',
  headers: [
    {
      cells: [
        ...['UUID', 'QUOTE', 'MARKET', 'ORDERTYPE', 'LIMIT', 'CEILING', 'QUANTITY', 'FILLED', 'PROCEEDS'],
        ...['COMISSIONPAID', 'OPENED', 'CLOSED', 'TIMEINFORCETYPE', 'ISCONDITIONAL', 'CONDITION'],
        'CONDITIONTARGET',
      ],
    },
  ],
  pair: undefined,
  time: 'CLOSED',
  type: 'ORDERTYPE',
  base: { amount: 'FILLED', asset: baseOfMarket },
  quote: { amount: 'PROCEEDS', asset: 'QUOTE' },
  fee: { amount: 'COMISSIONPAID', asset: 'QUOTE' },
  records: [{ kind: 'bittrex-order', id: 'UUID' }],
  repeatedBy: 'UUID',
  externalId: 'UUID',
})

/** The coin of a market that is written alone, or with its quote in front of it or behind it. */
function baseOfMarket(row: Row): string {
  const quote = row.text('QUOTE').toUpperCase()
  const names = row.text('MARKET').split(/[-/_]/)
  return names.find((name) => name.toUpperCase() !== quote) ?? row.text('MARKET')
}

/** The last export, of December 2023: its total has the fee in it. */
export const bittrexOrders2023 = tradeTable({
  ...bittrex,
  id: 'bittrex-orders-2023',
  name: 'Bittrex orders, December 2023',
  headers: [
    {
      cells: [
        ...['TXID', 'Time (UTC)', 'Transaction', 'Order Type', 'Market', 'Base', 'Quote', 'Price'],
        ...[
          'Quantity (Base)',
          'Fees (Quote)',
          'Total (Quote)',
          'Approx Value (USD)',
          'Time In Force',
          'Notes',
        ],
      ],
    },
  ],
  time: 'Time (UTC)',
  side: { column: 'Transaction', buy: 'Bought', sell: 'Sold' },
  base: { amount: 'Quantity (Base)', asset: 'Base' },
  quote: { amount: 'Total (Quote)', asset: 'Quote' },
  fee: { amount: 'Fees (Quote)', asset: 'Quote', isIncluded: true },
  records: [{ kind: 'bittrex-order', id: 'TXID' }],
  repeatedBy: 'TXID',
  externalId: 'TXID',
})
