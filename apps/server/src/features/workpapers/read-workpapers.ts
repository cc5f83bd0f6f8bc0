import { WORKPAPER_STEPS, type WorkpapersOfYear } from '@lotbook/contract'
import type { Tx } from '../../platform/database.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { isListed } from '../../journal/transactions/transaction-rows.ts'
import { namesOf, WHO_HAS_LEFT } from '../identity/index.ts'
import { readIn } from './books.ts'
import { pointsOf } from './open-points.ts'
import { readSteps } from './read-steps.ts'
import { basisOf, changedSince, signOffsOf } from './sign-off.ts'
import { ticksOf } from './tick-marks.ts'
import { spanOfYear } from './year-span.ts'

/** Tick marks that a screen lists; the packet has all of them. */
const MOST_TICKS = 200

/** Papers of a year: its steps as they are and as they were signed off, what was verified, and what is still to be done. */
export function workpapersOfYear(
  context: RequestContext,
  { client_id, tax_year }: { client_id?: string | undefined; tax_year: number },
): Promise<WorkpapersOfYear> {
  return readIn(context, { clientId: client_id, paper: 'workpapers' }, (tx, { subjectId }) =>
    readWorkpapers(tx, context, subjectId, { year: tax_year, mostTicks: MOST_TICKS }),
  )
}

export async function readWorkpapers(
  tx: Tx,
  context: Pick<RequestContext, 'db'>,
  userId: string,
  { year, mostTicks }: { year: number; mostTicks: number },
): Promise<WorkpapersOfYear> {
  const span = await spanOfYear(tx, userId, year)
  const steps = await readSteps(tx, userId, year)
  const basis = await basisOf(tx, userId)
  const live = (await signOffsOf(tx, userId, year)).filter(({ ended_at }) => ended_at === null)
  const names = await namesOf(
    context,
    live.map(({ signed_by }) => signed_by),
  )
  const counts = await tx.one<{ transactions: number; ticked: number }>(sql`
    select count(*)::integer as transactions, count(*) filter (
      where exists (select from tick_marks m where m.user_id = ${userId} and m.transaction_id = t.id))::integer as ticked
    from transactions t
    where t.user_id = ${userId} and t.deleted_at is null and t.at >= ${span.begins} and t.at < ${span.ends} and ${isListed}`)
  return {
    tax_year: year,
    steps: WORKPAPER_STEPS.map((step) => {
      const row = live.find((one) => one.step === step)
      return {
        step,
        ...steps[step],
        sign_off:
          row === undefined
            ? null
            : {
                id: row.id,
                name: names.get(row.signed_by)?.name ?? WHO_HAS_LEFT,
                at: row.signed_at.toISOString(),
                note: row.note,
                changed_since: changedSince(row, steps[step], basis),
              },
      }
    }),
    ...counts,
    tick_marks: await ticksOf(tx, context, userId, span, mostTicks),
    points: await pointsOf(tx, context, userId, year),
  }
}
