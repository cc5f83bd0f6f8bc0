import { columns } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { walletTable } from '../reader/wallet.ts'
import { byWord, cameIn, firstOf, leftOut, wentOut, where } from '../reader/ways.ts'

/** Chia wallet, transactions. Times are those of the computer. */
export const chiaWallet = inOutTable({
  ...walletTable,
  id: 'chia-wallet',
  family: 'chia-wallet',
  name: 'Chia wallet transactions',
  sourceSlug: 'chia',
  exchange: 'Chia Wallet',
  headers: [
    { cells: ['token_name', 'transaction', 'confirmed', 'amount', 'sent', 'type', 'destination', 'time'] },
  ],
  unsureZone: 'noted',
  time: 'time',
  type: 'type',
  means: firstOf(
    where('confirmed', /^false$/i, leftOut('unconfirmed')),
    byWord('type', {
      'coinbase reward|fee reward': cameIn('mined'),
      'incoming tx': cameIn('received'),
      'outgoing tx': wentOut('sent'),
    }),
  ),
  moved: { leg: columns('amount', 'token_name'), direction: 'byWord' },
  externalId: 'transaction',
})
