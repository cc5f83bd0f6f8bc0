import { isZeroAmount } from '../../reading/amount-text.ts'
import { columns, type ReadLeg } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import { taxTool, toolWords } from '../reader/tax-tools.ts'
import { byWord, cameIn, exchanged, isFee, renamed, way, wentOut } from '../reader/ways.ts'

/** Words in English and German. */
const words = {
  ...toolWords,
  'trade|handel|swap|margin trade|derivatives futures trade': exchanged,
  'swap (non taxable)': renamed,
  // The tokens of a pool, and what they are given for, stand in rows of their own.
  'provide liquidity|add liquidity|return lp token|remove liquidity|receive lp token': way({
    ...{ in: 'received', out: 'sent', both: 'exchange', flags: ['liquidity'] },
  }),
  'send collateral': wentOut('staking_lockup'),
  'receive collateral': cameIn('staking_return'),
  'deposit|einzahlung|fiat deposit': cameIn('received'),
  'withdrawal|auszahlung|fiat withdrawal': wentOut('sent'),
  'income|einnahme|income (non taxable)|einnahme (steuerfrei)': cameIn('payment'),
  'gift tip|geschenk': cameIn('gift_received'),
  'gift|schenkung': way({ in: 'gift_received', out: 'gift_sent' }),
  'reward bonus|belohnung bonus': cameIn('misc_reward'),
  'mining (commercial)|minting|minting (commercial)': cameIn('mined'),
  'airdrop (non taxable)|airdrop (taxable)|airdrop (steuerfrei)': cameIn('airdrop'),
  'lp rewards|other income (non taxable)': cameIn('misc_reward'),
  'spend|ausgabe|expense (non taxable)|other expense': wentOut('purchase'),
  'donation|spende': wentOut('donation_501c3'),
  'lost|verlust': wentOut('lost'),
  'stolen hacked fraud|stolen|gestohlen': wentOut('stolen'),
  'other fee|gebühr|settlement fee': isFee,
}

/** The value in the currency of the account, beside what was bought or else what was sold. */
function valueBeside(bought: RegExp, sold: RegExp): ReadLeg {
  return (row, sheet) => {
    for (const pattern of [bought, sold]) {
      const column = sheet.find(pattern)
      if (column === undefined) continue
      const amount = row.amount(column.name)
      if (amount !== null && !isZeroAmount(amount)) return { asset: column.captured.toUpperCase(), amount }
    }
    return null
  }
}

interface Names {
  readonly type: string
  readonly buy: readonly [amount: string, asset: string]
  readonly sell: readonly [amount: string, asset: string]
  readonly fee: readonly [amount: string, asset: string]
  readonly exchange: string
  readonly comment: string
  readonly date: string
}

/** A table of CoinTracking under these names of its columns. */
function cointrackingTable({ type, buy, sell, fee, exchange, comment, date }: Names) {
  return {
    ...taxTool,
    sourceSlug: 'cointracking',
    exchange: 'CoinTracking',
    time: date,
    type,
    means: byWord(type, words),
    received: columns(...buy),
    sent: columns(...sell),
    fees: [{ leg: columns(...fee) }],
    wallet: { sent: [exchange], received: [exchange] },
    comment,
    txHash: ['Tx-ID'],
    // How numbers are written is a setting of the account.
    decimalMark: 'found',
  } as const
}

const trades = ['Type', 'Buy', 'Cur.', 'Sell', 'Cur.', 'Fee', 'Cur.', 'Exchange', 'Group', 'Comment', 'Date']
const ofTrades = {
  id: 'cointracking-trades',
  family: 'cointracking-trades',
  name: 'CoinTracking trade table',
  // The zone is a setting of the account.
  unsureZone: 'noted',
} as const

const inEnglish = cointrackingTable({
  type: 'Type',
  buy: ['Buy', 'Cur.'],
  sell: ['Sell', 'Cur. (2)'],
  fee: ['Fee', 'Cur. (3)'],
  exchange: 'Exchange',
  comment: 'Comment',
  date: 'Date',
})

