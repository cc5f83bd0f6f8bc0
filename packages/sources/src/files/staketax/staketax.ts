import { columns } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { taxTool, toolWords } from '../reader/tax-tools.ts'
import {
  bySides,
  byWord,
  cameIn,
  exchanged,
  firstOf,
  onlyFee,
  transferred,
  way,
  wentOut,
  where,
} from '../reader/ways.ts'

/** stake.tax, default CSV of an address. A word that begins with an underscore moves nothing, but may cost a fee. */
export const staketax = inOutTable({
  ...taxTool,
  id: 'staketax',
  family: 'staketax',
  name: 'stake.tax transactions',
  sourceSlug: 'staketax',
  exchange: 'stake.tax',
  headers: [
    {
      cells: [
        ...['timestamp', 'tx_type', 'received_amount', 'received_currency', 'sent_amount', 'sent_currency'],
        ...['fee', 'fee_currency', 'comment', 'txid', 'url', 'exchange', 'wallet_address'],
      ],
    },
  ],
  time: 'timestamp',
  type: 'tx_type',
  means: firstOf(
    where('tx_type', /^_/, onlyFee('internal_transfer')),
    byWord('tx_type', {
      ...toolWords,
      trade: exchanged,
      transfer: { ...bySides, ...transferred },
      income: cameIn('misc_reward'),
      spend: wentOut('purchase'),
      borrow: cameIn('loan_received'),
      'lp deposit|lp withdraw': way({ in: 'received', out: 'sent', both: 'exchange', flags: ['liquidity'] }),
    }),
  ),
  sent: columns('sent_amount', 'sent_currency'),
  received: columns('received_amount', 'received_currency'),
  fees: [{ leg: columns('fee', 'fee_currency') }],
  wallet: { sent: ['exchange'], received: ['exchange'] },
  txHash: ['txid'],
  comment: 'comment',
})
