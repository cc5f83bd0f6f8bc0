import { assetNamed } from '@lotbook/journal'
import { assetGiven } from '../catalogue/asset-given.ts'
import { contractName, tokenOf } from '../catalogue/token-asset.ts'

/** Columns of a price file, by their place; -1 for a column that is missing. */
export interface PriceColumns {
  readonly dateAt: number
  readonly priceAt: number
  readonly assetAt: number
  readonly currencyAt: number
}

/** A file whose columns after the date are assets, each with its price of the day: ticker and place. */
export type PriceGrid = readonly { readonly asset: string; readonly at: number }[]

const NAMES = {
  date: ['timestamp', 'date', 'datetime', 'date time', 'time', 'day', 'snapped_at', 'unix', 'open time'],
  // The close is the price of the hour or day; an adjusted close is none, what is adjusted was never paid.
  price: ['price', 'close', 'closing price', 'close price', 'value'],
  asset: ['asset', 'symbol', 'ticker', 'coin', 'pair'],
  currency: ['currency', 'price currency', 'quote'],
} as const

/** The columns that a header names, or undefined where it has no date and no price. */
export function priceColumnsOf(header: readonly string[]): PriceColumns | undefined {
  const names = header.map(plainName)
  const find = (kind: keyof typeof NAMES) =>
    NAMES[kind].map((name) => names.indexOf(name)).find((at) => at !== -1) ?? -1
  const columns = {
    dateAt: find('date'),
    priceAt: find('price'),
    assetAt: find('asset'),
    currencyAt: find('currency'),
  }
  return columns.dateAt === -1 || columns.priceAt === -1 ? undefined : columns
}

/** The assets of a header that is a date and then tickers, or undefined where it is something else. */
export function priceGridOf(header: readonly string[]): PriceGrid | undefined {
  const [first = '', ...rest] = header
  const isDate = NAMES.date.some((name) => name === plainName(first))
  if (!isDate || rest.length === 0 || !rest.every((name) => isAssetName(name))) return undefined
  return rest.map((name, i) => ({ asset: assetName(name), at: i + 1 }))
}

/** `Close (USD)` and `close` are one name. */
function plainName(name: string): string {
  return name
    .replace(/\([^()]*\)/g, '')
    .replace(/\*+$/, '')
    .trim()
    .toLowerCase()
}

/** A ticker, what names an asset elsewhere, or what may be a token as some file called it. */
export function isAssetName(name: string): boolean {
  if (!name.includes(':')) return /^[A-Za-z0-9.$_-]{1,20}$/.test(name)
  return assetGiven(name) !== undefined || /^[a-z][a-z0-9-]{1,30}:\S{1,160}$/.test(name)
}

/** The asset that a name means wherever one is given; what names none may still be a token as some file called it. */
export function assetName(name: string): string {
  const given = assetGiven(name)
  if (given !== undefined || !name.includes(':')) return given ?? assetNamed(name)
  const token = tokenOf(name)
  return token === undefined ? name.toLowerCase() : `${token.chain}:${contractName(token.contract)}`
}
