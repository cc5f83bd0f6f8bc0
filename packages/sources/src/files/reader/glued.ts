import { parseAmount } from '../../reading/amount-text.ts'
import type { DraftLeg } from '../../reading/collector.ts'
import type { Row } from './row.ts'

/** Tickers that begin with a figure, so that where an amount ends is not seen from the text. */
const DIGIT_TICKERS = '1INCHDOWN 1INCHUP 1INCH 1MBABYDOGE 1000CHEEMS 1000SATS 1000CAT 10SET 2Z 0G'.split(' ')

/** An amount and its unit in one text: `0.01 BTC`, `0.0018BTC`, `101INCH`; `unit` is empty where there is none. */
export function splitUnit(text: string, known: readonly string[] = []): { amount: string; unit: string } {
  const upper = text.toUpperCase()
  for (const unit of [...known, ...DIGIT_TICKERS]) {
    const amount = text.slice(0, -unit.length).trim()
    if (unit !== '' && upper.endsWith(unit.toUpperCase()) && isAmount(amount)) return { amount, unit }
  }
  if (isAmount(text)) return { amount: text, unit: '' }
  const [, amount, unit] = /^([-+]?[\d.,]+(?:[eE][-+]?\d+)?) ?([^\s\d.,][^\s]*)$/.exec(text) ?? []
  if (amount !== undefined && unit !== undefined) return { amount, unit }
  const [, first, last] = /^(\S+) (\S+)$/.exec(text) ?? []
  if (first !== undefined && last !== undefined && isAmount(first)) return { amount: first, unit: last }
  return { amount: text, unit: '' }
}

function isAmount(text: string): boolean {
  return /\d/.test(text) && parseAmount(text) !== undefined
}

/**
 * The leg in a cell that has its unit behind its amount; null where the cell is empty. `known` are tickers that it can be in.
 *
 * @throws UnreadableValue for a cell that is no amount.
 */
export function gluedLeg(row: Row, column: string, known: readonly string[] = []): DraftLeg | null {
  const { unit } = splitUnit(row.text(column), known)
  const amount = row.amount(column, (text) => splitUnit(text, known).amount)
  return amount === null ? null : { asset: unit.toUpperCase(), amount }
}
