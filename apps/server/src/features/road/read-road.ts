import type { Road } from '@lotbook/contract'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { readAmendments } from '../tax-years/amendments.ts'
import { openOfYear } from '../tax/open-of-year.ts'
import { taxDetails } from '../tax/tax-details.ts'
import { roadOfYear } from './road-of-year.ts'

/** Reads how far a year is between its first file and its filed return; the current one where none is named. */
export async function readRoad(
  tx: Tx,
  userId: string,
  { year: asked, now }: { readonly year: number | undefined; readonly now: Date },
): Promise<Road> {
  const details = await taxDetails(tx, userId, now)
  const year = asked ?? details.tax_year
  const open = await openOfYear(tx, userId, year, details.tax_calculation_id)
  const amendment = (await readAmendments(tx, userId)).find((one) => one.year === year) ?? null
  const { currency } = await tx.one<{ currency: string }>(
    sql`select currency from customers where user_id = ${userId}`,
  )
  return roadOfYear({
    tax_year: year,
    currency,
    import: {
      transactions: details.total_transactions,
      running: details.imports_in_progress,
      asks: await askingImport(tx, userId),
    },
    review: {
      of_year: open.items,
      waiting: open.waiting,
      in_all: details.review,
      effect: open.effect,
      unknown: open.unknown,
      largest: open.largest,
    },
    calculation: {
      state: calculationState(details),
      percent: details.percent,
      trace_id: details.trace_id,
      changes: await changesOfNewest(tx, userId, details.tax_calculation_id),
      can_start: details.taxable_or_incoming > 0,
    },
    filed_on: amendment?.filed_on ?? null,
    amendment,
  })
}

function calculationState({
  tax_calculated,
  need_tax_calculation,
}: Awaited<ReturnType<typeof taxDetails>>): Road['calculation']['state'] {
  if (tax_calculated === false) return 'running'
  if (tax_calculated === null) return 'none'
  return need_tax_calculation ? 'out_of_date' : 'current'
}

/** The oldest file that waits for an answer before it is read. */
async function askingImport(tx: Tx, userId: string): Promise<Road['import']['asks']> {
  const row = await tx.maybe<{ account_name: string; question: string }>(sql`
    select coalesce(nullif(c.file_name, ''), a.name) as account_name, coalesce(c.question, '') as question
    from connections c join accounts a on (a.user_id, a.id) = (c.user_id, c.account_id)
    where c.user_id = ${userId} and c.state = 'needs_mapping' and c.deleted_at is null
    order by c.created_at, c.id limit 1`)
  return row ?? null
}

async function changesOfNewest(tx: Tx, userId: string, calculationId: string | null): Promise<number> {
  if (calculationId === null) return 0
  const { changes } = await tx.one<{ changes: string }>(sql`
    select greatest(j.version - c.journal_version, 0)::text as changes
    from calculations c join journals j on j.user_id = c.user_id
    where c.user_id = ${userId} and c.id = ${calculationId}`)
  return Number(changes)
}
