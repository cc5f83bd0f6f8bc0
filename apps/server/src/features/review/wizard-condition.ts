import { type ReviewWizard, WIZARD_KINDS } from '@lotbook/contract'
import { FORK_COINS } from '@lotbook/journal'
import { sql, type Sql } from '../../platform/sql.ts'

/** Whether the transaction of a finding `f` brought in a coin that came of a fork, after that fork. */
export const isForkReceipt = sql`exists (select 1 from transactions t
  join jsonb_to_recordset(${JSON.stringify(FORK_COINS)}::jsonb) as k (asset text, day date)
    on k.asset = t.to_asset and t.at >= k.day::timestamp at time zone 'UTC'
  where t.user_id = f.user_id and t.id = f.transaction_id)`

/** Condition on findings `f` for a step of the walk: the kinds that it shows. */
export function wizardCondition(wizard: ReviewWizard): Sql {
  const kinds = sql`f.code = any (${WIZARD_KINDS[wizard]})`
  if (wizard === 'MarkForkTransactions') return sql`${kinds} and ${isForkReceipt}`
  if (wizard === 'MissingSendWizard') return sql`${kinds} and not ${isForkReceipt}`
  return kinds
}
