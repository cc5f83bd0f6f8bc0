import { isNegative, negate, times } from '@lotbook/money'
import {
  absoluteAmount,
  addAmounts,
  type Amount,
  isZeroAmount,
  noAmount,
  subtractAmounts,
} from '../../reading/amount-text.ts'
import {
  type Collector,
  contentOfDraft,
  type Draft,
  type DraftLeg,
  exchangeType,
  renameType,
  unmapped,
} from '../../reading/collector.ts'
import { furtherFee, rebateOf } from '../../reading/event-parts.ts'
import { netByAsset } from '../../reading/net-by-asset.ts'
import { shown } from '../../reading/shown.ts'
import { csvFormat, type FileFormat } from './csv-format.ts'
import { gluedLeg } from './glued.ts'
import type { Pair, SplitPair } from './pairs.ts'
import type { Row } from './row.ts'
import type { Sheet } from './sheet.ts'
import { readsStatus, type StatusColumn } from './status.ts'
import {
  assetIn,
  dateColumnsOf,
  identityIn,
  repeatName,
  type TableDeclaration,
  type TextOf,
  textOf,
  textsIn,
  timeIn,
} from './table-declaration.ts'
import {
  columnOfWord,
  type Meaning,
  meaningIn,
  movedBySign,
  outgoing,
  type Phrases,
  unmappedNote,
  type WordColumn,
  wordIn,
  type Words,
} from './words.ts'

/** An amount and its asset: that of a column, else the unit behind the amount, else the side of the pair. */
export interface LegColumns {
  readonly amount: string
  /** A part of the amount that did not move: what an order was not filled with, the fee. */
  readonly less?: string
  readonly asset?: TextOf
  /** True where the unit stands behind the amount: `0.01 BTC`, `0.01BTC`. */
  readonly isGlued?: true
  /** True of a currency of a state, whose code some coins share. */
  readonly isMoney?: true
}

/** The other side of a trade; where its amount is not stated it is the base times the price. */
export type QuoteColumns =
  | { readonly price?: undefined; readonly legIn: (row: Row) => DraftLeg | null }
  | (LegColumns & { readonly price?: string })
  | { readonly price: string; readonly asset?: TextOf }

/** A fee, in the quote asset unless its columns or `isIn` say otherwise; of a row with one side, in its asset. */
export interface FeeColumns extends LegColumns {
  readonly isIn?: 'base' | 'received'
  /**
   * Set where a stated amount of its asset has the fee in it, so that more left, or less came: true of any side, else of the base, of
   * the quote, or of what came in without anything having left.
   */
  readonly isIncluded?: true | 'base' | 'quote' | 'incoming'
  /** The side of trades that the fee is of, where each has columns of its own. */
  readonly onlyOf?: 'buy' | 'sell'
  /** Set where a fee below zero, one above it (where those paid are below), or in a column of rebates any, was given to the person. */
  readonly isRebate?: 'negative' | 'positive' | 'always'
}

/** A table whose rows are events of their own: a word says which, and one or two amounts moved. */
export interface EventTable extends TableDeclaration {
  readonly type: WordColumn
  readonly words: Words
  readonly phrases?: Phrases
  readonly status?: StatusColumn
  /** The reason to skip a row, beyond its word and status. */
  readonly skipWhere?: (row: Row) => string | undefined
  readonly pair?: { readonly column: string; readonly split: SplitPair }
  /** The amount bought, sold or moved, in the first columns that are filled; `columnNamedAfterCoin` counts columns from 1. */
  readonly base: LegColumns | readonly LegColumns[] | { readonly columnNamedAfterCoin: number }
  readonly quote?: QuoteColumns | readonly QuoteColumns[]
  readonly fee?: FeeColumns | readonly FeeColumns[]
  /** The value that the row states, in the first column that is filled. */
  readonly value?: { readonly amount: string | readonly string[]; readonly currency: TextOf }
  readonly flags?: readonly string[]
  /** True where amounts have a sign, so that one against its word is no such event. */
  readonly isSigned?: true
}

