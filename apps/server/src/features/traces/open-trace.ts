import { defaultTaxYear } from '@lotbook/journal'
import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { sql } from '../../platform/sql.ts'

export interface TraceRow {
  readonly id: string
  readonly wizard_name: string
  readonly trace_name: string | null
  readonly completed_trace_name: string | null
  readonly tax_year: number
}

/** The open trace of a tax year, made when there is none: one per customer and year. */
export async function openTrace(
  tx: Tx,
  userId: string,
  now: Date,
  taxYear = defaultTaxYear(now.getTime()),
): Promise<TraceRow> {
  await tx.run(sql`
    insert into traces (user_id, id, tax_year, wizard_name, trace_name, opened_at)
    values (${userId}, ${newId(now.getTime())}, ${taxYear}, 'UploadCsvWizard', 'UploadCsvWizard', ${now})
    on conflict (user_id, tax_year) where closed_at is null do nothing`)
  return tx.one<TraceRow>(sql`
    select id, wizard_name, trace_name, completed_trace_name, tax_year from traces
    where user_id = ${userId} and tax_year = ${taxYear} and closed_at is null`)
}

/** The trace with this id, if it is the customer's. */
export function traceById(tx: Tx, userId: string, id: string): Promise<TraceRow | undefined> {
  return tx.maybe<TraceRow>(sql`
    select id, wizard_name, trace_name, completed_trace_name, tax_year from traces where user_id = ${userId} and id = ${id}`)
}

/** Put a trace on a step; what it stood on becomes the last one finished. */
export async function moveTrace(tx: Tx, userId: string, id: string, wizardName: string): Promise<void> {
  await tx.run(sql`
    update traces set completed_trace_name = case when wizard_name <> ${wizardName} then wizard_name else completed_trace_name end,
      wizard_name = ${wizardName}, trace_name = ${wizardName}
    where user_id = ${userId} and id = ${id}`)
}
