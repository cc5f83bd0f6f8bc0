import { taxSettings } from '@lotbook/contract'
import { restsOnText } from '@lotbook/reports'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { newestCalculation } from '../../journal/transactions/transaction-rows.ts'
import type { DoneCalculation } from './done-calculation.ts'

/** The settings and versions that the figures of a calculation rest on, in a sentence for its papers. */
export function restsOnOf({
  settings,
  engine_version,
  rules_version,
}: Pick<DoneCalculation, 'settings' | 'engine_version' | 'rules_version'>): string {
  const { method, filed_methods, pool_before_2025, standing_orders } = taxSettings.parse(settings)
  return restsOnText({
    method,
    earlierMethods: filed_methods.map((filed) => ({ until: String(filed.year), method: filed.method })),
    pool: pool_before_2025,
    standingOrders: standing_orders.length,
    engineVersion: engine_version,
    rulesVersion: rules_version,
  })
}

/** The same of the newest calculation, for records that are of no year; null before the first. */
export async function newestRestsOn(tx: Tx, userId: string): Promise<string | null> {
  const row = await tx.maybe<Pick<DoneCalculation, 'settings' | 'engine_version' | 'rules_version'>>(sql`
    select settings, engine_version, rules_version from calculations
    where user_id = ${userId} and id = ${newestCalculation(userId)}`)
  return row === undefined ? null : restsOnOf(row)
}