/** The format that reads a declared table of events. A word that is not declared is flagged, noted and read by its sign. */
export function eventTable(table: EventTable): FileFormat {
  return csvFormat({
    ...table,
    dateColumns: dateColumnsOf(table),
    nameOf: (row) => repeatName(table, row),

    identify(row, sheet) {
      const leg = baseLeg(table, row, sheet, namedPair(table, row)) ?? { asset: '', amount: noAmount }
      const word = wordIn(table.type, row).toLowerCase()
      return identityIn(table, row, `${word}|${contentOfDraft(timeIn(table, row, sheet), leg, null, null)}`)
    },

    readRow(row, sheet, out) {
      const word = wordIn(table.type, row)
      const meaning = meaningIn(table.words, word, row, table.phrases)
      const reason = meaning?.kind === 'skip' ? meaning.reason : table.skipWhere?.(row)
      if (reason !== undefined) return out.skip([row], reason)
      const pair = splitIn(table, row)
      const base = baseLeg(table, row, sheet, pair)
      const isEmpty = base === null || isZeroAmount(base.amount)
      if (table.status !== undefined && !readsStatus(table.status, isEmpty, row, out)) return
      const texts = { at: timeIn(table, row, sheet), ...textsIn(table, row), flags: table.flags ?? [] }
      const value = valueIn(table, row, out)
      return readEvent(table, { row, word, meaning, pair, base, draft: { ...texts, value } }, out)
    },
  })
}

interface Event {
  readonly row: Row
  readonly word: string
  readonly meaning: Meaning | undefined
  readonly pair: Pair | undefined
  readonly base: DraftLeg | null
  readonly draft: Omit<Draft, 'type'>
}

function readEvent(table: EventTable, event: Event, out: Collector): void {
  const { row, word, meaning, draft } = event
  if (meaning?.kind === 'trade') return readTrade(table, event, meaning, out)
  const base = event.base ?? noBase(table, row)
  const fees = feesIn(table, row, base, null)
  if (isZeroAmount(base.amount)) return readFeesAlone(event, fees, out)
  if (meaning?.kind === 'skip') return out.skip([row], meaning.reason)
  const known = meaning?.kind === 'fee' ? outgoing('fee') : meaning
  const read = known && movedBySign(known, base, table.isSigned === true)
  if (read !== undefined) return addNet(row, { ...draft, ...read }, fees, out)
  out.note(row, 'unmapped_type', unmappedNote(word, meaning !== undefined), columnOfWord(table.type, row))
  const flagged = unmapped(word, base, isNegative(base.amount.value))
  const flags = [...(flagged.flags ?? []), ...(table.flags ?? [])]
  return addNet(row, { ...draft, ...flagged, flags }, fees, out)
}

function readTrade(
  table: EventTable,
  { row, word, pair, base: found, draft }: Event,
  { side, isRename }: Extract<Meaning, { kind: 'trade' }>,
  out: Collector,
): void {
  const base = found ?? noBase(table, row)
  const isBuy = side === null ? !isNegative(base.amount.value) : side === 'buy'
  const quote = quoteLeg(table, row, pair, base)
  if (quote === null)
    throw row.problem('missing_amount', columnOfWord(table.type, row), `No other side of this ${word}`)
  if (isZeroAmount(base.amount) && isZeroAmount(quote.amount)) return out.skip([row], 'zero_amount')
  if (base.asset === quote.asset)
    throw row.problem(
      'unmapped_type',
      columnOfWord(table.type, row),
      `Both sides of this ${word} are ${base.asset}`,
    )
  const [from, to] = isBuy ? [quote, base] : [base, quote]
  const type = isRename === true ? renameType(from.asset, to.asset) : exchangeType(from.asset, to.asset)
  addNet(row, { ...draft, type, from, to, base }, feesIn(table, row, base, { quote, isBuy }), out)
}

/** Stands for the asset that a fee is in where no column names one. */
const OF_TRADE = '(of the trade)'

interface Fee extends DraftLeg {
  readonly isIncluded: FeeColumns['isIncluded'] | false
}

