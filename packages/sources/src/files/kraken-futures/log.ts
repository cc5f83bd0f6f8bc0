import { isNegative } from '@lotbook/money'
import { absoluteAmount, isZeroAmount } from '../../reading/amount-text.ts'
import type { DraftLeg } from '../../reading/collector.ts'
import { unmapped } from '../../reading/collector.ts'
import { csvFormat } from '../reader/csv-format.ts'
import type { Row } from '../reader/row.ts'
import { tickers } from '../reader/table-declaration.ts'

const required = [
  ...['uid', 'dateTime', 'account', 'type', 'symbol', 'change', 'new balance', 'realized pnl', 'fee'],
  ...['realized funding', 'collateral'],
]

const assetOf = tickers({ XBT: 'BTC' })

/**
 * Kraken Futures, account log. A row has its profit, its fee and its funding in columns of their own, all in the collateral; its change is
 * that of a position or of a wallet. Newer exports append columns.
 */
export const krakenFuturesLog = csvFormat({
  id: 'kraken-futures-log',
  family: 'kraken-futures-log',
  name: 'Kraken Futures account log',
  sourceSlug: 'kraken-futures',
  exchange: 'Kraken Futures',
  headers: [{ required }],
  timeZone: 'UTC',
  dateColumns: ['dateTime'],

  identify(row) {
    const cells = [
      'dateTime',
      'account',
      'type',
      'symbol',
      'change',
      'realized pnl',
      'fee',
      'realized funding',
    ]
    // A trade changes its position and its collateral under one uid.
    const nativeId =
      row.text('uid') === '' ? null : `${row.text('uid')} ${row.text('account')} ${row.text('symbol')}`
    return { kind: 'kraken-futures-log', nativeId, content: cells.map((name) => row.text(name)).join('|') }
  },

  nameOf: (row) => (row.text('uid') === '' ? '' : row.cells.join('|')),

  readRow(row, _sheet, out) {
    if (/transfer/i.test(row.text('type'))) return out.skip([row], 'internal_transfer')
    const event = { at: row.time('dateTime'), externalId: row.text('uid') }
    const [profit, fee, funding] = ['realized pnl', 'fee', 'realized funding'].map((name) =>
      inCollateral(row, name),
    )
    const paid = fee && { ...fee, amount: absoluteAmount(fee.amount) }
    if (profit) out.add([row], { ...event, ...result(profit, 'margin_loss'), fee: paid ?? null })
    else if (paid) out.add([row], { ...event, type: 'outgoing', subType: 'margin_fee', from: paid })
    if (funding) {
      const isAlone = !profit && !paid
      out.add([row], { ...event, ...result(funding, 'margin_fee'), part: isAlone ? null : 'funding' })
    }
    if (profit || paid || funding) return
    // What changes a wallet otherwise is no position: those name a contract.
    const change = inCollateral(row, 'change')
    if (change === undefined || /^(?:futures|options?|funding)/i.test(row.text('type')))
      return out.skip([row], 'no_value_moved')
    const type = row.text('type')
    out.note(row, 'unmapped_type', `Unknown type: ${type}`, 'type')
    out.add([row], { ...event, ...unmapped(type, change, isNegative(change.amount.value)) })
  },
})

function inCollateral(row: Row, column: string): DraftLeg | undefined {
  const amount = row.amount(column)
  if (amount === null || isZeroAmount(amount)) return undefined
  const ticker = row.text('collateral') || row.text('symbol')
  if (ticker === '') throw row.problem('missing_value', 'collateral', 'collateral is empty')
  return { asset: assetOf(ticker.toUpperCase()), amount }
}

function result(leg: DraftLeg, ofMinus: 'margin_loss' | 'margin_fee') {
  return isNegative(leg.amount.value)
    ? ({ type: 'outgoing', subType: ofMinus, from: leg } as const)
    : ({ type: 'incoming', subType: 'margin_gain', to: leg } as const)
}
