import { isFiat } from '@lotbook/journal'
import { declaredPairs, type RuleSettings } from '@lotbook/rules'
import type { Tx } from '../../platform/database.ts'
import { plannedOnce, sql } from '../../platform/sql.ts'

/** Two assets that were only ever traded one for one, and that their owner did not declare. */
export interface OneForOnePair {
  /** The first trade of the pair. */
  readonly transaction_id: string
  readonly from: string
  readonly to: string
  readonly trades: number
  /** The year in which their trades made the largest gain or loss, and how much; null where none made any. */
  readonly year: number | null
  readonly gain: string | null
}

/** Nobody looks at more. */
const MOST_PAIRS = 20
/** At most so many pairs, those with the most such trades, are searched for a trade of other units. */
const MOST_LOOKED_AT = 100

/**
 * Pairs that may be a coin and its token (ETH and WETH), with the most that their trades changed a year by: whether they are is for their
 * owner to say, before they are taxed as trades (R-OPEN-1 to R-OPEN-5). A single trade of other units between the two is a price, and ends the question.
 *
 * @param calculationId the calculation whose rows tell the gains, worked out under `settings`.
 */
export async function oneForOnePairs(
  tx: Tx,
  userId: string,
  calculationId: string,
  settings: RuleSettings,
): Promise<OneForOnePair[]> {
  const pairs = await tx.all<{
    a: string
    b: string
    ids: string[]
    from: string
    to: string
  }>(plannedOnce`
    select least(from_asset, to_asset) as a, greatest(from_asset, to_asset) as b,
      array_agg(id order by at, id) as ids, (array_agg(from_asset order by at, id))[1] as "from",
      (array_agg(to_asset order by at, id))[1] as "to"
    from transactions
    where user_id = ${userId} and type = 'trade' and from_amount = to_amount and from_asset <> to_asset
      and deleted_at is null and not is_ignored
    group by 1, 2 order by count(*) desc, 1, 2 limit ${MOST_LOOKED_AT}`)
  if (pairs.length === 0) return []
  const isDeclared = declaredPairs(settings)
  const found: OneForOnePair[] = []
  for (const { a, b, ids, from, to } of pairs) {
    if (found.length === MOST_PAIRS) break
    if (isFiat(a) || isFiat(b) || isDeclared(a, b)) continue
    const uneven = await tx.maybe(sql`
      select 1 from transactions
      where user_id = ${userId} and (from_asset, to_asset) in ((${a}, ${b}), (${b}, ${a})) and type = 'trade'
        and from_amount <> to_amount and deleted_at is null and not is_ignored limit 1`)
    if (uneven !== undefined) continue
    const gain = await tx.maybe<{ year: number; gain: string }>(sql`
      select extract(year from d.disposed)::integer as year, sum(d.gain)::text as gain from disposals_of_transactions d
      where d.user_id = ${userId} and d.calculation_id = ${calculationId} and d.kind = 'trade' and d.transaction_id = any (${ids}::uuid[])
      group by 1 order by abs(sum(d.gain)) desc, 1 limit 1`)
    found.push({
      transaction_id: ids[0]!,
      from,
      to,
      trades: ids.length,
      year: gain?.year ?? null,
      gain: gain?.gain ?? null,
    })
  }
  return found
}
