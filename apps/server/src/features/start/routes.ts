import { contract } from '@lotbook/contract'
import { defaultTaxYear } from '@lotbook/journal'
import { withSubject, type Tx } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { routes } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { userRole } from '../identity/index.ts'
import { readOnboardingFlag } from '../onboarding/onboarding-flag.ts'
import { readSetting } from '../settings/read-setting.ts'
import { togglesOrNone } from '../settings/toggles.ts'
import { rowsWhere } from '../../calculating/keep/result-row.ts'
import type { RowList } from '../../calculating/keep/row-ranges.ts'
import { taxDetails } from '../tax/tax-details.ts'

const all = routes(contract.start).all.handler(async ({ context }) => {
  if (context.session === undefined) return { get_user_role: null }
  const person = await userRole(context)
  const isCustomer = person.viewing !== null || person.roles.includes('customer')
  const ofCustomer = isCustomer
    ? await withSubject(context.db, context.who, (tx) => customerPart(tx, context.who.subjectId, context.now))
    : NOT_A_CUSTOMER
  return {
    get_user_role: person,
    setting: await readSetting(context),
    feature_toggles: await togglesOrNone(context),
    onboarding_flag: await readOnboardingFlag(context),
    ...ofCustomer,
  }
})

const NOT_A_CUSTOMER = {
  active_year_subscription_status: null,
  billing_history: null,
  details: null,
  import_history_exists: false,
}

async function customerPart(tx: Tx, userId: string, now: Date) {
  const details = await taxDetails(tx, userId, now)
  const { transaction_uploaded } = await tx.one<{ transaction_uploaded: boolean }>(sql`
    select transaction_uploaded from customers where user_id = ${userId}`)
  const rows = (list: RowList) =>
    rowsWhere({
      list,
      userId,
      calculationId: sql`${details.tax_calculation_id}`,
      where: [sql`d.tax_year = ${details.tax_year}`],
    })
  const { taxable } = await tx.one<{ taxable: string }>(sql`
    select (select count(*) from ${rows('disposals')} d) + (select count(*) from ${rows('incomes')} d) as taxable`)
  const paid = await tx.all<{ tax_year: number }>(sql`
    select tax_year from purchases where user_id = ${userId} and state = 'paid' order by tax_year desc`)
  return {
    active_year_subscription_status: {
      status: 'success' as const,
      active_tax_year: details.tax_year,
      subscription_stat: paid.some((row) => row.tax_year === details.tax_year)
        ? ('active' as const)
        : ('none' as const),
      tax_calculation_id: details.tax_calculation_id,
      taxable_count: Number(taxable),
    },
    billing_history: {
      current_tax_year: defaultTaxYear(now.getTime()),
      year: paid.map((row) => row.tax_year),
    },
    details,
    import_history_exists: transaction_uploaded,
  }
}

/** Everything that a signed-in screen needs to begin, in one call. */
export const startFeature: Feature = { routes: { start: { all } } }
