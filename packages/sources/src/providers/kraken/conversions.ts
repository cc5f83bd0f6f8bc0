import { isFiat } from '@lotbook/journal'
import { isNegative } from '@lotbook/money'
import { isZeroAmount } from '../../reading/amount-text.ts'
import { renamesByAmount } from '../../reading/renames-by-amount.ts'
import type { LedgerEntry } from './ledger-entry.ts'

const isDelisting = ({ subtype }: LedgerEntry): boolean => subtype === 'delistingconversion'

/**
 * Kraken's words for what it did to an account outside of trading: an adjustment converts one asset into another, and so did transfers
 * without a subtype. https://support.kraken.com/hc/en-us/articles/360001169383-How-to-interpret-Ledger-history-fields
 */
const isCorrection = ({ type, subtype }: LedgerEntry): boolean =>
  type === 'adjustment' || (type === 'transfer' && subtype === '')

/** True of an entry that can be one end of an asset's conversion into another one. */
export const isOfConversion = (ledger: LedgerEntry): boolean => isDelisting(ledger) || isCorrection(ledger)

/**
 * Names the entries of an asset that was taken and of what it became, which often have refids of their own: delistings, adjustments, and the
 * ends of a settled position of margin.
 * They meet by their moment, where there is one of each and no more, else by their amount within days. Others stay apart, for a person to
 * pair.
 */
export function conversionsTogether(ledgers: readonly LedgerEntry[]): ReadonlyMap<LedgerEntry, string> {
  const together = new Map<LedgerEntry, string>()
  meet(ledgers.filter(isDelisting), 'conversion', together)
  const corrections = ledgers.filter((ledger) => isCorrection(ledger) && !isZeroAmount(ledger.amount))
  for (const [refid, rows] of Map.groupBy(corrections, ({ refid }) => refid))
    if (refid !== '' && isPair(rows)) for (const row of rows) together.set(row, `refid ${refid}`)
  const open = corrections.filter((ledger) => !together.has(ledger))
  meetByMoment(aloneUnderRefid(ledgers.filter(({ type }) => type === 'settled')), 'settlement', together)
  meetByMoment(open, 'correction', together)
  // Money that moves is no coin under another name.
  const renamed = open.filter(({ type, asset }) => type === 'adjustment' && !isFiat(asset))
  byAmount(renamed, 'correction', together)
  return together
}

function meetByMoment(
  ledgers: readonly LedgerEntry[],
  name: string,
  together: Map<LedgerEntry, string>,
): void {
  for (const rows of momentsOf(ledgers))
    if (isPair(rows)) for (const row of rows) together.set(row, `${name} ${rows[0]?.txid}`)
}

/** Entries whose refid has no other end. */
function aloneUnderRefid(ledgers: readonly LedgerEntry[]): LedgerEntry[] {
  const byRefid = Map.groupBy(ledgers, ({ refid }) => refid)
  return ledgers.filter((ledger) => {
    const alike = ledger.refid === '' ? [] : (byRefid.get(ledger.refid) ?? [])
    return !isZeroAmount(ledger.amount) && !alike.some((row) => isGiven(row) !== isGiven(ledger))
  })
}

function meet(conversions: readonly LedgerEntry[], name: string, together: Map<LedgerEntry, string>): void {
  for (const [second, rows] of Map.groupBy(conversions, ({ at }) => Math.floor(at / 1000)))
    if (rows.length === 2 && rows.some(isGiven) && !rows.every(isGiven))
      for (const row of rows) together.set(row, `${name} ${second}`)
  byAmount(conversions, name, together)
}

function byAmount(
  conversions: readonly LedgerEntry[],
  name: string,
  together: Map<LedgerEntry, string>,
): void {
  const alone = aloneUnderRefid(conversions).filter((ledger) => !together.has(ledger))
  for (const [from, to] of renamesByAmount(alone))
    for (const row of [from, to]) together.set(row, `${name} of ${from.txid}`)
}

/** Entries that follow each other within a second. */
function momentsOf(ledgers: readonly LedgerEntry[]): LedgerEntry[][] {
  const moments: LedgerEntry[][] = []
  let before = Number.NEGATIVE_INFINITY
  for (const ledger of ledgers.toSorted((a, b) => a.at - b.at)) {
    if (ledger.at - before > 1000) moments.push([])
    moments.at(-1)?.push(ledger)
    before = ledger.at
  }
  return moments
}

/** One asset that was taken and another that was given. */
function isPair(rows: readonly LedgerEntry[]): boolean {
  const [first, second, ...more] = rows
  if (first === undefined || second === undefined || more.length > 0) return false
  return isGiven(first) !== isGiven(second) && first.asset !== second.asset
}

const isGiven = ({ amount }: LedgerEntry): boolean => isNegative(amount.value)
