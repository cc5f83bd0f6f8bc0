import type { EventTable } from '../reader/event-declaration.ts'
import { eventTable } from '../reader/event-table.ts'
import type { Row } from '../reader/row.ts'
import { tickers } from '../reader/table-declaration.ts'
import { incoming, ofColumns, outgoing, signed, traded } from '../reader/words.ts'

/** Coins whose amount is left out where it is that in dollars. */
const DOLLARS = /^(?:USD|USDT|BUSD|USDC)$/i
const dollarQuote = (row: Row): string =>
  DOLLARS.test(row.text('Quote Asset')) ? row.text('Quote Asset') : ''

/** Both generations: they write their columns with spaces or with underscores. */
const transactions = {
  family: 'binance-us-transactions',
  sourceSlug: 'binance-us',
  exchange: 'Binance.US',
  timeZone: 'UTC',
  columns: {
    'Transaction ID': /^Transaction[ _]Id$/i,
    Primary: /^Realized[ _]Amount[ _]For[ _]Primary[ _]Asset$/i,
    'Primary USD': /^Realized[ _]Amount[ _]For[ _]Primary[ _]Asset[ _]in[ _]USD(?:[ _]Value)?$/i,
    'Primary Asset': /^Primary[ _]Asset$/i,
    Base: /^Realized[ _]Amount[ _]For[ _]Base[ _]Asset$/i,
    'Base USD': /^Realized[ _]Amount[ _]For[ _]Base[ _]Asset[ _]In[ _]USD(?:[ _]Value)?$/i,
    'Base Asset': /^Base[ _]Asset$/i,
    Quote: /^Realized[ _]Amount[ _]for[ _]Quote[ _]Asset$/i,
    'Quote USD': /^Realized[ _]Amount[ _]for[ _]Quote[ _]Asset[ _]in[ _]USD(?:[ _]Value)?$/i,
    'Quote Asset': /^Quote[ _]Asset$/i,
    Fee: /^Realized[ _]Amount[ _]for[ _]Fee[ _]Asset$/i,
    'Fee Asset': /^Fee[ _]Asset$/i,
  },
  time: 'Time',

  type: ofColumns('Category', 'Operation'),
  words: {
    'spot trading buy': traded('buy'),
    'spot trading sell': traded('sell'),
    'distribution staking rewards': signed('staking_reward', 'fee'),
    'distribution referral commission': incoming('rebate'),
    'distribution others': incoming('airdrop'),
  },
  phrases: [
    [/^deposit\b/i, incoming('received')],
    [/^withdrawal\b/i, outgoing('sent')],
    // The base is what was given here, and the quote what came.
    [/^(?:buy|sell|quick buy|quick sell|convert)\b/i, traded('sell')],
  ],
  base: [
    { amount: 'Primary', asset: 'Primary Asset' },
    { amount: 'Base', asset: 'Base Asset' },
  ],
  quote: [
    { amount: 'Quote', asset: 'Quote Asset' },
    { amount: 'Quote USD', asset: dollarQuote },
  ],
  fee: { amount: 'Fee', asset: 'Fee Asset' },
  value: { amount: ['Primary USD', 'Base USD', 'Quote USD'], currency: () => 'USD' },
  asset: tickers(),

  records: [{ kind: 'binance-us-transaction', id: 'Transaction ID' }],
  repeatedBy: 'Transaction ID',
  externalId: 'Transaction ID',
} satisfies Partial<EventTable>

const amounts = ['Primary', 'Base', 'Quote', 'Fee']

export const binanceUsV2 = eventTable({
  ...transactions,
  id: 'binanceus-v2',
  name: 'Binance.US transactions, since 2022',
  headers: [
    {
      cells: [
        ...['User ID', 'Time', 'Category', 'Operation', 'Order ID', 'Transaction ID'],
        ...amounts.flatMap((name) => [
          `${name} Asset`,
          `Realized Amount For ${name} Asset`,
          `Realized Amount for ${name} Asset in USD`,
        ]),
        ...['Payment Method', 'Withdraw Method', 'Additional Note'],
      ],
    },
  ],
})

export const binanceUsV1 = eventTable({
  ...transactions,
  id: 'binanceus-v1',
  name: 'Binance.US tax report, 2019 to 2022',
  headers: [
    {
      cells: [
        ...['User_Id', 'Time', 'Category', 'Operation', 'Order_Id', 'Transaction_Id'],
        ...amounts.flatMap((name) => [
          `${name}_Asset`,
          `Realized_Amount_For_${name}_Asset`,
          `Realized_Amount_For_${name}_Asset_In_USD_Value`,
        ]),
        ...['Payment_Method', 'Withdrawal_Method', 'Additional_Note'],
      ],
    },
  ],
})
