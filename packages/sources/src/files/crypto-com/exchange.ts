import { someAbove } from '../reader/content-rule.ts'
import type { EventTable } from '../reader/event-declaration.ts'
import { eventTable } from '../reader/event-table.ts'
import { ledgerTable } from '../reader/ledger-table.ts'
import { separatedPair } from '../reader/pairs.ts'
import type { Row } from '../reader/row.ts'
import { tickers } from '../reader/table-declaration.ts'
import { tradeTable } from '../reader/trade-table.ts'
import { always, decidedBy, feePaid, incoming, outgoing, skipped, traded } from '../reader/words.ts'

const exchange = {
  sourceSlug: 'crypto-com-exchange',
  exchange: 'Crypto.com Exchange',
  timeZone: 'UTC',
  // Dollars and the coins taken for them, held as one balance; pairs and the exchange since name it USD.
  asset: tickers({ USD_STABLE_COIN: 'USD' }),
} as const

/** The name by which a key's history knows the same fill. */
const fillId = (symbol: string, id: string) => (row: Row) =>
  row.text(id) === '' ? '' : `trade ${row.text(symbol).toUpperCase().replace('_', '/')} ${row.text(id)}`

export const cryptocomExchangeTrades = tradeTable({
  ...exchange,
  id: 'cryptocom-exchange-trades',
  family: 'cryptocom-exchange-trades',
  name: 'Crypto.com Exchange trades, since 2021',
  headers: [
    {
      cells: [
        ...['Order ID', 'Trade ID', 'Time (UTC)', 'Symbol', 'Side', 'Trade Price', 'Trade Amount'],
        ...['Volume of Business', 'Fee', 'Fee Currency'],
      ],
    },
  ],
  time: 'Time (UTC)',
  side: { column: 'Side', buy: 'BUY', sell: 'SELL' },
  pair: { column: 'Symbol', split: separatedPair },
  base: { amount: 'Trade Amount' },
  quote: { amount: 'Volume of Business' },
  fee: { amount: 'Fee', asset: 'Fee Currency' },
  records: [{ kind: 'crypto-com-exchange-api', id: fillId('Symbol', 'Trade ID') }],
  repeatedBy: 'Trade ID',
  externalId: 'Trade ID',
})

const before = ['account_type', 'order_id', 'trade_id', 'create_time_utc', 'symbol', 'side']
const after = ['traded_price', 'traded_quantity', 'fee', 'fee_currency']

/** The SPOT_TRADE file of 2020; its header is misspelled. It states no total. */
export const cryptocomExchangeTrades2020 = tradeTable({
  ...exchange,
  id: 'cryptocom-exchange-trades-2020',
  family: 'cryptocom-exchange-trades',
  name: 'Crypto.com Exchange trades, 2020',
  headers: [
    { cells: [...before, 'liquditiy_indicator', ...after] },
    { cells: [...before, 'liquidity_indicator', ...after] },
  ],
  time: 'create_time_utc',
  side: { column: 'side', buy: 'BUY', sell: 'SELL' },
  pair: { column: 'symbol', split: separatedPair },
  base: { amount: 'traded_quantity' },
  quote: { price: 'traded_price' },
  fee: { amount: 'fee', asset: 'fee_currency' },
  records: [{ kind: 'crypto-com-exchange-api', id: fillId('symbol', 'trade_id') }],
  repeatedBy: 'trade_id',
  externalId: 'trade_id',
})

const transfers = {
  ...exchange,
  headers: [{ cells: ['create_time_utc', 'currency', 'amount', 'fee', 'address', 'status'] }],
  time: 'create_time_utc',
  words: { deposit: incoming('received'), withdrawal: outgoing('sent') },
  status: { column: 'status', done: /^(?:completed|success)$/i },
  base: { amount: 'amount', asset: 'currency' },
  fee: { amount: 'fee' },
  comment: 'address',
} satisfies Partial<EventTable>

