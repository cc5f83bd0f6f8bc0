import { sql } from '../../platform/sql.ts'

/** Whether what finding `f` is about is there: the whole history always is. */
export const isThere = sql`(f.subject <> 'transaction' or exists (select 1 from transactions t
  where t.user_id = f.user_id and t.id = f.transaction_id and t.deleted_at is null))`

/** Whether finding `f` is about a transaction that was taken out. */
export const isGone = sql`(f.subject = 'transaction' and exists (select 1 from transactions t
  where t.user_id = f.user_id and t.id = f.transaction_id and t.deleted_at is not null))`

/** Whether finding `f` may be closed: what a person accepted about a transaction that is gone waits for it to come back. */
export const mayClose = sql`(f.state = 'open' or not ${isGone})`
