import { isNegative, negate, times } from '@lotbook/money'
import { bareHash } from '../../reading/bare-hash.ts'
import { absoluteAmount, isZeroAmount, parseAmount } from '../../reading/amount-text.ts'
import { type Collector, type Draft, type DraftLeg, exchangeType, unmapped } from '../../reading/collector.ts'
import type { FileFormat } from '../reader/csv-format.ts'
import type { Row } from '../reader/row.ts'
import { tickers } from '../reader/table-declaration.ts'
import { incoming, type Meaning, moved, outgoing, signed } from '../reader/words.ts'

const assetOf = tickers({ XBT: 'BTC' })

/** `Bought 0.0119 ETH/MYR @ 17,140`: the other side is the amount times the price. */
const AT_PRICE = /^(Bought|Sold) (\S+) (\S+)\/(\S+) @ (\S+)/i

const TRADE = /^(Bought|Sold) (\S+) (\S+) for (\S+) (\S+)/i

/** Amount and ticker of a side, in either order. */
function sideIn(a: string, b: string): DraftLeg | undefined {
  const [amount, ticker] = /^[\d.,]+$/.test(a) ? [parseAmount(a), b] : [parseAmount(b), a]
  return amount ? { asset: assetOf(ticker.toUpperCase()), amount } : undefined
}

/** Both sides of a trade, as its description tells them. */
function tradeIn(row: Row): { isBuy: boolean; own: DraftLeg; other: DraftLeg } | undefined {
  const priced = AT_PRICE.exec(row.text('Description'))
  if (priced !== null) return pricedIn(priced)
  const [, word = '', a = '', b = '', c = '', d = ''] = TRADE.exec(row.text('Description')) ?? []
  const [own, other] = [sideIn(a, b), sideIn(c, d)]
  return own && other && { isBuy: /^bought$/i.test(word), own, other }
}

function pricedIn([, word = '', amount = '', base = '', quote = '', price = '']: readonly string[]) {
  const own = sideIn(amount, base)
  const rate = parseAmount(price)
  if (!own || !rate) return undefined
  const value = times(own.amount.value, rate.value)
  const other = { asset: assetOf(quote.toUpperCase()), amount: { value, places: value.scale } }
  return { isBuy: /^bought$/i.test(word), own, other }
}

const WORDS: readonly (readonly [RegExp, Meaning])[] = [
  [/^received\b/i, incoming('received')],
  [/^sent\b/i, outgoing('sent')],
  [/^(?:deposit|withdrawal)\b/i, signed('received', 'sent')],
  [/^trading fee/i, signed('rebate', 'fee')],
]

/**
 * Luno, statement of a wallet. The two sides of a trade are in the files of two wallets; its description has both, so each file tells
 * the whole of it, and it is one by its moment and description. Its fee is a row of the same moment.
 */
export const lunoStatement: FileFormat = {
  id: 'luno',
  family: 'luno',
  name: 'Luno wallet statement',
  sourceSlug: 'luno',
  exchange: 'Luno',
  headers: [
    {
      cells: [
        ...['Wallet ID', 'Row', 'Timestamp (UTC)', 'Description', 'Currency', 'Balance delta'],
        ...['Available balance delta', 'Balance', 'Available balance', 'Cryptocurrency transaction ID'],
        ...['Cryptocurrency address', 'Value currency', 'Value amount', 'Reference'],
      ],
    },
  ],
  timeZone: 'UTC',
  dateColumns: ['Timestamp (UTC)'],

  identify(row) {
    const cells = ['Timestamp (UTC)', 'Description', 'Reference'].map((name) => row.text(name))
    const own = ['Currency', 'Balance delta'].map((name) => row.text(name))
    return { kind: 'luno-entry', nativeId: null, content: [...cells, ...(tradeIn(row) ? [] : own)].join('|') }
  },

  read(rows, _sheet, out) {
    const fees = Map.groupBy(rows.filter(isFee), momentOf)
    const trades = Map.groupBy(
      rows.filter((row) => tradeIn(row) !== undefined && /[1-9]/.test(row.text('Balance delta'))),
      momentOf,
    )
    // Of several trades of one moment, nothing says which paid what.
    const feesOf = (row: Row) =>
      trades.get(momentOf(row))?.length === 1 ? (fees.get(momentOf(row)) ?? []) : []
    const isPaidFor = (row: Row) => isFee(row) && trades.get(momentOf(row))?.length === 1
    for (const row of rows) {
      if (isPaidFor(row)) continue
      const own = tradeIn(row) === undefined ? [] : feesOf(row)
      out.attempt([row, ...own], () => readRow(row, own, out))
    }
  },
}

const isFee = (row: Row): boolean => /^trading fee/i.test(row.text('Description'))

const momentOf = (row: Row): string => `${row.text('Timestamp (UTC)')} ${row.text('Reference')}`

function readRow(row: Row, fees: readonly Row[], out: Collector): void {
  const delta = row.requiredAmount('Balance delta')
  // What is reserved for an order changes what is available only.
  if (isZeroAmount(delta)) return out.skip([row], 'zero_amount')
  const at = row.time('Timestamp (UTC)')
  const texts = {
    at,
    txHash: bareHash(row.text('Cryptocurrency transaction ID')),
    comment: row.text('Description'),
  }
  const trade = tradeIn(row)
  if (trade !== undefined) {
    const [from, to] = trade.isBuy ? [trade.other, trade.own] : [trade.own, trade.other]
    const draft: Draft = {
      ...texts,
      type: exchangeType(from.asset, to.asset),
      from,
      to,
      flags: ['counter_leg_from_text'],
      // The file of the other wallet has the trade without the fee.
      group: `${momentOf(row)} ${row.text('Description')}`,
    }
    return out.addWithFees([row, ...fees], draft, fees.map(feeIn))
  }
  const word = row.text('Description')
  const leg = { asset: assetOf(row.requiredText('Currency').toUpperCase()), amount: delta }
  const worth = out.statedAmount(row, 'Value amount')
  const currency = row.text('Value currency').toUpperCase()
  const value = worth === null || currency === leg.asset ? null : { amount: absoluteAmount(worth), currency }
  const meaning = WORDS.find(([pattern]) => pattern.test(word))?.[1]
  if (meaning?.kind === 'in' || meaning?.kind === 'out' || meaning?.kind === 'signed')
    return out.add([row], { ...texts, value, ...moved(meaning, leg) })
  out.note(row, 'unmapped_type', `Unknown type: ${word}`, 'Description')
  return out.add([row], { ...texts, value, ...unmapped(word, leg, isNegative(delta.value)) })
}

/** A fee is below zero; what was given back is above it. */
function feeIn(row: Row): DraftLeg {
  const { value, places } = row.requiredAmount('Balance delta')
  return {
    asset: assetOf(row.requiredText('Currency').toUpperCase()),
    amount: { value: negate(value), places },
  }
}
