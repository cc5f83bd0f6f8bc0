import { fieldName } from '@lotbook/contract'
import { isFormRemoval, problemsOfFacts, type RemovalFacts } from '@lotbook/rules/us'
import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import { calculationOfYear } from '../../calculating/keep/done-calculation.ts'
import { filedYears } from '../../calculating/keep/filed-years.ts'
import { rowsWhere } from '../../calculating/keep/result-row.ts'

interface Statement {
  readonly year: number
  readonly transaction_id: string
  readonly facts: RemovalFacts
}

const DAY_MS = 86_400_000

/**
 * Keep what is stated of a gift, a donation or a loss. Refused for a transaction that is none in the year, for a year that is filed, and
 * for what cannot be true of it, by field.
 */
export async function setRemovalFacts(
  tx: Tx,
  userId: string,
  { year, transaction_id: id, facts }: Statement,
  now: Date,
): Promise<void> {
  await refuseFiled(tx, userId, year, id)
  const removal = await removalOf(tx, userId, (await calculationOfYear(tx, userId, year)).id, year, id)
  if (removal === undefined || !isFormRemoval(removal.kind))
    return refuse('not_found', `There is no such gift, donation or loss in ${year}.`)
  // A day of grace: it may be tomorrow already where the person is.
  const today = new Date(now.getTime() + DAY_MS).toISOString().slice(0, 10)
  const problems = problemsOfFacts(facts, { kind: removal.kind, date: removal.date, today })
  if (problems.length > 0)
    refuse('invalid_input', undefined, {
      fields: Object.fromEntries(
        problems.map(({ field, why }) => [field, `${fieldName([field], field)}: ${why}.`]),
      ),
    })
  await keep(tx, userId, id, facts)
}

/** Filing locks the row of the year as well, so it sees this or goes first. */
async function refuseFiled(tx: Tx, userId: string, year: number, id: string): Promise<void> {
  await tx.run(sql`
    insert into tax_years (user_id, tax_year) values (${userId}, ${year}) on conflict (user_id, tax_year) do nothing`)
  await tx.run(sql`
    select state from tax_years where user_id = ${userId} and tax_year = ${year} for update`)
  // A removal that was filed under another year's date has its statements filed too.
  for (const filed of await filedYears(tx, userId)) {
    const isIn =
      filed.year === year || (await removalOf(tx, userId, filed.calculation_id, filed.year, id)) !== undefined
    if (isIn)
      refuse('conflict', `${filed.year} is marked as filed; its gifts, donations and losses stay as filed.`)
  }
}

function removalOf(tx: Tx, userId: string, calculationId: string, year: number, id: string) {
  const where = [sql`d.tax_year = ${year}`, sql`d.transaction_id = ${id}`]
  return tx.maybe<{ kind: string; date: string }>(sql`
    select d.kind, d.date from ${rowsWhere({ list: 'removals', userId, calculationId, where })} d order by d.n limit 1`)
}

async function keep(tx: Tx, userId: string, id: string, facts: RemovalFacts): Promise<void> {
  await tx.run(sql`delete from removal_facts where user_id = ${userId} and transaction_id = ${id}`)
  if (Object.values(facts).every((fact) => fact === null)) return
  await tx.run(sql`
    insert into removal_facts (user_id, transaction_id, donee, donee_address, donee_ein, donee_is_spouse, acknowledged_on,
      how_acquired, valued_by, has_appraisal, appraiser, appraised_on, discovered_on, reimbursement, is_for_profit, may_recover,
      evidence)
    values (${userId}, ${id}, ${facts.donee}, ${facts.donee_address}, ${facts.donee_ein}, ${facts.donee_is_spouse},
      ${facts.acknowledged_on}, ${facts.how_acquired}, ${facts.valued_by}, ${facts.has_appraisal}, ${facts.appraiser},
      ${facts.appraised_on}, ${facts.discovered_on}, ${facts.reimbursement}, ${facts.is_for_profit}, ${facts.may_recover},
      ${facts.evidence})`)
}
