import { isSameOnForm, type FormSide } from '@lotbook/reports'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { boxOf, brokerFormsOf, columnsOf } from './broker-forms.ts'
import { linesShown, type NumberedRow } from './broker-lines.ts'
import { filedAt } from './filed-at.ts'
import { preparedLines } from './prepare-lines.ts'

/** A row of Form 8949 that lines of Forms 1099-DA put elsewhere, or say otherwise, than it was filed. */
export interface FormChange {
  readonly row: NumberedRow
  readonly before: FormSide
  readonly after: FormSide
}

/** How many lines of Forms 1099-DA, and words on sales, came, went or changed since a year was filed. */
export async function linesSinceFiled(tx: Tx, userId: string, year: number, filed: Date): Promise<number> {
  const { lines } = await tx.one<{ lines: string }>(sql`
    select count(*) as lines from broker_lines where user_id = ${userId} and tax_year = ${year}
      and ((added_at > ${filed} and removed_at is null) or (added_at <= ${filed} and removed_at > ${filed} and not exists (
        select from broker_lines l where l.user_id = ${userId} and l.added_in = broker_lines.removed_in)))`)
  const { sales } = await tx.one<{ sales: string }>(sql`
    select count(distinct transaction_id) as sales from nondeductible_sales where user_id = ${userId} and tax_year = ${year}
      and (removed_at is null or removed_at > ${filed}) and (added_at > ${filed}) <> (removed_at is not null)`)
  return Number(lines) + Number(sales)
}

/** The rows of a filed year's calculation that Form 8949 would have otherwise by the Forms 1099-DA of today. */
export async function formChangesOf(
  tx: Tx,
  userId: string,
  year: number,
  calculationId: string,
): Promise<FormChange[]> {
  const filed = await filedAt(tx, userId, year, calculationId)
  if (filed === null || (await linesSinceFiled(tx, userId, year, filed)) === 0) return []
  const before = await brokerFormsOf(tx, userId, year, calculationId)
  const after = await brokerFormsOf(tx, userId, year, calculationId, 'now')
  const rows = (await linesShown(tx, userId, { year, calculationId, as: 'now' }))?.rows
  const filedRows = (await linesShown(tx, userId, { year, calculationId }))?.rows
  const sideOf = (row: NumberedRow, forms: typeof before) => ({
    box: boxOf({ ...row, number: row.n, account_id: row.account, asset_id: row.asset }, forms),
    form: columnsOf(row.n, forms),
  })
  return (
    (rows ?? filedRows)?.flatMap((row) => {
      const change = { row, before: sideOf(row, before), after: sideOf(row, after) }
      return isSameOnForm(row, change.before, change.after) ? [] : [change]
    }) ?? []
  )
}

/** How many rows of a filed year its forms have otherwise now: as a thread counted them, else counted here. */
export async function formChangeCount(
  tx: Tx,
  userId: string,
  year: number,
  calculationId: string,
): Promise<number> {
  const filed = await filedAt(tx, userId, year, calculationId)
  const known =
    filed === null ? undefined : await preparedLines(tx, userId, { year, calculationId, at: filed })
  return known?.formChanges ?? (await formChangesOf(tx, userId, year, calculationId)).length
}
