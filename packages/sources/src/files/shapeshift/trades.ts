import { columns } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { exchanged, firstOf, leftOut, where } from '../reader/ways.ts'
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
  means: firstOf(where('status', /^complete$/i, exchanged), (row) =>
    leftOut(/^[a-z_ ]{1,30}$/i.test(row.text('status')) ? row.text('status').toLowerCase() : 'not_complete'),
  ),
  sent: columns('inputAmount', 'inputCurrency'),
  received: columns('outputAmount', 'outputCurrency'),
  fees: [{ leg: columns('minerFee', 'outputCurrency'), isIn: 'received' }],
  records: [{ kind: 'shapeshift-trade', id: 'id' }],
  repeatedBy: 'id',
  externalId: 'id',
  txHash: ['outputTxid'],
})
