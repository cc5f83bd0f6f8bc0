import { columns } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { exchanged } from '../reader/ways.ts'
import { tickers } from '../reader/table-declaration.ts'

/** ShapeShift, history of trades. What came out lacks the fee of the miners. */
export const shapeshift = inOutTable({
  id: 'shapeshift',
  family: 'shapeshift',
  name: 'ShapeShift trades',
  sourceSlug: 'shapeshift',
  exchange: 'ShapeShift',
  headers: [
    {
      cells: [
        ...['id', 'status', 'timestamp', 'rate', 'minerFee', 'inputAmount', 'inputCurrency', 'inputAddress'],
        ...['inputTxid', 'outputAmount', 'outputCurrency', 'outputAddress', 'outputTxid', 'refundAddress'],
        ...['refundCurrency', 'refundTxid'],
      ],
    },
  ],
  timeZone: 'UTC',
  asset: tickers(),
  time: 'timestamp',
  type: 'status',
  status: {
    column: 'status',
    done: /^complete$/i,
    reason: (row) => row.text('status').toLowerCase().slice(0, 30),
  },
  means: () => exchanged,
  sent: columns('inputAmount', 'inputCurrency'),
  received: columns('outputAmount', 'outputCurrency'),
  fees: [{ leg: columns('minerFee', 'outputCurrency'), isIn: 'received' }],
  records: [{ kind: 'shapeshift-trade', id: 'id' }],
  repeatedBy: 'id',
  externalId: 'id',
  txHash: ['outputTxid'],
})
