import { ledgerTable } from '../reader/ledger-table.ts'
import { tickers } from '../reader/table-declaration.ts'
import { incoming, outgoing, signed, skipped, traded } from '../reader/words.ts'

/** Bitget, spot transactions: a row for each change, with its fee beside it. The sides of an order share its id; nothing says the zone. */
export const bitgetTransactions = ledgerTable({
  id: 'bitget-transactions',
  family: 'bitget-transactions',
  name: 'Bitget spot transactions',
  sourceSlug: 'bitget',
  exchange: 'Bitget',
  headers: [{ cells: ['order', 'Date', 'Coin', 'Type', 'Amount', 'Fee', 'Available'] }],
  timeZone: 'UTC',
  unsureZone: 'noted',
  time: 'Date',

  type: 'Type',
  words: {
    buy: traded(),
    sell: traded(),
    // Of the coin that money paid for; the money has a row too, where Bitget held it.
    'buy crypto': traded(),
    'sell crypto': traded(),
    fiat: traded(),
    deposit: incoming('received'),
    'automatic deposit': incoming('received'),
    fiat_recharge_in: incoming('received'),
    withdrawal: outgoing('sent'),
    'ordinary withdrawal': outgoing('sent'),
    'automatic withdrawal': outgoing('sent'),
    'fiat withdrawal success - deduct': outgoing('sent'),
    'transfer in': skipped('internal_transfer'),
    'transfer out': skipped('internal_transfer'),
    interest: signed('interest_received', 'interest_paid'),
    batch_interest_user_in: incoming('interest_received'),
    'airdrop reward-a': incoming('airdrop'),
    'airdrop reward-b': incoming('airdrop'),
    'crypto voucher distribution': incoming('airdrop'),
    reward: incoming('misc_reward'),
    'trading fee rebate': incoming('rebate'),
    'refund copy trade commission': incoming('rebate'),
    'copy trade expense': outgoing('fee'),
    'user fees': outgoing('fee'),
    'transaction fee deduct': outgoing('fee'),
    'system charges fees': outgoing('fee'),
  },
  amounts: { amount: 'Amount', asset: 'Coin', fee: 'Fee' },
  isSigned: true,
  tradeId: 'order',
  asset: tickers(),

  records: [{ kind: 'bitget-transaction', id: () => '' }],
  content: ['order', 'Type', 'Coin'],
  externalId: 'order',
})
