import type { BalanceSeries, StatedBalance } from '@lotbook/sources'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import type { Destination } from './file-event.ts'

type Points = BalanceSeries['points']

interface Stated {
  readonly balances: readonly StatedBalance[]
  readonly series?: readonly BalanceSeries[] | undefined
}

/**
 * Keep every balance that a reading states, and when. Those of a file take the place of what an earlier reading of it stated; a fetch adds
 * to the fetches before it, since a provider states only what is held now.
 */
export async function keepBalanceSeries(
  tx: Tx,
  { userId, connectionId }: Pick<Destination, 'userId' | 'connectionId'>,
  { balances, series = [] }: Stated,
  isFetched: boolean,
): Promise<void> {
  const before = isFetched ? await storedSeries(tx, userId, connectionId) : []
  const single = balances.map(({ asset, part, at, quantity }) => ({
    asset,
    part,
    points: [[at, quantity]] as Points,
  }))
  const all = [...Map.groupBy([...before, ...single, ...series], keyOf).values()].map(joined)
  await tx.run(sql`delete from balance_series where user_id = ${userId} and connection_id = ${connectionId}`)
  if (all.length === 0) return
  await tx.run(sql`
    insert into balance_series (user_id, connection_id, asset_id, part, points)
    select ${userId}, ${connectionId}, s.asset, s.part, s.points
    from unnest(${all.map(({ asset }) => asset)}::text[], ${all.map(({ part }) => part)}::text[],
      ${all.map(({ points }) => JSON.stringify(points))}::text[]) as s (asset, part, points)`)
}

const keyOf = ({ asset, part }: Pick<BalanceSeries, 'asset' | 'part'>) => `${asset}\n${part}`

/** Several series of one asset and part as one; of one moment the later series counts. */
function joined(all: readonly BalanceSeries[]): BalanceSeries {
  const points = new Map(all.flatMap((one) => one.points))
  return {
    asset: all[0]?.asset ?? '',
    part: all[0]?.part ?? '',
    points: [...points].toSorted(([a], [b]) => a - b),
  }
}

async function storedSeries(tx: Tx, userId: string, connectionId: string): Promise<BalanceSeries[]> {
  const rows = await tx.all<{ asset: string; part: string; points: string }>(sql`
    select asset_id as asset, part, points from balance_series where user_id = ${userId} and connection_id = ${connectionId}`)
  return rows.map(({ points, ...of }) => ({ ...of, points: JSON.parse(points) as Points }))
}
