import { columns } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { taxTool, toolWords } from '../reader/tax-tools.ts'
import { bySides, byWord, cameIn, exchanged, firstOf, transferred, wentOut, when } from '../reader/ways.ts'

/** Coinpanda, universal template: a type, and a label that says more. */
export const coinpandaTemplate = inOutTable({
  ...taxTool,
  id: 'coinpanda-template',
  family: 'coinpanda-template',
  name: 'Coinpanda template',
  sourceSlug: 'coinpanda',
  exchange: 'Coinpanda',
  headers: [
    {
      cells: [
        ...['Timestamp (UTC)', 'Type', 'Sent Amount', 'Sent Currency', 'Received Amount'],
        ...['Received Currency', 'Fee Amount', 'Fee Currency', 'Net Worth Amount', 'Net Worth Currency'],
        ...['Label', 'Description', 'TxHash'],
      ],
    },
  ],
  time: 'Timestamp (UTC)',
  type: 'Type',
  means: firstOf(
    when('Label', /./, byWord('Label', { ...toolWords, 'reward|income': cameIn('misc_reward') })),
    when(
      'Label',
      /^$/,
      byWord('Type', {
        'trade|buy|sell': exchanged,
        'receive|deposit': cameIn('received'),
        'send|withdrawal': wentOut('sent'),
        transfer: transferred,
        '': bySides,
      }),
    ),
  ),
  sent: columns('Sent Amount', 'Sent Currency'),
  received: columns('Received Amount', 'Received Currency'),
  fees: [{ leg: columns('Fee Amount', 'Fee Currency') }],
  value: columns('Net Worth Amount', 'Net Worth Currency'),
  txHash: ['TxHash'],
  comment: 'Description',
})
