import { dayWords } from '@lotbook/contract'
import { parseInstant } from '@lotbook/journal'
import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import { changesSince, newestDone } from '../../calculating/keep/done-calculation.ts'
import { qualifiersToFile } from '../tax/one-year.ts'
import { forgetFindings, keepFindings } from '../../calculating/keep/open-when-filed.ts'
import { forgetIncomeLines, keepIncomeLines, unconfirmedLines } from '../../calculating/keep/income-lines.ts'
import { forgetFiledLots } from './keep-filed-lots.ts'

export interface Filing {
  readonly year: number
  readonly calculation_id: string
  readonly filed_on: string
  readonly confirmation: string
}

/**
 * Freeze a year at the calculation that the person sees, which must be the newest: whatever is calculated later, the
 * year keeps these figures and rows (N5), and what was said beside them and of each of them of what is open.
 */
export async function fileYear(tx: Tx, userId: string, filing: Filing, now: Date): Promise<void> {
  const { year, calculation_id, filed_on, confirmation } = filing
  const day = parseInstant(`${filed_on}T00:00:00Z`)
  // A day of grace: it may be tomorrow already where the person is.
  if (day === undefined || day > now.getTime() + 24 * 60 * 60 * 1000)
    refuse('invalid_input', undefined, {
      fields: { filed_on: day === undefined ? dayWords.none('filed_on') : dayWords.inFuture('filed_on') },
    })
  if (filed_on < `${year}-01-01`)
    refuse('invalid_input', undefined, {
      fields: { filed_on: dayWords.before('filed_on', 'that was before the year began') },
    })
  const newest = await newestDone(tx, userId)
  const { id } = newest
  if (id !== calculation_id) refuse('conflict', 'There is a newer calculation. Look at it before you file.')
  const qualifiers = JSON.stringify(await qualifiersToFile(tx, userId, year, newest))
  // Once filed, a year takes nothing from earlier years any more.
  const unconfirmed = await unconfirmedLines(tx, userId, year)
  const filed = await tx.run(sql`
    insert into tax_years (user_id, tax_year, state, calculation_id, filed_at, filed_on, confirmation, qualifiers, changes_since, keeps_findings)
    values (${userId}, ${year}, 'filed', ${id}, ${now}, ${filed_on}, ${confirmation}, ${qualifiers}::jsonb,
      ${await changesSince(tx, userId, newest)}, true)
    on conflict (user_id, tax_year) do update set state = 'filed', calculation_id = excluded.calculation_id,
      filed_at = excluded.filed_at, filed_on = excluded.filed_on, confirmation = excluded.confirmation,
      qualifiers = excluded.qualifiers, changes_since = excluded.changes_since, keeps_findings = true
    where tax_years.state = 'open'`)
  if (filed === 0) refuse('conflict', `${year} is already marked as filed.`)
  await keepFindings(tx, userId, year, newest)
  await keepIncomeLines(tx, userId, year, unconfirmed, now)
}

/**
 * Take the mark of a filed year back.
 *
 * @returns the calculation that it was frozen at.
 */
export async function reopenYear(tx: Tx, userId: string, year: number): Promise<string> {
  const row = await tx.maybe<{ calculation_id: string }>(sql`
    select calculation_id from tax_years where user_id = ${userId} and tax_year = ${year} and state = 'filed' for update`)
  if (row === undefined) return refuse('not_found')
  await forgetFindings(tx, userId, year)
  await forgetFiledLots(tx, userId, year)
  await forgetIncomeLines(tx, userId, year)
  await tx.run(sql`
    update tax_years set state = 'open', calculation_id = null, filed_at = null, filed_on = null, confirmation = null,
      qualifiers = null, changes_since = null, keeps_findings = false, lots_asked_at = null, lots_kept_at = null
    where user_id = ${userId} and tax_year = ${year}`)
  return row.calculation_id
}
