import type { RowsBefore } from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import { plannedOnce } from '../../platform/sql.ts'

/** The lists of a result whose rows calculations share. Lots that are left are whole for each. */
export const ROW_LISTS = ['disposals', 'incomes', 'removals'] as const
export type RowList = (typeof ROW_LISTS)[number]

/** Rows `first` <= n < `until` of a list, which the calculation `rowsOf` stored under the same n. */
export interface RowRange {
  readonly first: number
  readonly until: number
  readonly rowsOf: string
}

/** The calculations that hold the rows of a calculation: for each list from its first row on, in order, without a gap. */
export type Ranges = Readonly<Record<RowList, readonly RowRange[]>>

/** Ranges of a calculation that resumes from none. */
export const NO_RANGES: Ranges = { disposals: [], incomes: [], removals: [] }

/** Ranges of the rows of a done calculation. There are none where it has no rows, or lost them to their age. */
export async function rangesOf(tx: Tx, userId: string, calculationId: string): Promise<Ranges> {
  const rows = await tx.all<RowRange & { readonly list: RowList }>(plannedOnce`
    select list, first, until, rows_of as "rowsOf" from calculation_rows
    where user_id = ${userId} and calculation_id = ${calculationId} order by list, first`)
  const of = (list: RowList) =>
    rows.filter((row) => row.list === list).map(({ first, until, rowsOf }) => ({ first, until, rowsOf }))
  return { disposals: of('disposals'), incomes: of('incomes'), removals: of('removals') }
}

/**
 * The part of the ranges that is before a border.
 *
 * @param before how many rows of each list are before it. Throws where the ranges have fewer: what goes on from there would have a gap.
 */
export function cutAt(ranges: Ranges, before: RowsBefore): Ranges {
  const cut = (list: RowList) => {
    const kept = ranges[list]
      .filter(({ first }) => first < before[list])
      .map((range) => ({ ...range, until: Math.min(range.until, before[list]) }))
    if ((kept.at(-1)?.until ?? 0) !== before[list])
      throw new Error(`There are no ${before[list]} ${list} to go on from`)
    return kept
  }
  return { disposals: cut('disposals'), incomes: cut('incomes'), removals: cut('removals') }
}

/**
 * The ranges of a calculation: those that it goes on from, cut at the border, and behind them what it stores itself.
 *
 * @param counts how many rows of each list it stores.
 */
export function withOwnRows(inherited: Ranges, counts: RowsBefore, calculationId: string): Ranges {
  const grown = (list: RowList) => {
    const first = inherited[list].at(-1)?.until ?? 0
    return joined([...inherited[list], { first, until: first + counts[list], rowsOf: calculationId }])
  }
  return { disposals: grown('disposals'), incomes: grown('incomes'), removals: grown('removals') }
}

/** Without empty ranges, and neighbours that one calculation stored as one. */
function joined(ranges: readonly RowRange[]): RowRange[] {
  const whole: RowRange[] = []
  for (const range of ranges) {
    const last = whole.at(-1)
    if (range.first === range.until) continue
    if (last?.rowsOf === range.rowsOf) whole[whole.length - 1] = { ...last, until: range.until }
    else whole.push(range)
  }
  return whole
}

/**
 * Write where the rows of a calculation of the session's subject are. Throws where rows of another are not there any more: nobody can
 * take them out from here on until the transaction ends, and then this one holds them.
 */
export async function writeRanges(tx: Tx, calculationId: string, ranges: Ranges): Promise<void> {
  const rows = ROW_LISTS.flatMap((list) =>
    ranges[list].map(({ first, until, rowsOf }) => ({ list, first, until, rows_of: rowsOf })),
  )
  if (rows.length === 0) return
  // The newest of all calculations that hold such rows is the last to lose them.
  const { held } = await tx.one<{ held: number }>(plannedOnce`
    with ranges as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (list text, first integer, until integer, rows_of uuid)
    ), held as materialized (
      select k.first from ranges r cross join lateral (
        select first from calculation_rows c where c.user_id = subject() and c.rows_of = r.rows_of and c.list = r.list
          and c.first <= r.first and c.until >= r.until order by c.calculation_id desc limit 1 for key share
      ) k where r.rows_of <> ${calculationId}
    ), written as (
      insert into calculation_rows (user_id, calculation_id, list, first, until, rows_of)
      select subject(), ${calculationId}, list, first, until, rows_of from ranges
    )
    select count(*)::integer as held from held`)
  if (held !== rows.filter((row) => row.rows_of !== calculationId).length)
    throw new Error(`Rows that calculation ${calculationId} goes on from are gone`)
}
