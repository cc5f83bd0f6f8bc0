import { isZero } from '@lotbook/money'
import { absoluteAmount } from '../../reading/amount-text.ts'
import { exchangeType } from '../../reading/collector.ts'
import { csvFormat } from '../reader/csv-format.ts'
import { splitPair } from '../../providers/kraken/assets.ts'

const early = ['price', 'cost', 'fee', 'vol', 'margin', 'misc', 'ledgers']
const closing = ['cprice', 'ccost', 'cfee', 'cvol', 'cmargin', 'net']
const order = ['time', 'type', 'ordertype']
const pair = ['txid', 'ordertxid', 'pair']
const classes = ['aclass', 'subclass']

/**
 * Kraken, trades: the fallback where there are no ledgers; it has no deposits and no staking. A trade's txid
 * is the refid of its ledger rows, so the same trade read from both reports is one transaction.
 */
export const krakenTrades = csvFormat({
  id: 'kraken-trades',
  family: 'kraken-trades',
  name: 'Kraken trades',
  sourceSlug: 'kraken',
  exchange: 'Kraken',
  headers: [
    { cells: [...pair, ...classes, ...order, ...early, 'posttxid', 'posstatuscode', ...closing, 'trades'] },
    { cells: [...pair, ...order, ...early] },
    { cells: [...pair, ...order, ...early, 'postxid', 'posstatus', ...closing, 'trades'] },
    { cells: [...pair, ...classes, ...order, ...early] },
    {
      cells: [
        ...pair,
        ...classes,
        ...order,
        ...early,
        'posttxid',
        'posstatuscode',
        ...closing,
        'costusd',
        'trades',
      ],
    },
    { cells: [...pair, ...order, 'price', 'cost', 'fee', 'vol', 'ledgers'] },
  ],
  timeZone: 'UTC',
  dateColumns: ['time'],

  identify(row) {
    const content = `${row.text('time').slice(0, 19)}|${row.text('type')}|${row.text('pair')}|${row.text('vol')}`
    return { kind: 'kraken-trade', nativeId: row.text('txid') || null, content }
  },

  nameOf: (row) => row.text('txid'),

  readRow(row, _sheet, out) {
    const margin = row.amount('margin')
    if (margin !== null && !isZero(margin.value)) return out.skip([row], 'margin_trade')

    const assets = splitPair(row.requiredText('pair'))
    if (assets === undefined)
      throw row.problem('unknown_pair', 'pair', `The pair cannot be split: ${row.text('pair')}`)
    const side = row.requiredText('type').toLowerCase()
    if (side !== 'buy' && side !== 'sell')
      throw row.problem('unmapped_type', 'type', `Neither buy nor sell: ${side}`)

    const base = { asset: assets.base, amount: absoluteAmount(row.requiredAmount('vol')) }
    const quote = { asset: assets.quote, amount: absoluteAmount(row.requiredAmount('cost')) }
    const fee = row.amount('fee')
    const [from, to] = side === 'buy' ? [quote, base] : [base, quote]
    out.add([row], {
      at: row.time('time'),
      type: exchangeType(from.asset, to.asset),
      from,
      to,
      // No balance here says that a fee was given back.
      fee: fee === null ? null : { asset: assets.quote, amount: absoluteAmount(fee) },
      externalId: row.text('txid'),
      group: row.text('txid') || null,
    })
  },
})