/** Deposits; withdrawals have the same header, and the name of the file tells them apart. */
export const cryptocomExchangeDeposits = eventTable({
  ...transfers,
  id: 'cryptocom-exchange-transfers',
  family: 'cryptocom-exchange-deposits',
  name: 'Crypto.com Exchange deposits',
  fileName: /deposit/i,
  type: always('deposit', 'status'),
  records: [{ kind: 'crypto-com-exchange-deposit', id: () => '' }],
})

/** Withdrawals, the only ones of the two that cost a fee. */
export const cryptocomExchangeWithdrawals = eventTable({
  ...transfers,
  id: 'cryptocom-exchange-withdrawals',
  family: 'cryptocom-exchange-withdrawals',
  name: 'Crypto.com Exchange withdrawals',
  fileName: /withdraw/i,
  isLike: someAbove('fee'),
  type: always('withdrawal', 'status'),
  records: [{ kind: 'crypto-com-exchange-withdrawal', id: () => '' }],
})

/** Interest on what is staked, a row for each day. */
export const cryptocomExchangeStaking = eventTable({
  ...exchange,
  id: 'cryptocom-exchange-staking',
  family: 'cryptocom-exchange-staking',
  name: 'Crypto.com Exchange staking interest',
  headers: [
    {
      cells: [
        ...['create_time_utc', 'stake_currency', 'stake_amount', 'apr', 'interest_currency'],
        ...['interest_amount', 'status'],
      ],
    },
  ],
  time: 'create_time_utc',
  type: always('interest', 'status'),
  words: { interest: incoming('staking_reward') },
  status: { column: 'status', done: /^(?:1|completed|success)$/i },
  base: { amount: 'interest_amount', asset: 'interest_currency' },
  records: [{ kind: 'crypto-com-exchange-staking', id: () => '' }],
})

/** An id of the journal, where a row without one has a zero. */
const journalRef = (column: string) => (row: Row) => {
  const id = row.text(column)
  return id === '0' ? '' : id
}

/** The journal of the exchange since late 2022, OEX_TRANSACTION: each side of a fill is a row of its own, and so is its fee. */
export const cryptocomExchangeJournal = ledgerTable({
  ...exchange,
  id: 'cryptocom-exchange-journal',
  family: 'cryptocom-exchange-journal',
  name: 'Crypto.com Exchange transactions, since 2022',
  headers: [
    {
      required: [
        ...['Journal ID', 'Time (UTC)', 'Journal Type', 'Instrument', 'Side'],
        ...['Transaction Quantity', 'Realized PNL', 'Trade ID', 'Trade Match ID'],
      ],
      known: ['Event Date', 'Taker Side', 'Transaction Cost', 'Order ID', 'Client Order Id'],
    },
  ],
  time: 'Time (UTC)',

  type: 'Journal Type',
  words: {
    // A contract is named by its pair and its term: what it brings is an entry of its own.
    trading: decidedBy('Instrument', [[/-/, skipped('derivative')]], traded()),
    trade_fee: feePaid,
    deposit: incoming('received'),
    onchain_deposit: incoming('received'),
    offchain_deposit: incoming('received'),
    withdraw: outgoing('sent'),
    onchain_withdrawal: outgoing('sent'),
    offchain_withdrawal: outgoing('sent'),
    withdraw_fee: outgoing('fee'),
    fiat_withdrawal_cancel: incoming('received'),
    rollback_withdraw: incoming('received'),
    rollback_deposit: outgoing('sent'),
    subaccount_tx: skipped('internal_transfer'),
    soft_stake_reward: incoming('staking_reward'),
    correction_reward: incoming('misc_reward'),
  },
  // Money is told by the bank that moved it.
  phrases: [
    [/^fiat_\w+_deposit$/i, incoming('received')],
    [/^fiat_\w+_withdrawal$/i, outgoing('sent')],
  ],
  amounts: { amount: 'Transaction Quantity', asset: 'Instrument' },
  isSigned: true,
  tradeId: journalRef('Trade ID'),

  records: [{ kind: 'crypto-com-exchange-journal', id: 'Journal ID' }],
  repeatedBy: 'Journal ID',
  content: ['Journal Type', 'Instrument', 'Side', 'Trade ID'],
  externalId: [journalRef('Trade ID'), 'Journal ID'],
})
