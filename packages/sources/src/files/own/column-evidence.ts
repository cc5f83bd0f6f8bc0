import { isFiat } from '@lotbook/journal'
import { isKnownCoin } from '../../catalogue/currencies.ts'
import { parseAmount } from '../../reading/amount-text.ts'
import { parseTimeText } from '../../reading/time-text.ts'
import { separatedPair } from '../reader/pairs.ts'
import { splitPair } from './split-pair.ts'

/** What the cells of a column look like. */
export interface ColumnEvidence {
  readonly isEmpty: boolean
  readonly isDate: boolean
  /** True of times of day without a day. */
  readonly isClock: boolean
  readonly isAmount: boolean
  /** True where amounts stand with their unit: `0.5 BTC`. */
  readonly isGlued: boolean
  readonly isTicker: boolean
  readonly isPair: boolean
  readonly isHash: boolean
  /** True of text that is no figure, of which the same comes again. */
  readonly isWords: boolean
}

/** As many cells tell. */
const LOOKED_AT = 200
/** Footers and rows that cannot be read stand among the others. */
const MOST = 0.6

export function evidenceOf(cells: readonly string[]): ColumnEvidence {
  const filled: string[] = []
  for (const cell of cells) {
    if (cell !== '') filled.push(cell)
    if (filled.length === LOOKED_AT) break
  }
  const mostAre = (is: (cell: string) => boolean) =>
    filled.length > 0 && filled.filter(is).length >= filled.length * MOST
  const isAmount = mostAre(isAmountText)
  const isDate = mostAre(isDateText)
  const isText = !isAmount && !isDate
  return {
    isEmpty: filled.length === 0,
    isDate,
    isClock: mostAre((cell) => /^\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]m)?$/i.test(cell)),
    isAmount,
    isGlued: isText && mostAre((cell) => /^[-+]?[\d.,]*\d ?[A-Za-z]{2,10}$/.test(cell)),
    isTicker: isText && mostAre(isTickerText),
    isPair: isText && mostAre(isPairText),
    isHash:
      isText &&
      mostAre((cell) => /^(?:0x)?[0-9a-f]{40,}$/i.test(cell) || /^[1-9A-HJ-NP-Za-km-z]{80,90}$/.test(cell)),
    isWords: isText && mostAre((cell) => /\p{L}/u.test(cell) && cell.length <= 60),
  }
}

function isAmountText(cell: string): boolean {
  const read = parseAmount(cell) ?? parseAmount(cell, 'comma')
  return read !== undefined && read !== null
}

function isDateText(cell: string): boolean {
  if (/^\d{10}(?:\d{3})?$/.test(cell)) return true
  // A plain number may be the day of a spreadsheet: the name of its column tells, not its cells.
  return /[-/.: ]|T/.test(cell) && !isAmountText(cell) && parseTimeText(cell, 'day-first') !== undefined
    ? true
    : /\d[-/.]\d/.test(cell) && parseTimeText(cell, 'month-first') !== undefined
}

function isTickerText(cell: string): boolean {
  const ticker = cell.toUpperCase()
  return /^[A-Z0-9.$]{2,12}$/.test(ticker) && (isFiat(ticker) || isKnownCoin(ticker) || cell === ticker)
}

function isPairText(cell: string): boolean {
  const separated = separatedPair(cell)
  if (separated !== undefined) return isTickerText(separated.base) && isTickerText(separated.quote)
  const glued = isKnownCoin(cell.toUpperCase()) ? undefined : splitPair(cell)
  return glued !== undefined && (isKnownCoin(glued.base) || isFiat(glued.base))
}