/** CoinTracking, table of trades. Three columns are called `Cur.`: each belongs to the one before it. */
export const cointrackingTrades = inOutTable({
  ...inEnglish,
  ...ofTrades,
  headers: [
    { cells: [...trades, 'Tx-ID', /^Buy Value in [A-Z]{3}$/i, /^Sell Value in [A-Z]{3}$/i] },
    { cells: [...trades, 'Tx-ID'] },
    { cells: trades },
    { cells: [...trades.slice(0, -1), 'Trade ID', 'Imported From', 'Add Date', 'Date'] },
  ],
  value: valueBeside(/^Buy Value in ([A-Z]{3})$/i, /^Sell Value in ([A-Z]{3})$/i),
})

/** The same with all columns shown: two values beside what was bought and what was sold, and no fees. */
export const cointrackingTradesFull = inOutTable({
  ...inEnglish,
  ...ofTrades,
  id: 'cointracking-trades-full',
  name: 'CoinTracking trade table, all columns',
  headers: [
    {
      cells: [
        ...['Type', 'Buy', 'Cur.', 'Value in BTC', /^Value in [A-Z]{3}$/i],
        ...['Sell', 'Cur.', 'Value in BTC', /^Value in [A-Z]{3}$/i, 'Spread', 'Exchange', 'Group', 'Date'],
      ],
    },
  ],
  value: (row, sheet) => {
    const column = sheet.find(/^Value in (?!BTC)([A-Z]{3})$/i)
    if (column === undefined) return null
    const [bought, sold] = [row.amount(column.name), row.amount(`${column.name} (2)`)]
    const amount = bought === null || isZeroAmount(bought) ? sold : bought
    return amount === null || isZeroAmount(amount) ? null : { asset: column.captured.toUpperCase(), amount }
  },
})

/** The same of an account in German. */
export const cointrackingTradesGerman = inOutTable({
  ...cointrackingTable({
    type: 'Typ',
    buy: ['Kauf', 'Cur.'],
    sell: ['Verkauf', 'Cur. (2)'],
    fee: ['Gebühr', 'Cur. (3)'],
    exchange: 'Börse',
    comment: 'Kommentar',
    date: 'Datum',
  }),
  ...ofTrades,
  id: 'cointracking-trades-de',
  name: 'CoinTracking trade table, in German',
  headers: [
    {
      cells: [
        ...['Typ', 'Kauf', 'Cur.', 'Verkauf', 'Cur.', 'Gebühr', 'Cur.'],
        ...['Börse', 'Gruppe', 'Kommentar', 'Datum'],
      ],
    },
  ],
})

const template = [
  ...['Type', 'Buy Amount', 'Buy Currency', 'Sell Amount', 'Sell Currency', 'Fee', 'Fee Currency'],
  ...['Exchange', 'Trade-Group', 'Comment', 'Date'],
]

/** CoinTracking, template of its custom import. */
export const cointrackingImport = inOutTable({
  ...cointrackingTable({
    type: 'Type',
    buy: ['Buy Amount', 'Buy Currency'],
    sell: ['Sell Amount', 'Sell Currency'],
    fee: ['Fee', 'Fee Currency'],
    exchange: 'Exchange',
    comment: 'Comment',
    date: 'Date',
  }),
  id: 'cointracking-import',
  family: 'cointracking-import',
  name: 'CoinTracking import template',
  headers: [
    {
      cells: [
        ...template,
        'Tx-ID',
        'Buy Value in Account Currency',
        'Sell Value in Account Currency',
        'Liquidity pool',
      ],
    },
    {
      cells: [
        ...[...template, 'Liquidity pool (optional)', 'Tx-ID (optional)'],
        ...['Buy Value in Account Currency (optional)', 'Sell Value in Account Currency (optional)'],
      ],
    },
    { cells: [...template, 'Tx-ID (optional)'] },
    { cells: template },
  ],
  columns: { 'Tx-ID': /^\s*Tx-ID( \(optional\))?\s*$/i },
})
