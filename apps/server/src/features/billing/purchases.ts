import type { Purchase } from '@lotbook/contract'
import { type Sql, sql } from '../../platform/sql.ts'
import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { personOf } from '../identity/index.ts'

interface PurchaseRow {
  readonly id: string
  readonly tax_year: number
  readonly plan_id: string
  readonly plan_name: string
  readonly state: Purchase['state']
  readonly price_cents: number
  readonly list_cents: number | null
  readonly paid_with: Purchase['paid_with']
  readonly paid_by: string
  readonly created_at: Date
  readonly paid_at: Date | null
  readonly invoice: string | null
  readonly problem: Purchase['problem']
  readonly refunded_cents: number
  readonly counts_as: string | null
}

/** Purchases of a customer, the newest first; what was given up without a payment is left out. */
export function purchasesOf(tx: Tx, context: RequestContext, userId: string): Promise<Purchase[]> {
  return rowsWhere(tx, context, userId, sql`(p.state <> 'cancelled' or p.problem is not null)`)
}

/** One purchase. Refuses with `not_found`. */
export async function purchaseOf(
  tx: Tx,
  context: RequestContext,
  userId: string,
  id: string,
): Promise<Purchase> {
  const [row] = await rowsWhere(tx, context, userId, sql`p.id = ${id}`)
  return row ?? refuse('not_found')
}

async function rowsWhere(tx: Tx, context: RequestContext, userId: string, where: Sql): Promise<Purchase[]> {
  const rows = await tx.all<PurchaseRow>(sql`
    select p.id, p.tax_year::integer, p.plan_id, l.name as plan_name, p.state, p.price_cents, p.list_cents, p.paid_with, p.paid_by,
      p.created_at, p.paid_at, i.number as invoice, p.problem,
      p.refunded_cents, (select name from plans where id = p.kept_plan_id) as counts_as
    from purchases p join plans l on l.id = p.plan_id
    left join invoices i on (i.user_id, i.purchase_id) = (p.user_id, p.id)
    where p.user_id = ${userId} and ${where} order by p.created_at desc, p.id desc limit 200`)
  const payers = new Map<string, string>()
  for (const { paid_by } of rows)
    if (paid_by !== userId && !payers.has(paid_by)) payers.set(paid_by, await payerName(context, paid_by))
  return rows.map(({ paid_by, list_cents, created_at, paid_at, ...row }) => ({
    ...row,
    list_cents: list_cents ?? row.price_cents,
    paid_by: payers.get(paid_by) ?? null,
    created_at: created_at.toISOString(),
    paid_at: paid_at?.toISOString() ?? null,
  }))
}

/** Name of a payer, who may have left since; the receipt stays. */
async function payerName(context: RequestContext, id: string): Promise<string> {
  try {
    return (await personOf(context, id)).name
  } catch {
    return 'Somebody who has left'
  }
}
