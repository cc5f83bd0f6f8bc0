import { isNegative, negate } from '@lotbook/money'
import { type Amount, isZeroAmount, parseAmount } from '../../reading/amount-text.ts'
import type { DraftLeg } from '../../reading/collector.ts'
import type { Row } from './row.ts'
import type { Sheet } from './sheet.ts'

/** Reads an amount with the ticker that the file writes for its asset; null where there is none. */
export type ReadLeg = (row: Row, sheet: Sheet) => DraftLeg | null

/** An amount in one column and its ticker in another. */
export function columns(amount: string, asset: string): ReadLeg {
  return (row) => {
    const read = row.amount(amount)
    return read === null || isZeroAmount(read) ? null : { asset: row.requiredText(asset), amount: read }
  }
}

/** An amount of an asset that no column names. */
export function inAsset(amount: string, asset: string): ReadLeg {
  return (row) => legOf(row.amount(amount), asset)
}

/** An amount in the column whose name names its asset, which the pattern captures: `Fiat (USD)`. */
export function inColumn(pattern: RegExp): ReadLeg {
  return (row, sheet) => {
    const column = sheet.find(pattern)
    return column === undefined ? null : legOf(row.amount(column.name), column.captured)
  }
}

/** An amount and its unit in one cell: `-0.5 ETH`, `89,162.28 SEK`, `€1,000.00`, `EUR 10.00`. */
export function withUnit(column: string): ReadLeg {
  return (row) => {
    const text = row.text(column)
    if (text === '') return null
    const parts = UNIT.exec(text)
    if (parts === null && parseAmount(text) === null) return null
    const [, before = '', symbol = '', amount = text, unit = ''] = parts ?? []
    const asset = CURRENCIES[unit || symbol] ?? (unit || symbol || undefined)
    const read = parseAmount(before + amount)
    if (read === undefined || (asset === undefined && read !== null && !isZeroAmount(read)))
      throw row.problem('not_an_amount', column, `Not an amount with its unit: ${text}`)
    return legOf(read, asset ?? '')
  }
}

const UNIT =
  /^([-+\u2212]?)\s?(?:(US\$|CA\$|A\$|\$|€|£|¥|₹|CHF|Kč|zł|[A-Z]{3}(?=\s))\s?)?([-+]?\d[\d.,']*(?:e[-+]?\d+)?)\s?([A-Z0-9][A-Za-z0-9.$]{0,19}|€|£|¥|Kč|zł)?$/

const CURRENCIES: Readonly<Record<string, string>> = {
  $: 'USD',
  US$: 'USD',
  CA$: 'CAD',
  A$: 'AUD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  CHF: 'CHF',
  Kč: 'CZK',
  zł: 'PLN',
}

/** The ticker of the cell in front of a bracket or a semicolon: `SOL (Solana)`, `BTC;1234`. */
export function ofTicker(read: ReadLeg): ReadLeg {
  return (row, sheet) => {
    const leg = read(row, sheet)
    return leg && { ...leg, asset: leg.asset.replace(/\s*[(;].*$/, '') }
  }
}

/** An amount in a part of its unit, as wallets show them: `mBTC`, `µBTC`, `sat`. */
export function inParts(read: ReadLeg): ReadLeg {
  return (row, sheet) => {
    const leg = read(row, sheet)
    if (leg === null) return null
    const [, part, whole] =
      /^(m|u|µ|μ)(BTC|BCH|LTC|DOGE|DASH|ZEC|VTC|DGB|BTG|NMC|PPC|GRS)$/.exec(leg.asset) ?? []
    if (/^(sats?|satoshis?)$/i.test(leg.asset)) return { asset: 'BTC', amount: shifted(leg.amount, 8) }
    return whole === undefined ? leg : { asset: whole, amount: shifted(leg.amount, part === 'm' ? 3 : 6) }
  }
}

/** An amount whose point is that many places further to the left, without the zeros that this leaves at its end. */
export function shifted({ value }: Amount, places: number): Amount {
  let { units, scale } = { units: value.units, scale: value.scale + places }
  while (scale > 0 && units % 10n === 0n) [units, scale] = [units / 10n, scale - 1]
  return { value: { units, scale }, places: scale }
}

/** An amount that left where the cell of a column fits the pattern, whatever its sign; else as it is written. */
export function leftWhere(column: string, pattern: RegExp, read: ReadLeg): ReadLeg {
  return (row, sheet) => {
    const leg = read(row, sheet)
    if (leg === null || isNegative(leg.amount.value) || !pattern.test(row.text(column))) return leg
    return { ...leg, amount: { ...leg.amount, value: negate(leg.amount.value) } }
  }
}

/** The side of some legs that left, and the side that came, by their signs. */
export function bySigns(...reads: readonly ReadLeg[]): {
  readonly sent: ReadLeg
  readonly received: ReadLeg
} {
  const side =
    (isSent: boolean): ReadLeg =>
    (row, sheet) => {
      for (const read of reads) {
        const leg = read(row, sheet)
        if (leg !== null && isNegative(leg.amount.value) === isSent) return leg
      }
      return null
    }
  return { sent: side(true), received: side(false) }
}

/** The sides of a row that buys a base for a quote where its word fits `buys`, sells it where it fits `sells`, and else moves it. */
export function baseAndQuote(of: {
  readonly column: string
  readonly buys: RegExp
  readonly sells: RegExp
  readonly leaves: RegExp
  readonly base: ReadLeg
  readonly quote: ReadLeg
}): { readonly sent: ReadLeg; readonly received: ReadLeg } {
  return {
    sent: (row, sheet) => {
      const word = row.text(of.column)
      if (of.buys.test(word)) return of.quote(row, sheet)
      return of.sells.test(word) || of.leaves.test(word) ? of.base(row, sheet) : null
    },
    received: (row, sheet) => {
      const word = row.text(of.column)
      if (of.sells.test(word)) return of.quote(row, sheet)
      return of.leaves.test(word) ? null : of.base(row, sheet)
    },
  }
}

/** The first of these legs that a row has. */
export function firstLeg(...reads: readonly ReadLeg[]): ReadLeg {
  return (row, sheet) => {
    for (const read of reads) {
      const leg = read(row, sheet)
      if (leg !== null) return leg
    }
    return null
  }
}

function legOf(amount: Amount | null, asset: string): DraftLeg | null {
  return amount === null || isZeroAmount(amount) ? null : { asset, amount }
}
