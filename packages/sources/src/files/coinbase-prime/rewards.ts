import { eventTable } from '../reader/event-table.ts'
import { tickers } from '../reader/table-declaration.ts'
import { always, incoming } from '../reader/words.ts'

/** Coinbase Prime, report of staking rewards: a row for each reward of a validator, with its value in dollars. */
export const coinbasePrimeRewards = eventTable({
  id: 'coinbase-prime-rewards',
  family: 'coinbase-prime-rewards',
  name: 'Coinbase Prime staking rewards',
  sourceSlug: 'coinbase-prime',
  exchange: 'Coinbase Prime',
  headers: [
    {
      cells: [
        ...[
          'Portfolio',
          'Portfolio ID',
          'Entity Name',
          'Entity ID',
          'Wallet Name',
          'Wallet ID',
          'Wallet Address',
        ],
        ...['Reward Address', 'Wallet Type', 'Staked Asset', 'Reward Currency', 'Date/Time of Reward'],
        ...[
          'Type of Reward',
          'Transaction ID',
          'Blockchain Explorer Link',
          'Amount of Reward',
          'Validator Address',
        ],
        ...['Validator Type', 'Amount of Reward (notional USD)'],
      ],
    },
  ],
  timeZone: 'UTC',
  time: 'Date/Time of Reward',

  type: always('reward', 'Type of Reward'),
  words: { reward: incoming('staking_reward') },
  base: { amount: 'Amount of Reward', asset: 'Reward Currency' },
  value: { amount: 'Amount of Reward (notional USD)', currency: () => 'USD' },
  asset: tickers(),

  records: [{ kind: 'coinbase-prime-reward', id: () => '' }],
  txHash: ['Transaction ID'],
  comment: 'Type of Reward',
})
