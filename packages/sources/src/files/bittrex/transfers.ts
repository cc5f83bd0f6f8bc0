import type { EventTable } from '../reader/event-declaration.ts'
import { eventTable } from '../reader/event-table.ts'
import type { Row } from '../reader/row.ts'
import { tickers } from '../reader/table-declaration.ts'
import { always, incoming, outgoing } from '../reader/words.ts'

const transfers = {
  sourceSlug: 'bittrex',
  exchange: 'Bittrex',
  timeZone: 'UTC',
  dateOrder: 'month-first',
  words: { deposit: incoming('received'), withdrawal: outgoing('sent') },
  base: { amount: 'Amount', asset: 'Currency' },
  txHash: ['TxId'],
  asset: tickers({ BCC: 'BCH', BCHABC: 'BCH' }),
} satisfies Partial<EventTable>

/** The last export, of December 2023; what a withdrawal cost is in its amount. */
export const bittrexTransfers2023 = eventTable({
  ...transfers,
  id: 'bittrex-depwd-2023',
  family: 'bittrex-transfers',
  name: 'Bittrex deposits and withdrawals, December 2023',
  headers: [{ cells: ['Date', 'Currency', 'Type', 'Address', 'Memo/Tag', 'TxId', 'Amount'] }],
  time: 'Date',
  type: 'Type',
  comment: 'Address',
  records: [{ kind: 'bittrex-transfer', id: () => '' }],
})

const deposit = ['Id', 'Currency', 'Amount', 'Confirmations', 'LastUpdatedDate', 'TxId', 'CryptoAddress']

export const bittrexDeposits = eventTable({
  ...transfers,
  id: 'bittrex-deposits',
  family: 'bittrex-deposits',
  name: 'Bittrex deposits',
  headers: [
    { cells: ['Id', 'Amount', 'Currency', 'Confirmations', 'LastUpdated', 'TxId', 'CryptoAddress'] },
    { cells: deposit },
    { cells: [...deposit, 'Source'] },
    { cells: [...deposit, 'Source', 'PropertyBagError', 'BankInfo', 'DepositUuid', 'State'] },
    {
      cells: [
        ...['UUID', 'AMOUNT', 'CURRENCY', 'CRYPTOADDRESS', 'TXID', 'LASTUPDATED', 'CONFIRMATIONS'],
        ...['SOURCE', 'STATE'],
      ],
    },
  ],
  columns: { Id: /^(?:Id|UUID)$/i, LastUpdated: /^LastUpdated(?:Date)?$/i },
  time: 'LastUpdated',
  type: always('deposit', 'Currency'),
  // Older files have no column of states.
  status: { column: 'State', done: /^(?:confirmed|completed|paid)?$/i },
  records: [{ kind: 'bittrex-deposit', id: 'Id' }],
  repeatedBy: 'Id',
  externalId: 'Id',
})

const withdrawal = ['PaymentUuid', 'Currency', 'Amount', 'Address', 'OpenedDate', 'Authorized', 'Pending']

/** The reason why a withdrawal did not go out. */
function notSent(row: Row): string | undefined {
  if (/^true$/i.test(row.text('Canceled')) || /^true$/i.test(row.text('InvalidAddress'))) return 'canceled'
  const isOpen = /^false$/i.test(row.text('Authorized')) || /^true$/i.test(row.text('Pending'))
  return isOpen ? 'status_not_completed' : undefined
}

export const bittrexWithdrawals = eventTable({
  ...transfers,
  id: 'bittrex-withdrawals',
  family: 'bittrex-withdrawals',
  name: 'Bittrex withdrawals',
  headers: [
    {
      cells: [
        ...['PaymentUuid', 'Currency', 'Amount', 'Address', 'Opened', 'Authorized', 'PendingPayment'],
        ...['TxCost', 'TxId', 'Canceled', 'InvalidAddress'],
      ],
    },
    { cells: [...withdrawal, 'TxFee', 'Canceled', 'TxId'] },
    { cells: [...withdrawal, 'TxId', 'TxFee', 'Target', 'BankInfo', 'Canceled'] },
    {
      cells: [
        ...['UUID', 'AMOUNT', 'CURRENCY', 'ADDRESS', 'TXID', 'OPENED', 'LASTUPDATED', 'CLOSED', 'TXCOST'],
        'STATE',
      ],
    },
  ],
  columns: {
    PaymentUuid: /^(?:PaymentUuid|UUID)$/i,
    Opened: /^Opened(?:Date)?$/i,
    TxCost: /^Tx(?:Cost|Fee)$/i,
    Pending: /^Pending(?:Payment)?$/i,
  },
  time: 'Opened',
  type: always('withdrawal', 'Currency'),
  skipWhere: notSent,
  status: { column: 'State', done: /^(?:confirmed|completed|paid)?$/i },
  fee: { amount: 'TxCost' },
  comment: 'Address',
  records: [{ kind: 'bittrex-withdrawal', id: 'PaymentUuid' }],
  repeatedBy: 'PaymentUuid',
  externalId: 'PaymentUuid',
})