/** Adds a transaction with the amounts as they were without the fees in them, and what was given back as a rebate. */
function addNet(row: Row, draft: Draft & { base?: DraftLeg }, fees: readonly Fee[], out: Collector): void {
  const { from, to } = draft
  const included = (leg: DraftLeg) =>
    fees.reduce((sum, fee) => (isInLeg(fee, leg, draft) ? addAmounts(sum, fee.amount) : sum), noAmount)
  const gross = {
    ...(from && { from: { ...from, amount: derived(subtractAmounts, from.amount, included(from)) } }),
    ...(to && { to: { ...to, amount: derived(addAmounts, to.amount, included(to)) } }),
  }
  const paid = netByAsset(fees.filter(({ amount }) => !isNegative(amount.value)))
  out.addWithFees([row], { ...draft, ...gross }, paid)
  const given = netByAsset(fees.filter(({ amount }) => isNegative(amount.value)))
  for (const [n, rebate] of given.entries())
    out.add([row], {
      at: draft.at,
      externalId: draft.externalId ?? null,
      type: 'incoming',
      subType: 'rebate',
      to: rebate,
      part: rebateOf(furtherFee(n, null)),
    })
}

function isInLeg(
  { asset, isIncluded }: Fee,
  leg: DraftLeg,
  { from, base }: Draft & { base?: DraftLeg },
): boolean {
  if (asset !== leg.asset || isIncluded === undefined || isIncluded === false) return false
  if (isIncluded === 'incoming') return !from
  return isIncluded === true || (isIncluded === 'base') === (base === undefined || leg === base)
}

/** An amount with the fee put on or taken off: cents stay written as cents, anything else with the decimals it needs. */
function derived(combine: typeof addAmounts, amount: Amount, fee: Amount): Amount {
  const stated = absoluteAmount(amount)
  if (isZeroAmount(fee)) return stated
  const { value } = combine(stated, fee)
  return { value, places: stated.places === 2 && fee.places === 2 ? 2 : value.scale }
}

function readFeesAlone({ row, draft }: Event, fees: readonly Fee[], out: Collector): void {
  const [fee, ...more] = netByAsset(fees)
  if (fee === undefined) return out.skip([row], 'zero_amount')
  out.addWithFees([row], { ...draft, type: 'outgoing', subType: 'fee', from: fee }, more)
}

function splitIn({ pair }: EventTable, row: Row): Pair | undefined {
  const text = pair === undefined ? '' : row.text(pair.column)
  return text === '' ? undefined : pair?.split(text)
}

/** The pair that a row is known by, also where nobody can split it. */
function namedPair(table: EventTable, row: Row): Pair | undefined {
  const text = table.pair === undefined ? '' : row.text(table.pair.column)
  return splitIn(table, row) ?? (text === '' ? undefined : { base: text, quote: '' })
}

/** The base with the sign that its cell has; null where the cell is empty. */
function baseLeg(table: EventTable, row: Row, sheet: Sheet, pair: Pair | undefined): DraftLeg | null {
  const { base } = table
  if (!('columnNamedAfterCoin' in base))
    return firstOf([base].flat(), (columns) => legIn(table, row, columns, pair?.base, pair))
  const coin = sheet.header[base.columnNamedAfterCoin - 1] ?? ''
  const amount = row.amount(coin)
  return amount === null ? null : { asset: assetIn(table, coin), amount }
}

function quoteLeg(table: EventTable, row: Row, pair: Pair | undefined, base: DraftLeg): DraftLeg | null {
  const { quote = [], status } = table
  // An order states the total that it was meant to have; of a part that was filled the price says it.
  const isPart = status?.keepsFilled === true && !status.done.test(row.text(status.column))
  return firstOf([quote].flat(), (columns) => {
    if ('legIn' in columns) {
      const leg = columns.legIn(row)
      return leg && { ...leg, asset: assetIn(table, leg.asset) }
    }
    const isPriced = columns.price !== undefined && (isPart || !('amount' in columns))
    const stated = 'amount' in columns && !isPriced ? legIn(table, row, columns, pair?.quote, pair) : null
    if (stated !== null || columns.price === undefined) return stated
    const price = absoluteAmount(row.requiredAmount(columns.price))
    const value = times(absoluteAmount(base.amount).value, price.value)
    const ticker = columns.asset === undefined ? '' : textOf(row, columns.asset)
    const asset = assetIn(table, ticker || (pair?.quote ?? noCurrency(table, row, columns.price)))
    return { asset, amount: { value, places: value.scale } }
  })
}

