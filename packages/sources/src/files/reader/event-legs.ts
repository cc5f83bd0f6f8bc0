import { isNegative, negate, times } from '@lotbook/money'
import { absoluteAmount, type Amount, subtractAmounts } from '../../reading/amount-text.ts'
import type { DraftLeg } from '../../reading/collector.ts'
import { shown } from '../../reading/shown.ts'
import type { EventTable, LegColumns } from './event-declaration.ts'
import { gluedLeg } from './glued.ts'
import type { Pair } from './pairs.ts'
import type { Row } from './row.ts'
import type { Sheet } from './sheet.ts'
import { assetIn, textOf } from './table-declaration.ts'

export function splitIn({ pair }: EventTable, row: Row): Pair | undefined {
  const text = pair === undefined ? '' : row.text(pair.column)
  return text === '' ? undefined : pair?.split(text)
}

/** The pair that a row is known by, also where nobody can split it. */
export function namedPair(table: EventTable, row: Row): Pair | undefined {
  const text = table.pair === undefined ? '' : row.text(table.pair.column)
  return splitIn(table, row) ?? (text === '' ? undefined : { base: text, quote: '' })
}

/** The base with the sign that its cell has; null where the cell is empty. */
export function baseLeg(table: EventTable, row: Row, sheet: Sheet, pair: Pair | undefined): DraftLeg | null {
  const { base } = table
  if (!('columnNamedAfterCoin' in base))
    return firstOf([base].flat(), (columns) => legIn(table, row, columns, pair?.base, pair))
  const coin = sheet.header[base.columnNamedAfterCoin - 1] ?? ''
  const amount = row.amount(coin)
  return amount === null ? null : { asset: assetIn(table, coin), amount }
}

export function quoteLeg(
  table: EventTable,
  row: Row,
  pair: Pair | undefined,
  base: DraftLeg,
): DraftLeg | null {
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

export function legIn(
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
    amount: rest === null ? whole : withoutPart(whole, rest, row, column),
  }
}

function noCurrency({ pair }: EventTable, row: Row, column: string): never {
  if (pair === undefined) throw row.problem('missing_value', column, `No currency of ${column}`)
  throw row.problem('unknown_pair', pair.column, `The pair cannot be split: ${shown(row.text(pair.column))}`)
}

function withoutPart(whole: Amount, part: Amount, row: Row, column: string): Amount {
  const rest = subtractAmounts(absoluteAmount(whole), absoluteAmount(part))
  if (isNegative(rest.value))
    throw row.problem('part_above_amount', column, 'The part that did not move is above the whole amount')
  return isNegative(whole.value) ? { ...rest, value: negate(rest.value) } : rest
}
