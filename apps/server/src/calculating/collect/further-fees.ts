import type { FurtherFee } from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import { plannedOnce, sql } from '../../platform/sql.ts'

/**
 * Further fees and what they were paid for, by their ids; those of which either is ignored or gone are none. Whether one counts is not
 * asked here: what a person made of it may be no fee.
 *
 * @param since those with one of both at this instant or later; all, where it is undefined.
 */
export function furtherFees(tx: Tx, userId: string, since?: number): Promise<FurtherFee[]> {
  const all = sql`
    select f.id as fee, p.id as "paidFor" from transactions f
    join transactions p on p.user_id = f.user_id and p.fingerprint = f.fee_of and p.deleted_at is null and not p.is_ignored
    where f.user_id = ${userId} and f.fee_of is not null and f.deleted_at is null and not f.is_ignored`
  if (since === undefined) return tx.all<FurtherFee>(all)
  return tx.all<FurtherFee>(plannedOnce`${all} and greatest(f.at, p.at) >= ${new Date(since)}`)
}
