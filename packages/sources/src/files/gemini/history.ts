import { coinOfNamesake } from '../../reading/namesakes.ts'
import { ledgerTable } from '../reader/ledger-table.ts'
import { decidedBy, incoming, outgoing, skipped, traded } from '../reader/words.ts'

const known = [
  ...['Liquidity Indicator', 'Trading Fee Rate (bps)', 'Order Date', 'Order Time', 'Client Order ID'],
  ...['API Session', /^(?:Deposit|Withdrawal) (?:Destination|Tx Output)$/i],
]
const required = ['Date', 'Time (UTC)', 'Type', 'Symbol', 'Specification', 'Trade ID', 'Order ID', 'Tx Hash']

/**
 * Gemini, transaction history, as workbook or CSV. There are three columns for each currency the account ever
 * held, so columns are read by name. Amounts are before the fee, which has a column of its own.
 */
export const geminiHistory = ledgerTable({
  id: 'gemini-xlsx',
  family: 'gemini-history',
  name: 'Gemini transaction history',
  sourceSlug: 'gemini',
  exchange: 'Gemini',
  headers: [{ required, known }],
  timeZone: 'UTC',
  time: { date: 'Date', clock: 'Time (UTC)' },

  type: 'Type',
  words: {
    '': skipped('totals'),
    'monthly interest summary': skipped('summary'),
    buy: traded('buy'),
    sell: traded('sell'),
    credit: decidedBy(
      'Specification',
      [
        [/earn redemption/i, incoming('staking_return')],
        [/card reward/i, incoming('rebate')],
        [/administrative credit|referral/i, incoming('misc_reward')],
      ],
      incoming('received'),
    ),
    debit: decidedBy(
      'Specification',
      [
        [/earn transfer/i, outgoing('staking_lockup')],
        [/gemini pay/i, outgoing('purchase')],
      ],
      outgoing('sent'),
    ),
    'interest credit': incoming('interest_received'),
  },
  skipWhere: (row) => (/PERP$/i.test(row.text('Symbol')) ? 'derivative' : undefined),

  amounts: {
    amountColumns: /^([A-Z0-9]{1,15}) Amount \1$/i,
    feeColumns: /^Fee \(([A-Z0-9]{1,15})\) \1$/i,
    balanceColumns: /^([A-Z0-9]{1,15}) Balance \1$/i,
    bare: withoutUnit,
  },
  market: {
    column: 'Symbol',
    quotes: 'GUSD RLUSD USDC USDT USD EUR GBP SGD BTC ETH DAI LTC BCH FIL SOL'.split(' '),
  },
  takenBack: {
    says: 'Specification',
    ids: ['Trade ID', 'Order ID', 'Tx Hash', 'Deposit Tx Hash', 'Withdrawal Tx Hash'],
  },
  // None of the currencies that a coin shares its code with is held at Gemini.
  asset: coinOfNamesake,

  records: [
    { kind: 'gemini-trade', id: 'Trade ID' },
    { kind: 'gemini-transfer', id: 'Tx Hash' },
  ],
  content: ['Type', 'Symbol'],
  repeatedBy: 'Trade ID',
  externalId: 'Trade ID',
  txHash: ['Tx Hash', 'Deposit Tx Hash', 'Withdrawal Tx Hash'],
  comment: 'Specification',
})

/** Cells saved as they were shown: `0.5 BTC `, `(0.5 BTC)`. The unit is that of the column. */
export function withoutUnit(text: string, ticker: string): string {
  const [shown, close] = text.endsWith(')') ? [text.slice(0, -1).trimEnd(), ')'] : [text, '']
  return shown.toUpperCase().endsWith(` ${ticker.toUpperCase()}`)
    ? shown.slice(0, -ticker.length).trimEnd() + close
    : text
}
