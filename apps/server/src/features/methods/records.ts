import { identificationPdf, standingOrdersPdf, type ReportFile } from '@lotbook/reports'
import { standingOfIdentification } from '@lotbook/rules/us'
import { withSubject } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { nameOnForms } from '../identity/index.ts'
import { brokerConfirmations } from './broker-confirmations.ts'
import type { IdentificationRecord } from './sale-lots.ts'
import { recordedBy, standingOrders } from './standing-orders.ts'

/** An identification as it was recorded, on paper. */
export async function identificationFile({ db, who }: RequestContext, id: string): Promise<ReportFile> {
  const { subjectId: userId } = who
  const taxpayer = await nameOnForms(db, userId)
  return withSubject(db, who, async (tx) => {
    const row = await tx.maybe<{
      record: IdentificationRecord
      recorded_at: Date
      recorded_by: string
      replaced_at: Date | null
      at: Date
      day: string
    }>(sql`
      select i.record, i.recorded_at, i.recorded_by, i.replaced_at, s.at, (s.at at time zone c.time_zone)::date as day
      from lot_identifications i join customers c on c.user_id = i.user_id
      left join transactions t on (t.user_id, t.id) = (i.user_id, i.transaction_id)
      cross join lateral (select coalesce(t.at, (i.record -> 'sale' ->> 'at')::timestamptz) as at) s
      where i.user_id = ${userId} and i.id = ${id}`)
    if (row === undefined) return refuse('not_found')
    const { sale, currency, lots } = row.record
    // Whether it came in time hangs on when the sale was, by what is known now, as on the screen.
    const standing = standingOfIdentification(row.recorded_at.getTime(), row.at.getTime(), row.day)
    return identificationPdf({
      taxpayer,
      recordedAt: row.recorded_at.toISOString(),
      recordedBy: recordedBy(row.recorded_by, userId) === 'you' ? taxpayer : 'the tax professional',
      sale,
      soldAt: row.at.toISOString(),
      currency,
      lots,
      standing: standing.authority,
      replacedAt: row.replaced_at?.toISOString() ?? null,
      confirmation: (await brokerConfirmations(tx, userId, 'identification')).get(id) ?? null,
    })
  })
}

/** Every standing order, on paper. */
export async function ordersFile({ db, who, now }: RequestContext): Promise<ReportFile> {
  const { subjectId: userId } = who
  const taxpayer = await nameOnForms(db, userId)
  const orders = await withSubject(db, who, (tx) => standingOrders(tx, userId))
  return standingOrdersPdf({
    taxpayer,
    printedAt: now.toISOString(),
    orders: orders.map((order) => ({
      method: order.method,
      account: order.account_name,
      asset: order.asset,
      from: order.from_day,
      recordedAt: order.recorded_at,
      recordedBy: order.recorded_by === 'you' ? 'the taxpayer' : 'the tax professional',
      endedAt: order.ended_at,
      confirmation: order.broker_confirmation,
    })),
  })
}
