import type { Instant } from '@lotbook/journal'
import { columns, firstLeg, inAsset, type ReadLeg, withUnit } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import type { Row } from '../reader/row.ts'
import type { Sheet } from '../reader/sheet.ts'
import { walletTable } from '../reader/wallet.ts'
import { byWord, cameIn, exchanged, wentOut } from '../reader/ways.ts'
import { tickers } from '../reader/table-declaration.ts'

const wallet = {
  sourceSlug: 'blockchain-com-wallet',
  exchange: 'Blockchain.com Wallet',
  timeZone: 'UTC',
  asset: tickers(),
} as const

/** Blockchain.com, the account that it holds coins in, since 2022. A fee in the coin that was given is part of it. */
export const blockchainComAccount = inOutTable({
  ...wallet,
  id: 'blockchaincom-v3',
  family: 'blockchaincom-account',
  name: 'Blockchain.com account transactions',
  headers: [
    {
      cells: [
        ...['date_time_utc', 'transaction_type', 'asset', 'quantity_transacted', 'counter_asset'],
        ...['counter_amount', 'fee_asset', 'fee_amount', 'Notes', 'transaction_id', 'transaction_hash'],
      ],
    },
  ],
  time: 'date_time_utc',
  type: 'transaction_type',
  means: byWord('transaction_type', {
    'buy|sell|swap': exchanged,
    'rewards|reward|interest': cameIn('interest_received'),
    'receive|deposit': cameIn('received'),
    'send|withdrawal': wentOut('sent'),
  }),
  sent: (row, sheet) => firstLeg(counter, ...(isSend(row) ? [own] : []))(row, sheet),
  received: (row, sheet) => (isSend(row) ? null : own(row, sheet)),
  fees: [{ leg: columns('fee_amount', 'fee_asset'), isIn: 'sent' }],
  records: [{ kind: 'blockchaincom-transaction', id: 'transaction_id' }],
  repeatedBy: 'transaction_id',
  externalId: 'transaction_id',
  txHash: ['transaction_hash'],
  comment: 'Notes',
})

const own: ReadLeg = (row, sheet) => columns('quantity_transacted', 'asset')(row, sheet)
const counter: ReadLeg = (row, sheet) => columns('counter_amount', 'counter_asset')(row, sheet)
const isSend = (row: Row) => /^(send|withdrawal)$/i.test(row.text('transaction_type'))

const values = ['value_then', 'value_now', 'exchange_rate_then', 'tx', 'note']
const later = [
  ...['fee_value', 'fee_value_then', 'recipient_received', 'recipient_value_then', 'value_then_raw'],
  ...['value_now_raw', 'exchange_rate_then_raw'],
]

/** Blockchain.com, the wallet whose keys are the person's own. What was sent includes the fee. */
export const blockchainComWallet = inOutTable({
  ...walletTable,
  ...wallet,
  id: 'blockchaincom-v2',
  family: 'blockchaincom-wallet',
  name: 'Blockchain.com wallet transactions',
  headers: [
    { cells: ['date', 'time', 'token', 'type', 'amount', ...values, ...later] },
    { cells: ['date', 'time', 'token', 'type', 'amount', ...values] },
    { cells: ['date', 'time', 'type', 'amount_btc', ...values] },
  ],
  time: { dates: ['date'], read: timeOf },
  type: 'type',
  means: byWord('type', { received: cameIn('received'), sent: wentOut('sent') }),
  moved: { leg: firstLeg(columns('amount', 'token'), inAsset('amount_btc', 'BTC')), direction: 'byWord' },
  fees: [{ leg: columns('fee_value', 'token'), isIn: 'sent', isSenders: true }],
  value: firstLeg(withUnit('recipient_value_then'), withUnit('value_then')),
  txHash: ['tx'],
  comment: 'note',
})

/** Seconds since 1970 stand where the time of day should be, or an offset with a space behind its name. */
function timeOf(row: Row, sheet: Sheet): Instant {
  const clock = row.text('time')
  if (/^\d{9,10}$/.test(clock)) return row.unixTime('time')
  const time = sheet.readTime(`${row.text('date')} ${clock.replace(/(GMT|UTC) ?(?=[-+])/, '')}`)
  if (time === undefined)
    throw row.problem('not_a_date', 'time', `Not a date and time: ${row.text('date')} ${clock}`)
  return row.dated('date', time.at)
}
