import { columns, inAsset } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { walletTable } from '../reader/wallet.ts'
import { bySides, byWord, cameIn, wentOut } from '../reader/ways.ts'

const blockchair = {
  ...walletTable,
  sourceSlug: 'blockchair',
  exchange: 'Blockchair',
  // Wallets of any kind are watched there.
  isGeneric: true,
  dateOrder: 'day-first',
  time: 'Date',
  price: inAsset('Asset rate (USD)', 'USD'),
  txHash: ['Transaction hash'],
} as const
const worth = ['Ticker', 'Amount fiat (USD)', 'Asset rate (USD)']
const effect = columns('Effect', 'Ticker')

/** Blockchair, what transactions did to an address or a public key. A fee is part of what left. */
export const blockchairEffects = inOutTable({
  ...blockchair,
  id: 'blockchair-effects',
  family: 'blockchair-effects',
  name: 'Blockchair transactions of an address',
  headers: [
    { cells: ['Tx number', 'Affected address/xpub', 'Effect', ...worth, 'Date', 'Transaction hash'] },
  ],
  type: 'Effect',
  means: () => bySides,
  moved: { leg: effect, direction: 'bySign' },
  group: (row) => row.text('Transaction hash'),
})

/** Blockchair, transactions of a wallet: the type tells the way, and the effect has no sign. */
export const blockchairWallet = inOutTable({
  ...blockchair,
  id: 'blockchair-wallet',
  family: 'blockchair-wallet',
  name: 'Blockchair transactions of a wallet',
  headers: [
    {
      cells: [
        ...['Tx number', 'Effect', ...worth, 'Type', 'Date', 'Public key', 'Wallet address'],
        ...['Third-party address', 'Transaction hash'],
      ],
    },
  ],
  type: 'Type',
  means: byWord('Type', { 'external receiving': cameIn('received'), 'external spending': wentOut('sent') }),
  moved: { leg: effect, direction: 'byWord' },
  group: (row) => row.text('Transaction hash'),
})
