import { columns } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { splitTime } from '../reader/split-time.ts'
import { taxTool, toolWords } from '../reader/tax-tools.ts'
import { bySides, byWord, cameIn, exchanged, firstOf, transferred, wentOut, when } from '../reader/ways.ts'

/** Divly, template: a type, and a label that says more. */
export const divlyTemplate = inOutTable({
  ...taxTool,
  id: 'divly-template',
  family: 'divly-template',
  name: 'Divly template',
  sourceSlug: 'divly',
  exchange: 'Divly',
  headers: [
    {
      cells: [
        ...['date', 'time (UTC)', 'transaction_type', 'label', 'sent_amount', 'sent_currency'],
        ...['received_amount', 'received_currency', 'fee_amount', 'fee_currency', 'custom_description'],
        'tx_hash',
      ],
    },
  ],
  time: { dates: ['date'], read: (row, sheet) => splitTime(row, sheet, 'date', 'time (UTC)') },
  type: 'transaction_type',
  means: firstOf(
    when('label', /./, byWord('label', { ...toolWords, 'reward|income': cameIn('misc_reward') })),
    when(
      'label',
      /^$/,
      byWord('transaction_type', {
        'trade|buy|sell': exchanged,
        'receive|deposit|received': cameIn('received'),
        'send|withdrawal|sent': wentOut('sent'),
        transfer: transferred,
        '': bySides,
      }),
    ),
  ),
  sent: columns('sent_amount', 'sent_currency'),
  received: columns('received_amount', 'received_currency'),
  fees: [{ leg: columns('fee_amount', 'fee_currency') }],
  txHash: ['tx_hash'],
  comment: 'custom_description',
})
