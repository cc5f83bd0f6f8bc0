import { isNegative } from '@lotbook/money'
import { absoluteAmount, isZeroAmount } from '../../reading/amount-text.ts'
import { type DraftLeg, unmapped } from '../../reading/collector.ts'
import { csvFormat, type FileFormat } from '../reader/csv-format.ts'
import { ledgerTable } from '../reader/ledger-table.ts'
import type { Row } from '../reader/row.ts'
import type { Sheet } from '../reader/sheet.ts'
import { tickers } from '../reader/table-declaration.ts'
import { twoKinds } from '../reader/two-kinds.ts'
import { always, moved, traded } from '../reader/words.ts'

const required = [
  ...['uid', 'dateTime', 'account', 'type', 'symbol', 'change', 'new balance', 'realized pnl', 'fee'],
  ...['realized funding', 'collateral'],
]

const assetOf = tickers({ XBT: 'BTC' })

/** Types whose rows say in their columns all that they brought and cost. */
const KNOWN = /^(?:futures|options?|funding|liquidation|interest)\b/i

const interest = { kind: 'signed', in: 'interest_received', out: 'interest_paid' } as const

/** A trade changes its position and its collateral under one uid. */
const recordId = (row: Row): string =>
  row.text('uid') === '' ? '' : `${row.text('uid')} ${row.text('account')} ${row.text('symbol')}`

/**
 * Kraken Futures, account log. A row has its profit, its fee and its funding in columns of their own, all in the collateral; its change is
 * that of a position or of a wallet. Newer exports append columns.
 */
const events = csvFormat({
  id: 'kraken-futures-log',
  family: 'kraken-futures-log',
  name: 'Kraken Futures account log',
  sourceSlug: 'kraken-futures',
  exchange: 'Kraken Futures',
  headers: [{ required, known: ['new average entry price', 'trade price', 'mark price', 'funding rate'] }],
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
    return {
      kind: 'kraken-futures-log',
      nativeId: recordId(row) || null,
      content: cells.map((name) => row.text(name)).join('|'),
    }
  },

  nameOf: (row) => (row.text('uid') === '' ? '' : row.cells.join('|')),

  readRow(row, _sheet, out) {
    if (/transfer/i.test(row.text('type'))) return out.skip([row], 'internal_transfer')
    const type = row.text('type')
    const isKnown = KNOWN.test(type)
    const flags = isKnown ? [] : [`unmapped_type:${type}`]
    const event = { at: row.time('dateTime'), externalId: row.text('uid'), comment: contractOf(row), flags }
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
    if (!isKnown) out.note(row, 'unmapped_type', `Unknown type: ${type}`, 'type')
    if (profit || paid || funding) return
    // A known one without any of them changes a position only, but interest has no other column.
    const isInterest = /^interest payment$/i.test(type)
    const change = isKnown && !isInterest ? undefined : inCollateral(row, 'change')
    if (change === undefined) return out.skip([row], 'no_value_moved')
    if (isInterest) return out.add([row], { ...event, ...moved(interest, change) })
    out.add([row], { ...event, ...unmapped(type, change, isNegative(change.amount.value)) })
  },
})

const isOfContract = (row: Row) => row.text('symbol').includes('_')

/** Contracts of a sheet by the figures of their rows, which a row of a wallet repeats. */
const contractsOf = new WeakMap<Sheet, ReadonlyMap<string, string>>()

/** The contract that a row is of, or that its companion row names: `PI_XBTUSD`. */
function contractOf(row: Row): string {
  const symbol = isOfContract(row)
    ? row.text('symbol')
    : (contractsOf.get(row.sheet)?.get(figuresOf(row)) ?? '')
  return symbol.toUpperCase()
}

/** A conversion of collateral: a row for each side, of one second. */
const conversions = ledgerTable({
  ...events,
  time: 'dateTime',
  type: always('conversion', 'type'),
  words: { conversion: traded() },
  amounts: { amount: 'change', asset: (row) => row.text('symbol') || row.text('collateral') },
  sameTrade: (row) => row.text('dateTime').slice(0, 19),
  asset: assetOf,
  records: [{ kind: 'kraken-futures-log', id: recordId }],
  content: ['type', 'symbol', 'account'],
  externalId: 'uid',
})

const both = twoKinds(events, conversions, (row) => /conversion/i.test(row.text('type')))

/** A trade may have a row for its contract and one for its collateral, with one profit and fee on both. */
export const krakenFuturesLog: FileFormat = {
  ...both,
  read(rows, sheet, out) {
    const isOfWallet = (row: Row) => row.text('symbol').toLowerCase() === row.text('collateral').toLowerCase()
    const told = new Set(rows.filter(isOfWallet).map(figuresOf))
    contractsOf.set(
      sheet,
      new Map(rows.filter(isOfContract).map((row) => [figuresOf(row), row.text('symbol')])),
    )
    const isCompanion = (row: Row) => !isOfWallet(row) && isOfContract(row) && told.has(figuresOf(row))
    const own = rows.filter((row) => {
      if (!isCompanion(row)) return true
      out.skip([row], 'companion_row')
      return false
    })
    both.read(own, sheet, out)
  },
}

const figuresOf = (row: Row): string =>
  ['dateTime', 'account', 'type', 'realized pnl', 'fee', 'realized funding']
    .map((name) => row.text(name))
    .join('|')

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
