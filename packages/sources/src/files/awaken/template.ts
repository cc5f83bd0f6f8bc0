import { columns, firstLeg, inAsset } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { taxTool, toolWords } from '../reader/tax-tools.ts'
import { bySides, byWord, cameIn, exchanged, firstOf, transferred, wentOut, when } from '../reader/ways.ts'

const EXCHANGES = [
  ...['swap', 'coin buy', 'coin sell', 'nft buy', 'nft sell', 'nft swap', 'lend swap', 'withdraw swap'],
  ...['staking swap', 'unstaking swap', 'add liquidity', 'remove liquidity'],
].join('|')

/** Awaken, standard template: up to one asset on each side, and a tag that says more. Fees are in neither side. */
export const awakenTemplate = inOutTable({
  ...taxTool,
  id: 'awaken-template',
  family: 'awaken-template',
  name: 'Awaken template',
  sourceSlug: 'awaken',
  exchange: 'Awaken',
  headers: [
    {
      cells: [
        ...['Date', 'Received Quantity', 'Received Currency', 'Received Fiat Amount', 'Sent Quantity'],
        ...['Sent Currency', 'Sent Fiat Amount', 'Fee Amount', 'Fee Currency', 'Transaction Hash', 'Notes'],
        'Tag',
      ],
    },
  ],
  dateOrder: 'month-first',
  time: 'Date',
  type: 'Tag',
  means: firstOf(
    when('Tag', /^$/, () => bySides),
    byWord('Tag', {
      ...toolWords,
      [EXCHANGES]: exchanged,
      'staking|lend': wentOut('staking_lockup'),
      'unstaking|withdraw': cameIn('staking_return'),
      'claim rewards': cameIn('staking_reward'),
      'rewards income': cameIn('misc_reward'),
      income: cameIn('payment'),
      'mining income': cameIn('mined'),
      receive: cameIn('received'),
      payment: wentOut('purchase'),
      'external transfer': bySides,
      'internal transfer|bridging': transferred,
    }),
  ),
  sent: columns('Sent Quantity', 'Sent Currency'),
  received: columns('Received Quantity', 'Received Currency'),
  fees: [{ leg: columns('Fee Amount', 'Fee Currency') }],
  value: firstLeg(inAsset('Received Fiat Amount', 'USD'), inAsset('Sent Fiat Amount', 'USD')),
  txHash: ['Transaction Hash'],
  comment: 'Notes',
})
