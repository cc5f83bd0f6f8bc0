import { contract } from '@lotbook/contract'
import { auditRequest } from '../../platform/audit.ts'
import { withSubject } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { notify } from '../../platform/notify.ts'
import { refuse } from '../../platform/refusal.ts'
import { routes } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { readTaxReturn } from './read-tax-return.ts'

const os = routes(contract.taxReturns)

const get = os.get.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => ({
    data: await readTaxReturn(tx, context.who.subjectId, input.year),
  })),
)

const set = os.set.handler(({ input: { year, ...facts }, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { subjectId: userId } = context.who
    // Filing locks the row of the year as well, so it sees this or goes first.
    await tx.run(sql`
      insert into tax_years (user_id, tax_year) values (${userId}, ${year}) on conflict (user_id, tax_year) do nothing`)
    const { state } = await tx.one<{ state: string }>(sql`
      select state from tax_years where user_id = ${userId} and tax_year = ${year} for update`)
    if (state === 'filed') refuse('conflict', `${year} is marked as filed; its return stays as filed.`)
    await tx.run(sql`
      update tax_years set filing_status = ${facts.filing_status}, taxable_income = ${facts.taxable_income},
        other_short = ${facts.other_short}, other_long = ${facts.other_long}, carryover_short = ${facts.carryover_short},
        carryover_long = ${facts.carryover_long}
      where user_id = ${userId} and tax_year = ${year}`)
    await auditRequest(tx, context, { event: 'return_facts_set', object: `tax_year:${year}`, details: facts })
    await notify(tx, userId, { type: 'settings', id: userId, status: 'saved' })
    return { status: 'success' as const }
  }),
)

/** The return of a year: the lines that digital assets lead to, and what the person states beside them. */
export const taxReturnsFeature: Feature = { routes: { taxReturns: { get, set } } }
