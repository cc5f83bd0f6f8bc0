import { WIZARDS, type Wizard } from '@lotbook/contract'
import { defaultTaxYear } from '@lotbook/journal'
import type { Tx, Who } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import { plannedOnce, sql } from '../../platform/sql.ts'

export interface TraceRow {
  readonly id: string
  readonly wizard_name: Wizard
  readonly trace_name: Wizard | null
  readonly completed_trace_name: Wizard | null
  readonly tax_year: number
  readonly opened_at: Date
}

const columns = sql`id, wizard_name, trace_name, completed_trace_name, tax_year, opened_at`

/** The open trace of a tax year, made when there is none: one per customer and year. */
export async function openTrace(
  tx: Tx,
  userId: string,
  now: Date,
  taxYear = defaultTaxYear(now.getTime()),
): Promise<TraceRow> {
  const open = await openedTrace(tx, userId, taxYear)
  if (open !== undefined) return open
  await tx.run(plannedOnce`
    insert into traces (user_id, id, tax_year, wizard_name, trace_name, opened_at)
    values (${userId}, ${newId(now.getTime())}, ${taxYear}, 'UploadCsvWizard', 'UploadCsvWizard', ${now})
    on conflict (user_id, tax_year) where closed_at is null do nothing`)
  const made = await openedTrace(tx, userId, taxYear)
  if (made === undefined) throw new Error('a trace that was just opened is not there')
  return made
}

function openedTrace(tx: Tx, userId: string, taxYear: number): Promise<TraceRow | undefined> {
  return tx.maybe<TraceRow>(plannedOnce`
    select ${columns} from traces
    where user_id = ${userId} and tax_year = ${taxYear} and closed_at is null`)
}

/** The open trace for whoever only looks: a customer's own look opens one, a professional's does not. */
export async function traceToShow(tx: Tx, { actorId, subjectId }: Who, now: Date): Promise<TraceRow> {
  if (actorId === subjectId) return openTrace(tx, subjectId, now)
  return (await openedTrace(tx, subjectId, defaultTaxYear(now.getTime()))) ?? refuse('not_found')
}

/** The trace with this id, if it is the customer's. */
export function traceById(tx: Tx, userId: string, id: string): Promise<TraceRow | undefined> {
  return tx.maybe<TraceRow>(plannedOnce`
    select ${columns} from traces where user_id = ${userId} and id = ${id}`)
}

/** Put a trace on a step. Going on, what it stood on becomes the last one finished; going back finishes nothing. */
export async function moveTrace(tx: Tx, userId: string, id: string, wizard: Wizard): Promise<void> {
  const earlier = WIZARDS.slice(0, WIZARDS.indexOf(wizard))
  await tx.run(plannedOnce`
    update traces set wizard_name = ${wizard}, trace_name = ${wizard},
      completed_trace_name = case when wizard_name = any (${earlier}) then wizard_name else completed_trace_name end
    where user_id = ${userId} and id = ${id}`)
}
