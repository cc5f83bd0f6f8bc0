import { columns } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { taxTool, toolWords } from '../reader/tax-tools.ts'
import {
  bySides,
  byWord,
  cameIn,
  exchanged,
  firstOf,
  leftOut,
  transferred,
  way,
  when,
  wentOut,
} from '../reader/ways.ts'

const words = {
  ...toolWords,
  payment: way({ in: 'payment', out: 'purchase' }),
  'reward|referral reward': cameIn('misc_reward'),
  // A stake may come with a token for it, which is a trade.
  stake: way({ out: 'staking_lockup', both: 'exchange' }),
  unstake: way({ in: 'staking_return', both: 'exchange' }),
  margin: way({ both: 'exchange', flags: ['margin'] }),
}
const tags = { ...words, '': bySides }

const template = [
  ...['Date', 'Received Quantity', 'Received Currency', 'Sent Quantity', 'Sent Currency'],
  ...['Fee Amount', 'Fee Currency', 'Tag'],
]

const sides = {
  dateOrder: 'month-first',
  time: 'Date',
  received: columns('Received Quantity', 'Received Currency'),
  sent: columns('Sent Quantity', 'Sent Currency'),
  fees: [{ leg: columns('Fee Amount', 'Fee Currency') }],
  externalId: 'Transaction ID',
} as const

/** CoinTracker, import template: the sides and a tag. Swan and Pionex hand out their trades under this header. */
export const cointrackerTemplate = inOutTable({
  ...taxTool,
  ...sides,
  id: 'cointracker-template',
  family: 'cointracker-template',
  name: 'CoinTracker import template',
  sourceSlug: 'cointracker',
  exchange: 'CoinTracker',
  alsoOf: ['swan-bitcoin', 'pionex-us', 'pionex'],
  headers: [{ cells: [...template, 'Transaction ID'] }, { cells: template }],
  type: 'Tag',
  means: byWord('Tag', tags),
})

/** CoinTracker, transactions. A transfer is one row for both wallets. */
export const cointrackerExport = inOutTable({
  ...taxTool,
  ...sides,
  id: 'cointracker-export',
  family: 'cointracker-export',
  name: 'CoinTracker transactions',
  sourceSlug: 'cointracker',
  exchange: 'CoinTracker',
  comment: (row) => row.text('Received Comment') || row.text('Sent Comment'),
  headers: [
    {
      cells: [
        ...['Date', 'Type', 'Transaction ID', 'Received Quantity', 'Received Currency'],
        ...[/^Received Cost Basis \([A-Z]{3}\)$/i, 'Received Wallet', 'Received Address'],
        ...['Received Comment', 'Sent Quantity', 'Sent Currency', /^Sent Cost Basis \([A-Z]{3}\)$/i],
        ...['Sent Wallet', 'Sent Address', 'Sent Comment', 'Fee Amount', 'Fee Currency'],
        ...[/^Fee Cost Basis \([A-Z]{3}\)$/i, /^Realized Return \([A-Z]{3}\)$/i],
        ...[/^Fee Realized Return \([A-Z]{3}\)$/i, 'Transaction Hash', 'Block Explorer URL'],
      ],
    },
    {
      cells: [
        ...['Date', 'Type', 'Transaction ID', 'Received Quantity', 'Received Currency'],
        ...[/^Received Cost Basis \([A-Z]{3}\)$/i, 'Received Wallet', 'Received Address'],
        ...['Received Comment', 'Sent Quantity', 'Sent Currency', /^Sent Cost Basis \([A-Z]{3}\)$/i],
        ...['Sent Wallet', 'Sent Address', 'Sent Comment', 'Fee Amount', 'Fee Currency'],
        ...[/^Fee Cost Basis \([A-Z]{3}\)$/i, /^Realized Return \([A-Z]{3}\)$/i],
        ...[/^Fee Realized Return \([A-Z]{3}\)$/i, 'Transaction Hash'],
      ],
    },
    {
      cells: [
        ...['Date', 'Type', 'Transaction ID', 'Received Quantity', 'Received Currency'],
        ...[/^Received Cost Basis \([A-Z]{3}\)$/i, 'Received Wallet', 'Received Address', 'Received Tag'],
        ...['Received Comment', 'Sent Quantity', 'Sent Currency', /^Sent Cost Basis \([A-Z]{3}\)$/i],
        ...['Sent Wallet', 'Sent Address', 'Sent Tag', 'Sent Comment', 'Fee Amount', 'Fee Currency'],
        ...[/^Realized Return \([A-Z]{3}\)$/i, 'Ignored'],
      ],
    },
    {
      cells: [
        ...['Date', 'Type', 'Transaction ID', 'Received Quantity', 'Received Currency'],
        ...['Received Currency Balance', /^Received Cost Basis \([A-Z]{3}\)$/i, 'Received Wallet'],
        ...['Received Address', 'Received Tag', 'Received Comment', 'Sent Quantity', 'Sent Currency'],
        ...['Sent Currency Balance', /^Sent Cost Basis \([A-Z]{3}\)$/i, 'Sent Wallet', 'Sent Address'],
        ...['Sent Tag', 'Sent Comment', 'Fee Amount', 'Fee Currency', /^Realized Return \([A-Z]{3}\)$/i],
        'Disabled',
      ],
    },
    {
      cells: [
        ...['Date', 'Type', 'Received Quantity', 'Received Currency', 'Received Currency Balance'],
        ...[/^Received Cost Basis \([A-Z]{3}\)$/i, 'Received Wallet Type', 'Received Wallet'],
        ...['Received Tag', 'Received Comment', 'Sent Quantity', 'Sent Currency', 'Sent Currency Balance'],
        ...[/^Sent Cost Basis \([A-Z]{3}\)$/i, 'Sent Wallet Type', 'Sent Wallet', 'Sent Tag'],
        ...['Sent Comment', /^Realized Return \([A-Z]{3}\)$/i, 'Disabled'],
      ],
    },
  ],
  // What is not known is three dots in some cells.
  cellsOf: (cells) => cells.map((cell) => (cell.trim() === '...' ? '' : cell)),
  type: 'Type',
  means: firstOf(
    when('Ignored', /^true$/i, () => leftOut('ignored')),
    when('Disabled', /^true$/i, () => leftOut('ignored')),
    // A tag says what a receipt or a sending was.
    when('Type', /^receive$/i, when('Received Tag', /./, byWord('Received Tag', tags))),
    when('Type', /^send$/i, when('Sent Tag', /./, byWord('Sent Tag', tags))),
    byWord('Type', {
      ...words,
      'buy|sell|trade|multi token trade': exchanged,
      receive: cameIn('received'),
      send: wentOut('sent'),
      transfer: transferred,
      'interest payment': way({ in: 'interest_received', out: 'interest_paid' }),
      'income|other income': cameIn('misc_reward'),
      mint: way({ in: 'received', both: 'exchange' }),
    }),
  ),
  wallet: { sent: ['Sent Wallet'], received: ['Received Wallet'] },
  txHash: ['Transaction Hash'],
})
