import { type Amount, parseAmount } from '../../reading/amount-text.ts'

/** What Coinbase writes in Notes about the other side: it stands nowhere else. */
export type NotesText =
  | {
      readonly kind: 'order'
      readonly quote: string
      /** Fees included: what was paid, or what was received. */
      readonly total: Amount
      /** Price of one unit, where the note has it. */
      readonly price: Amount | null
    }
  | {
      readonly kind: 'convert'
      readonly from: { readonly asset: string; readonly amount: Amount }
      readonly to: { readonly asset: string; readonly amount: Amount }
    }

const NUMBER = String.raw`[\d.,]{1,60}(?:[eE]-?\d{1,3})?`
// What follows a figure: a ticker, which has a letter and is no end of the figure.
const AMOUNT = String.raw`(${NUMBER})(?![\d.,]) ?((?=\d*[A-Z])[A-Z0-9]{1,20})\b`

const ORDER = new RegExp(
  String.raw`^(?:Bought|Sold) ${NUMBER} ?\S{1,20} for \D{0,4}${AMOUNT}(?: on \S{1,42})?(?: at \D{0,4}(${NUMBER}) )?`,
  'i',
)
const CONVERT = new RegExp(String.raw`^Converted \D{0,4}${AMOUNT} to \D{0,4}${AMOUNT}`, 'i')

/** `Bought Q BASE for T QUOTE on BASE-QUOTE at P QUOTE/BASE` or `Converted Q1 A1 to Q2 A2`; else undefined. */
export function parseNotes(notes: string): NotesText | undefined {
  const text = notes.slice(0, 400)
  const convert = CONVERT.exec(text)
  if (convert !== null) {
    const [, q1 = '', a1 = '', q2 = '', a2 = ''] = convert
    const [from, to] = [parseAmount(q1), parseAmount(q2)]
    if (!from || !to) return undefined
    return {
      kind: 'convert',
      from: { asset: a1.toUpperCase(), amount: from },
      to: { asset: a2.toUpperCase(), amount: to },
    }
  }
  const order = ORDER.exec(text)
  if (order === null) return undefined
  const [, t = '', quote = '', p] = order
  const total = parseAmount(t)
  if (!total) return undefined
  return {
    kind: 'order',
    quote: quote.toUpperCase(),
    total,
    price: p === undefined ? null : (parseAmount(p) ?? null),
  }
}
