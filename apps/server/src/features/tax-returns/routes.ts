import { contract } from '@lotbook/contract'
import { yearOf } from '@lotbook/journal'
import { auditRequest } from '../../platform/audit.ts'
import { withSubject } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { notify } from '../../platform/notify.ts'
import { refuse } from '../../platform/refusal.ts'
import { routes } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { writePaymentFacts } from '../../calculating/keep/payment-facts.ts'
import { readIncomeLines } from './read-income-lines.ts'
import { readPayments } from './read-payments.ts'
import { readTaxReturn } from './read-tax-return.ts'
import { refuseIfFiled } from './refuse-if-filed.ts'
import { setIncomeLines } from './set-income-lines.ts'
import { withLines } from '../../calculating/keep/prepare-lines.ts'

const os = routes(contract.taxReturns)

const get = os.get.handler(({ input, context }) =>
  withLines(context.db, context.who, async (tx) => ({
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
        carryover_long = ${facts.carryover_long}, totals_on_schedule_d = ${facts.totals_on_schedule_d}
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

const payments = os.payments.handler(({ input: { year, ...person }, context }) =>
  withLines(context.db, context.who, async (tx) => ({
    data: await readPayments(tx, context.who.subjectId, year, person, context.now),
  })),
)

const setPayments = os.setPayments.handler(({ input: { year, ...facts }, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { subjectId: userId } = context.who
    refuseOtherYears(year, facts.payments)
    await refuseIfFiled(tx, userId, year, 'its payments stay as filed')
    await writePaymentFacts(tx, userId, year, facts)
    const { payments: made, ...amounts } = facts
    await auditRequest(tx, context, {
      event: 'return_facts_set',
      object: `tax_year:${year}`,
      details: {
        tax_year: year,
        stated: namesOf({ ...amounts, payments: made.length === 0 ? null : `${made.length}` }),
      },
    })
    await notify(tx, userId, { type: 'settings', id: userId, status: 'saved' })
    return { status: 'success' as const }
  }),
)

/** Payments of a year are made in it, or before its return is due; a date of another year is a slip. */
function refuseOtherYears(year: number, payments: readonly { readonly paid_on: string }[]): void {
  const fields = Object.fromEntries(
    payments.flatMap(({ paid_on }, n) =>
      yearOf(paid_on) === year || yearOf(paid_on) === year + 1
        ? []
        : [[`payments.${n}.paid_on`, `Payments for ${year} are made in ${year} or ${year + 1}.`]],
    ),
  )
  const [first] = Object.values(fields)
  if (first !== undefined) refuse('invalid_input', first, { fields })
}

/** Names of what is stated, for the trail; amounts stand with the year alone. */
function namesOf(facts: Readonly<Record<string, string | boolean | null>>): string {
  return Object.entries(facts)
    .flatMap(([name, value]) => (value === null || value === false ? [] : [name]))
    .join(' ')
}

/** The return of a year: the lines that digital assets lead to, and what the person states beside them. */
export const taxReturnsFeature: Feature = {
  routes: {
    taxReturns: { get, set, incomeLines, setIncomeLines: setLines, setBusiness, payments, setPayments },
  },
}
