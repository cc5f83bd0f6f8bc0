import { eventTable } from '../reader/event-table.ts'
import { bySign, incoming, outgoing, wordIn } from '../reader/words.ts'
import { bitfinex } from './common.ts'

const rest = ['CURRENCY', 'STATUS', 'AMOUNT', 'FEES', 'DESCRIPTION', 'TRANSACTION ID']
const direction = bySign('AMOUNT', 'deposit', 'withdrawal')

/** Bitfinex, deposits and withdrawals. */
export const bitfinexMovements = eventTable({
  ...bitfinex,
  id: 'bitfinex-movements',
  family: 'bitfinex-movements',
  name: 'Bitfinex movements',
  headers: [
    { cells: ['#', 'STARTED', 'UPDATED', ...rest, 'NOTE'] },
    { cells: ['#', 'DATE', ...rest, 'NOTE'] },
    { cells: ['#', 'DATE', ...rest] },
  ],
  columns: { DATE: /^(?:UPDATED|DATE)$/i },
  time: 'DATE',
  type: direction,
  words: { deposit: incoming('received'), withdrawal: outgoing('sent') },
  status: { column: 'STATUS', done: /^completed$/i },
  base: { amount: 'AMOUNT', asset: 'CURRENCY' },
  fee: { amount: 'FEES' },
  records: [
    {
      kind: 'bitfinex-api',
      id: (row) => (row.text('#') === '' ? '' : `${wordIn(direction, row)} ${row.text('#')}`),
    },
  ],
  repeatedBy: '#',
  externalId: '#',
  txHash: ['TRANSACTION ID'],
  comment: 'DESCRIPTION',
})
