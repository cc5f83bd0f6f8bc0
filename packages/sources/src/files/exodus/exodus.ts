import { coinOf } from '@lotbook/journal'
import { splitUnit } from '../reader/glued.ts'
import { balanceIn } from '../reader/state-balances.ts'
import { columns, withUnit } from '../reader/legs.ts'
import { inOutTable } from '../reader/in-out-table.ts'
import type { Row } from '../reader/row.ts'
import { walletTable } from '../reader/wallet.ts'
import { bySides, byWord, cameIn, exchanged, firstOf, onlyFee, way, wentOut, when } from '../reader/ways.ts'

/** Stablecoins and BNB have their network behind them. */
const NETWORK = /^(BNB|USDT|USDC|DAI|BUSD)(?:BSC|TRX|SOL|ALGO|MATIC|AVAX|AVAXC|BASE|ARB|OP)$/

const exodus = {
  ...walletTable,
  sourceSlug: 'exodus',
  exchange: 'Exodus',
  asset: (ticker: string) => coinOf(NETWORK.exec(ticker)?.[1] ?? ticker),
} as const
const out = ['OUTAMOUNT', 'OUTCURRENCY', 'FEEAMOUNT', 'FEECURRENCY']
const rest = ['OUTTXID', 'OUTTXURL', 'INAMOUNT', 'INCURRENCY', 'INTXID', 'INTXURL', 'ORDERID', 'PERSONALNOTE']
const before = ['DATE', 'TYPE', 'FROMPORTFOLIO', 'TOPORTFOLIO']

const failed = when('TYPE', /\(failed\)/i, () => onlyFee('failed'))

/** Exodus, history of all assets: what went out and came in, each with its transaction. */
export const exodusAll = inOutTable({
  ...exodus,
  id: 'exodus-all',
  family: 'exodus-all',
  name: 'Exodus history of all assets',
  headers: [
    { cells: [...before, ...out, 'TOADDRESS', ...rest] },
    { cells: [...before, ...out, 'FROMADDRESS', 'TOADDRESS', ...rest] },
    { cells: [...before, ...out, ...rest, 'TOADDRESS'] },
    { cells: ['DATE', 'TYPE', ...out, ...rest] },
    { cells: ['DATE', 'TYPE', ...out, ...rest.slice(0, -1)] },
  ],
  time: 'DATE',
  type: 'TYPE',
  means: firstOf(
    failed,
    byWord('TYPE', {
      deposit: cameIn('received'),
      withdrawal: wentOut('sent'),
      exchange: exchanged,
      'staked|unstaked': way({ in: 'staking_return', out: 'staking_lockup' }),
    }),
  ),
  sent: columns('OUTAMOUNT', 'OUTCURRENCY'),
  received: columns('INAMOUNT', 'INCURRENCY'),
  fees: [{ leg: columns('FEEAMOUNT', 'FEECURRENCY') }],
  // Both sides of an exchange on a chain stand under its one transaction.
  group: (row) => row.text('OUTTXID') || row.text('INTXID'),
  externalId: 'ORDERID',
  txHash: ['OUTTXID', 'INTXID'],
  comment: 'PERSONALNOTE',
})

/** The other side of an exchange is in the file of the other coin, under the same order. */
const order = (row: Row) => row.text('EXCHANGE')

/** Exodus, history of one asset, with the unit behind each amount. */
export const exodusAsset = inOutTable({
  ...exodus,
  id: 'exodus-asset',
  family: 'exodus-asset',
  name: 'Exodus history of one asset',
  headers: [
    {
      cells: [
        ...['TXID', 'TXURL', 'DATE', 'TYPE', 'FROMPORTFOLIO', 'TOPORTFOLIO', 'COINAMOUNT', 'FEE', 'BALANCE'],
        ...['EXCHANGE', 'PERSONALNOTE'],
      ],
    },
  ],
  time: 'DATE',
  type: 'TYPE',
  means: firstOf(
    failed,
    when('EXCHANGE', /./, byWord('TYPE', { 'deposit|withdrawal|exchange': exchanged })),
    byWord('TYPE', { deposit: cameIn('received'), withdrawal: wentOut('sent'), exchange: bySides }),
  ),
  moved: { leg: withUnit('COINAMOUNT'), direction: 'byWord' },
  fees: [{ leg: withUnit('FEE'), isSenders: true }],
  balances: [
    balanceIn(
      'BALANCE',
      (row) => splitUnit(row.text('BALANCE')).unit,
      (text) => splitUnit(text).amount,
    ),
  ],
  group: order,
  groupId: order,
  records: [{ kind: 'exodus-leg', id: (row) => (order(row) === '' ? '' : row.text('TXID')) }],
  txHash: ['TXID'],
  comment: 'PERSONALNOTE',
})

/** Exodus, staking rewards. */
export const exodusStaking = inOutTable({
  ...exodus,
  id: 'exodus-staking',
  family: 'exodus-staking',
  name: 'Exodus staking rewards',
  headers: [{ cells: ['Type', 'Buy', 'Cur.', 'Exchange', 'Group', 'Comment', 'Date'] }],
  time: 'Date',
  type: 'Type',
  means: byWord('Type', { staking: cameIn('staking_reward') }),
  received: columns('Buy', 'Cur.'),
  comment: 'Comment',
})
