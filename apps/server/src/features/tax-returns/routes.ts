import { contract } from '@lotbook/contract'
import { auditRequest } from '../../platform/audit.ts'
import { withSubject } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { notify } from '../../platform/notify.ts'
import { routes } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { readIncomeLines } from './read-income-lines.ts'
import { readTaxReturn } from './read-tax-return.ts'
import { refuseIfFiled } from './refuse-if-filed.ts'
import { setIncomeLines } from './set-income-lines.ts'

const os = routes(contract.taxReturns)

const get = os.get.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => ({
    data: await readTaxReturn(tx, context.who.subjectId, input.year),
  })),
)

const set = os.set.handler(({ input: { year, ...facts }, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { subjectId: userId } = context.who
    await refuseIfFiled(tx, userId, year, 'its return stays as filed')
    await tx.run(sql`
      update tax_years set filing_status = ${facts.filing_status}, taxable_income = ${facts.taxable_income},
        other_short = ${facts.other_short}, other_long = ${facts.other_long}, carryover_short = ${facts.carryover_short},
        carryover_long = ${facts.carryover_long}
      where user_id = ${userId} and tax_year = ${year}`)
    await auditRequest(tx, context, {
      event: 'return_facts_set',
      object: `tax_year:${year}`,
      details: { tax_year: year, stated: namesOf(facts) },
    })
    await notify(tx, userId, { type: 'settings', id: userId, status: 'saved' })
    return { status: 'success' as const }
  }),
)

const incomeLines = os.incomeLines.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => ({
    data: await readIncomeLines(tx, context.who.subjectId, input.year),
  })),
)

const setLines = os.setIncomeLines.handler(({ input: { year, lines }, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { subjectId: userId } = context.who
    await setIncomeLines(tx, userId, { year, lines, now: context.now })
    await auditRequest(tx, context, {
      event: 'income_lines_set',
      object: `tax_year:${year}`,
      details: { tax_year: year, kinds: lines.length },
    })
    await notify(tx, userId, { type: 'settings', id: userId, status: 'saved' })
    return { status: 'success' as const }
  }),
)

const setBusiness = os.setBusiness.handler(({ input: { year, business_expenses, other_wages }, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { subjectId: userId } = context.who
    await refuseIfFiled(tx, userId, year, 'its return stays as filed')
    await tx.run(sql`
      update tax_years set business_expenses = ${business_expenses}, other_wages = ${other_wages}
      where user_id = ${userId} and tax_year = ${year}`)
    await auditRequest(tx, context, {
      event: 'return_facts_set',
      object: `tax_year:${year}`,
      details: { tax_year: year, stated: namesOf({ business_expenses, other_wages }) },
    })
    await notify(tx, userId, { type: 'settings', id: userId, status: 'saved' })
    return { status: 'success' as const }
  }),
)

/** Names of what is stated, for the trail; amounts stand with the year alone. */
function namesOf(facts: Readonly<Record<string, string | null>>): string {
  return Object.entries(facts)
    .flatMap(([name, value]) => (value === null ? [] : [name]))
    .join(' ')
}

/** The return of a year: the lines that digital assets lead to, and what the person states beside them. */
export const taxReturnsFeature: Feature = {
  routes: { taxReturns: { get, set, incomeLines, setIncomeLines: setLines, setBusiness } },
}