function firstOf<T>(list: readonly T[], legOf: (one: T) => DraftLeg | null): DraftLeg | null {
  for (const one of list) {
    const leg = legOf(one)
    if (leg !== null) return leg
  }
  return null
}

function legIn(
  table: EventTable,
  row: Row,
  columns: LegColumns,
  usual: string | undefined,
  pair: Pair | undefined,
): DraftLeg | null {
  const { amount: column, less, asset, isGlued, isMoney } = columns
  const glued = isGlued === true ? gluedLeg(row, column, pair && [pair.base, pair.quote]) : null
  const whole = isGlued === true ? (glued?.amount ?? null) : row.amount(column)
  if (whole === null) return null
  const rest = less === undefined ? null : row.amount(less)
  const named = asset === undefined ? '' : textOf(row, asset)
  const ticker = named || glued?.asset || (usual ?? noCurrency(table, row, column))
  return {
    asset: isMoney === true ? ticker.toUpperCase() : assetIn(table, ticker),
    amount: rest === null ? whole : withoutPart(whole, rest),
  }
}

function noCurrency({ pair }: EventTable, row: Row, column: string): never {
  if (pair === undefined) throw row.problem('missing_value', column, `No currency of ${column}`)
  throw row.problem('unknown_pair', pair.column, `The pair cannot be split: ${shown(row.text(pair.column))}`)
}

function withoutPart(whole: Amount, part: Amount): Amount {
  const rest = subtractAmounts(absoluteAmount(whole), absoluteAmount(part))
  return isNegative(whole.value) ? { ...rest, value: negate(rest.value) } : rest
}

function feesIn(
  table: EventTable,
  row: Row,
  base: DraftLeg,
  trade: { readonly quote: DraftLeg; readonly isBuy: boolean } | null,
): Fee[] {
  const declared = table.fee === undefined ? [] : [table.fee].flat()
  const pair = splitIn(table, row)
  return declared.flatMap((fee) => {
    if (trade !== null && fee.onlyOf !== undefined && (fee.onlyOf === 'buy') !== trade.isBuy) return []
    const isOfBase = trade === null || fee.isIn === 'base' || (fee.isIn === 'received' && trade.isBuy)
    const leg = legIn(table, row, fee, OF_TRADE, pair)
    if (leg === null || isZeroAmount(leg.amount)) return []
    const ofTrade = isOfBase ? base.asset : trade.quote.asset
    const asset = leg.asset === assetIn(table, OF_TRADE) ? ofTrade : leg.asset
    const amount = absoluteAmount(leg.amount)
    const isMinus = isNegative(leg.amount.value)
    const isGiven = fee.isRebate === 'always' || fee.isRebate === (isMinus ? 'negative' : 'positive')
    return [
      {
        asset,
        amount: isGiven ? { ...amount, value: negate(amount.value) } : amount,
        isIncluded: !isGiven && fee.isIncluded,
      },
    ]
  })
}

function valueIn({ value }: EventTable, row: Row, out: Collector): Draft['value'] {
  if (value === undefined) return null
  const columns = [value.amount].flat()
  const column = columns.find((name) => row.text(name) !== '') ?? columns[0] ?? ''
  const amount = out.statedAmount(row, column)
  const currency = textOf(row, value.currency).toUpperCase()
  return amount === null || currency === '' ? null : { amount: absoluteAmount(amount), currency }
}

function noBase({ base, type }: EventTable, row: Row): never {
  const [first] = [base].flat()
  const column = first !== undefined && 'amount' in first ? first.amount : columnOfWord(type, row)
  throw row.problem('missing_amount', column, `${column} is empty`)
}
