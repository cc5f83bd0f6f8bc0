import type { AssetId } from '@lotbook/journal'
import { isNegative } from '@lotbook/money'
import {
  absoluteAmount,
  addAmounts,
  type Amount,
  noAmount,
  subtractAmounts,
} from '../../reading/amount-text.ts'
import { contentOfDraft, type DraftLeg, exchangeType, unmapped } from '../../reading/collector.ts'
import { csvFormat, type FileFormat } from './csv-format.ts'
import type { Row } from './row.ts'
import type { Sheet } from './sheet.ts'
import {
  assetIn,
  dateColumnsOf,
  identityIn,
  repeatName,
  type TableDeclaration,
  textsIn,
  timeIn,
} from './table-declaration.ts'

/** A table of trades: each row buys or sells one asset for another. */
export interface TradeTable extends TableDeclaration {
  readonly side: { readonly column: string; readonly buy: string; readonly sell: string }
  /** The quantity bought or sold; `columnNamedAfterCoin` counts columns from 1. */
  readonly base:
    | { readonly amount: string; readonly asset: string }
    | { readonly columnNamedAfterCoin: number }
    | { readonly amount: string; readonly pair: string }
  /** The amount paid or received; its asset may come from the pair of the base. */
  readonly quote: { readonly amount: string; readonly asset?: string }
  /** Base and quote of a pair, as tickers; undefined where it cannot be split. */
  readonly splitPair?: (pair: string) => { readonly base: string; readonly quote: string } | undefined
  /** A fee in the quote asset unless a column names another. `isInQuote` says that the quote amount of a buy includes it, and of a sell lacks it. */
  readonly fee?: { readonly amount: string; readonly asset?: string; readonly isInQuote?: boolean }
}

/** The format that reads a declared table of trades. A side that is neither buy nor sell is flagged and noted. */
export function tradeTable(table: TradeTable): FileFormat {
  return csvFormat({
    ...table,
    dateColumns: dateColumnsOf(table),
    nameOf: (row) => repeatName(table, row),

    identify(row, sheet) {
      const { base, pair } = baseIn(table, row, sheet)
      const leg = base ?? { asset: pair, amount: noAmount }
      const side = row.text(table.side.column).toLowerCase()
      const content = `${side}|${contentOfDraft(timeIn(table, row, sheet), leg, null, null)}`
      return identityIn(table, row, content)
    },

    readRow(row, sheet, out) {
      const { base, quote, pair } = baseIn(table, row, sheet)
      if (base === undefined)
        throw row.problem('unknown_pair', pair, `The pair cannot be split: ${row.text(pair)}`)
      const { side } = table
      const word = row.requiredText(side.column)
      const texts = { at: timeIn(table, row, sheet), ...textsIn(table, row) }
      const isBuy = word.toLowerCase() === side.buy.toLowerCase()
      if (!isBuy && word.toLowerCase() !== side.sell.toLowerCase()) {
        out.note(row, 'unmapped_type', `Unknown type: ${word}`, side.column)
        return out.add([row], { ...texts, ...unmapped(word, base, isNegative(base.amount.value)) })
      }
      const fee = table.fee === undefined ? null : row.amount(table.fee.amount)
      const paid = fee === null ? noAmount : absoluteAmount(fee)
      const total = absoluteAmount(row.requiredAmount(table.quote.amount))
      const cash = quote ?? assetIn(table, row.requiredText(table.quote.asset ?? ''))
      const isInQuote = table.fee?.isInQuote === true
      const other: DraftLeg = { asset: cash, amount: isInQuote ? withoutFee(total, paid, isBuy) : total }
      const [from, to] = isBuy ? [other, base] : [base, other]
      const feeTicker = table.fee?.asset === undefined ? '' : row.text(table.fee.asset)
      return out.add([row], {
        ...texts,
        type: exchangeType(from.asset, to.asset),
        from,
        to,
        fee: { asset: feeTicker === '' ? cash : assetIn(table, feeTicker), amount: paid },
      })
    },
  })
}

/** The amount before the fee: a buy's total is what was paid with it, a sell's what was left of it. */
function withoutFee(total: Amount, fee: Amount, isBuy: boolean): Amount {
  return isBuy ? subtractAmounts(total, fee) : addAmounts(total, fee)
}

/** The base leg, and the quote asset where the pair names it. Without a base the pair's column is at fault. */
function baseIn(
  table: TradeTable,
  row: Row,
  sheet: Sheet,
): { base?: DraftLeg; quote?: AssetId; pair: string } {
  const { base } = table
  if ('columnNamedAfterCoin' in base) {
    const coin = sheet.header[base.columnNamedAfterCoin - 1] ?? ''
    return { base: { asset: assetIn(table, coin), amount: row.requiredAmount(coin) }, pair: '' }
  }
  const amount = row.requiredAmount(base.amount)
  if ('asset' in base)
    return { base: { asset: assetIn(table, row.requiredText(base.asset)), amount }, pair: '' }
  const pair = table.splitPair?.(row.requiredText(base.pair))
  if (pair === undefined) return { pair: base.pair }
  return {
    base: { asset: assetIn(table, pair.base), amount },
    quote: assetIn(table, pair.quote),
    pair: base.pair,
  }
}
