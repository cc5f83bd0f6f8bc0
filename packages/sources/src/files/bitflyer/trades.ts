import { eventTable } from '../reader/event-table.ts'
import { tickers } from '../reader/table-declaration.ts'
import { incoming, outgoing, traded } from '../reader/words.ts'

const start = [
  'Trade Date',
  'Product',
  'Trade Type',
  'Traded Price',
  'Currency 1',
  'Amount (Currency 1)',
  'Fee',
]
const rate = /^.+ Rate \((?:Currency|Currency 1)\)$/i
const other = ['Currency 2', 'Amount (Currency 2)']
const order = ['Order ID', 'Details']
const japanese = [
  ...['取引日時', '通貨', '取引種別', '取引価格', '通貨1', '通貨1数量', '手数料', '通貨1の対円レート'],
  ...['通貨2', '通貨2数量', '自己・媒介'],
]

/** bitFlyer, trade report: trades and movements, with signs. The header names the currency of the account. */
export const bitflyerTrades = eventTable({
  id: 'bitflyer',
  family: 'bitflyer',
  name: 'bitFlyer trade report',
  sourceSlug: 'bitflyer',
  exchange: 'bitFlyer',
  headers: [
    { cells: [...start, rate, ...other, ...order] },
    { cells: [...start, rate, ...other, 'Counter Party', ...order] },
    { cells: [...start, rate, ...other, 'Fees (JPY)', 'Tax category', 'Counter Party', ...order] },
    ...['注文 ID', '注文ID'].map((id) => ({ cells: [...japanese, id, '備考'] })),
  ],
  columns: {
    'Trade Date': /^(?:Trade Date|取引日時)$/i,
    'Trade Type': /^(?:Trade Type|取引種別)$/i,
    'Currency 1': /^(?:Currency 1|通貨1)$/i,
    'Amount (Currency 1)': /^(?:Amount \(Currency 1\)|通貨1数量)$/i,
    Fee: /^(?:Fee|手数料)$/i,
    'Currency 2': /^(?:Currency 2|通貨2)$/i,
    'Amount (Currency 2)': /^(?:Amount \(Currency 2\)|通貨2数量)$/i,
    'Order ID': /^(?:Order ID|注文 ?ID)$/i,
    Details: /^(?:Details|備考)$/i,
  },
  timeZone: 'UTC',
  unsureZone: 'noted',
  zoneIn: (header) => (header.includes('取引日時') ? 'Asia/Tokyo' : undefined),
  time: 'Trade Date',
  type: 'Trade Type',
  words: {
    buy: traded('buy'),
    sell: traded('sell'),
    deposit: incoming('received'),
    receive: incoming('received'),
    withdrawal: outgoing('sent'),
    send: outgoing('sent'),
    'wire deposit': incoming('received'),
    'transfer fee': outgoing('fee'),
    買い: traded('buy'),
    売り: traded('sell'),
    入金: incoming('received'),
    受取: incoming('received'),
    出金: outgoing('sent'),
    外部送付: outgoing('sent'),
  },
  base: { amount: 'Amount (Currency 1)', asset: 'Currency 1' },
  quote: { amount: 'Amount (Currency 2)', asset: 'Currency 2' },
  fee: { amount: 'Fee', isIn: 'base' },
  asset: tickers(),
  records: [{ kind: 'bitflyer-order', id: () => '' }],
  externalId: 'Order ID',
  comment: 'Details',
})
