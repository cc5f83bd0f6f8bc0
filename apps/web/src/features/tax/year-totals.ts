import type { OneYear } from '@lotbook/contract'
import { formatDecimal, plus, sum } from '@lotbook/money'
import { readAmount } from '../../ui/format/amount.ts'

/** The filter of the rows below the figures. */
export interface RowFilter {
  readonly month?: number | undefined
  readonly term?: 'short' | 'long' | undefined
  readonly asset?: string | undefined
  readonly category?: string | undefined
}

export interface DisposalTotals {
  readonly proceeds?: string
  readonly basis?: string
  readonly gain?: string
  /** Opens the gain, where the server has a figure for it. */
  readonly handle?: string
}

/**
 * Totals of the rows of a table: the server's figures for the filter. A total that the server has no figure for is left
 * out rather than added up from the rows that happen to be loaded.
 */
export function disposalTotals(year: OneYear, { month, term, asset }: RowFilter): DisposalTotals {
  if (month !== undefined && asset !== undefined) return {}
  if (month !== undefined)
    return gainOf(
      year.months.find((one) => one.month === month),
      term,
    )
  if (asset !== undefined)
    return gainOf(
      year.by_asset.find((one) => one.asset === asset),
      term,
    )
  if (term !== undefined) {
    const { proceeds, basis, gain } = year[term]
    return { proceeds: proceeds.value, basis: basis.value, gain: gain.value, handle: gain.handle }
  }
  return {
    proceeds: added(year.short.proceeds.value, year.long.proceeds.value),
    basis: added(year.short.basis.value, year.long.basis.value),
    gain: year.net_gain.value,
    handle: year.net_gain.handle,
  }
}

function gainOf(
  part: { readonly short: string; readonly long: string; readonly handle: string } | undefined,
  term: RowFilter['term'],
): DisposalTotals {
  if (part === undefined) return { gain: '0' }
  return term === undefined
    ? { gain: added(part.short, part.long), handle: part.handle }
    : { gain: part[term] }
}

/** The same for income; undefined where the server gives no figure. */
export function incomeTotal(year: OneYear, { month, asset, category }: RowFilter): string | undefined {
  const given = [month, asset, category].filter((one) => one !== undefined)
  if (given.length > 1) return undefined
  if (month !== undefined) return year.months.find((one) => one.month === month)?.income ?? '0'
  if (asset !== undefined) return year.by_asset.find((one) => one.asset === asset)?.income ?? '0'
  if (category !== undefined) {
    return year.income_by_category.find((one) => one.category === category)?.value ?? '0'
  }
  return year.income.value
}

/** Whether no receipt that the filter leaves has a price: then what they come to is not known. */
export function isAllUnpriced(year: OneYear, { month, asset, category }: RowFilter): boolean {
  if (month !== undefined || (asset !== undefined && category !== undefined)) return false
  const of =
    asset !== undefined
      ? year.by_asset.find((one) => one.asset === asset)
      : year.income_by_category.find((one) => one.category === category)
  const [all, unpriced] =
    asset === undefined && category === undefined
      ? [year.counts.incomes, year.counts.incomes_unpriced]
      : of === undefined
        ? [0, 0]
        : ['incomes' in of ? of.incomes : of.count, of.unpriced]
  return unpriced > 0 && unpriced === all
}

/** All assets together; the same as the figures of the year. */
export function assetTotals({ by_asset }: OneYear): {
  short: string
  long: string
  net: string
  income: string
} {
  const total = (of: 'short' | 'long' | 'income') =>
    formatDecimal(sum(by_asset.map((one) => readAmount(one[of]))))
  const [short, long] = [total('short'), total('long')]
  return { short, long, net: added(short, long), income: total('income') }
}

/** Two amounts together. */
export function added(a: string, b: string): string {
  return formatDecimal(plus(readAmount(a), readAmount(b)))
}
