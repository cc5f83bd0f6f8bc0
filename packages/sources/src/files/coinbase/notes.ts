import { type Amount, parseAmount } from '../../reading/amount-text.ts'

/** The other side of an order or convert, which the report states in Notes alone. */
export type NotesText =
  | {
      readonly kind: 'order'
      /** The unit of the total; null where the note has a symbol or nothing. */
      readonly quote: string | null
      /** The amount paid or received, fees included. */
      readonly total: Amount
      /** Price of one unit, where the note has it. */
      readonly price: Amount | null
      /** The pair that it was traded on, where the note has it. */
      readonly market: readonly [base: string, quote: string] | null
    }
  | {
      readonly kind: 'convert'
      readonly from: { readonly asset: string; readonly amount: Amount }
      readonly to: { readonly asset: string; readonly amount: Amount }
    }

const NUMBER = String.raw`[\d.,]{1,60}(?:[eE]-?\d{1,3})?`
// A figure is followed by a ticker, which has a letter and is no end of the figure.
const TICKER = String.raw`((?=\d*[A-Z])[A-Z0-9]{1,20})\b`
const FIGURE = String.raw`(${NUMBER})(?![\d.,])`
const AMOUNT = `${FIGURE} ?${TICKER}`
// `on ETH-BTC` behind a figure names the market; no coin is meant by its `on`.
const MARKET = String.raw`on ([A-Z0-9]{1,20})-([A-Z0-9]{1,20})\b`

const ORDER = new RegExp(
  String.raw`^(?:Bought|Sold) (${NUMBER}) ?\S{1,20} for \D{0,4}${FIGURE}(?: ?[^\w\s.,])?(?: ?(?!${MARKET})${TICKER})?(?: ${MARKET}| on \S{1,42})?(?: at \D{0,4}(${NUMBER}) )?`,
  'i',
)
const CONVERT = new RegExp(String.raw`^Converted \D{0,4}${AMOUNT} to \D{0,4}${AMOUNT}`, 'i')

/** Reads `Bought Q BASE for T QUOTE on BASE-QUOTE at P QUOTE/BASE` and `Converted Q1 A1 to Q2 A2`; undefined for any other text. */
export function parseNotes(notes: string): NotesText | undefined {
  const text = notes.slice(0, 400)
  const convert = CONVERT.exec(text)
  if (convert !== null) {
    const [, q1 = '', a1 = '', q2 = '', a2 = ''] = convert
    const [from, to] = amountsIn([q1, q2])
    if (from === undefined || to === undefined) return undefined
    return {
      kind: 'convert',
      from: { asset: a1.toUpperCase(), amount: from },
      to: { asset: a2.toUpperCase(), amount: to },
    }
  }
  const order = ORDER.exec(text)
  if (order === null) return undefined
  const [, q = '', t = '', , , quote, base, marketQuote, p] = order
  const [, total, price] = amountsIn([q, t, ...(p === undefined ? [] : [p])])
  if (total === undefined) return undefined
  return {
    kind: 'order',
    quote: quote?.toUpperCase() ?? null,
    total,
    price: price ?? null,
    market:
      base === undefined || marketQuote === undefined
        ? null
        : [base.toUpperCase(), marketQuote.toUpperCase()],
  }
}

/** All figures of a note are written with one mark: a point, or a comma where that is the only way to read them. */
function amountsIn(figures: readonly string[]): readonly Amount[] {
  for (const mark of ['point', 'comma'] as const) {
    const read = figures.map((figure) => parseAmount(figure, mark))
    if (read.every((amount) => amount !== null && amount !== undefined)) return read
  }
  return []
}
