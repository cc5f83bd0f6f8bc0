import type { AssetId, Instant } from '@lotbook/journal'
import type { Amount } from '../../reading/amount-text.ts'
import { formatDecimal } from '@lotbook/money'
import type { Collector, DraftLeg } from '../../reading/collector.ts'
import type { Row } from './row.ts'
import type { Sheet } from './sheet.ts'

/** What is held of an asset after a row, as the row states it; zero is a balance too, and null none. */
export type ReadBalance = (row: Row, sheet: Sheet) => DraftLeg | null

/** A balance in one column and its ticker in another, or the same in all rows. */
export function balanceIn(
  column: string,
  asset: (row: Row) => string,
  bare?: (text: string) => string,
): ReadBalance {
  return (row) => {
    const held = row.text(column) === '' ? null : row.amount(column, bare)
    return held === null ? null : { asset: asset(row), amount: held }
  }
}

/** Keeps the balances that rows state, by asset, in the order of time; of one moment the last of the file counts. */
export function stateBalances(
  rows: readonly { readonly row: Row; readonly at: Instant }[],
  read: readonly ReadBalance[],
  sheet: Sheet,
  named: (leg: DraftLeg) => AssetId,
  out: Collector,
): void {
  const isNewestFirst = (rows[0]?.at ?? 0) > (rows.at(-1)?.at ?? 0)
  const inOrder = (isNewestFirst ? rows.toReversed() : rows).toSorted((a, b) => a.at - b.at)
  const series = new Map<AssetId, Map<Instant, Amount>>()
  for (const { row, at } of inOrder)
    for (const each of read) {
      const held = out.stated(row, () => each(row, sheet))
      if (held === null || held.asset === '') continue
      const asset = named(held)
      const points = series.get(asset) ?? new Map<Instant, Amount>()
      series.set(asset, points.set(at, held.amount))
    }
  for (const [asset, held] of series) {
    const points = [...held].map(([at, { value }]) => [at, formatDecimal(value)] as const)
    const [at, quantity] = points.at(-1)!
    out.stateBalance({ asset, part: '', at, quantity })
    out.stateSeries({ asset, part: '', points })
  }
}
