import { columns, leftWhere } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { byWord, cameIn, exchanged, firstOf, isFee, way, wentOut, where } from '../reader/ways.ts'
import { tickers } from '../reader/table-declaration.ts'

const LEAVES = /^(withdrawal|withdrew|paid|swapped out|sold|used|add(ed)? liquidity)/i

/** Cake DeFi, later Bake, transactions. Sides and fees of one event name the same reference. */
export const cakedefi = inOutTable({
  id: 'cakedefi',
  family: 'cakedefi',
  name: 'Cake DeFi (Bake) transactions',
  sourceSlug: 'cake-defi-bake',
  exchange: 'Cake DeFi / Bake',
  headers: [
    {
      cells: [
        ...['Date', 'Operation', 'Amount', 'Coin/Asset', 'FIAT value', 'FIAT currency', 'Transaction ID'],
        ...['Withdrawal address', 'Reference', 'Related reference ID'],
      ],
    },
  ],
  timeZone: 'UTC',
  asset: tickers(),
  time: 'Date',
  type: 'Operation',
  means: firstOf(
    byWord('Operation', {
      'staking reward|freezer staking bonus|5 years freezer reward': cameIn('staking_reward'),
      'signup bonus|sign up bonus|referral reward|promotion bonus': cameIn('misc_reward'),
      'lending reward|yieldvault reward': cameIn('interest_received'),
      'swapped in|swapped out': exchanged,
      deposit: cameIn('received'),
      withdrawal: wentOut('sent'),
      'withdrawal fee|paid swap fee': isFee,
    }),
    where('Operation', /^liquidity mining reward\b/i, cameIn('misc_reward')),
    where(
      'Operation',
      /^(add|remove)(ed|d)? liquidity\b/i,
      way({ in: 'staking_return', out: 'staking_lockup', flags: ['liquidity'] }),
    ),
  ),
  moved: { leg: leftWhere('Operation', LEAVES, columns('Amount', 'Coin/Asset')), direction: 'bySign' },
  value: columns('FIAT value', 'FIAT currency'),
  group: (row) => row.text('Related reference ID') || row.text('Reference'),
  records: [{ kind: 'cakedefi-entry', id: 'Reference' }],
  externalId: 'Reference',
  txHash: ['Transaction ID'],
  comment: 'Withdrawal address',
})
