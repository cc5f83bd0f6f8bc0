import { taxSettings, type TaxSettings } from '@lotbook/contract'
import type { CalculationSettings } from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'

/** What decides a customer's calculation, as they set it. */
export async function readTaxSettings(tx: Tx, userId: string): Promise<TaxSettings> {
  const row = await tx.one<{
    method: string
    pool_before_2025: string
    transfer_fee: string
    time_zone: string
    plan: unknown
  }>(sql`
    select c.method, c.pool_before_2025, c.transfer_fee, c.time_zone, (
      select p.plan from safe_harbor_plans p where p.user_id = c.user_id order by p.recorded_at desc, p.id desc limit 1
    ) as plan
    from customers c where c.user_id = ${userId}`)
  const { plan, ...settings } = row
  return taxSettings.parse({ ...settings, safe_harbor: plan ?? null })
}

/** The settings as the engine takes them. Accounts of the plan are named by their keys. */
export function engineSettings(settings: TaxSettings): CalculationSettings {
  const { method, pool_before_2025, transfer_fee, time_zone, safe_harbor } = settings
  return {
    jurisdiction: 'US',
    timezone: time_zone,
    method,
    pool_before_2025,
    transfer_fee,
    safe_harbor:
      pool_before_2025 === 'universal' && safe_harbor !== null ? { type: 'global', ...safe_harbor } : null,
  }
}

/** Settings compare by content: the stored result answers where journal and settings are the same. */
export function sameSettings(a: TaxSettings, b: TaxSettings): boolean {
  return JSON.stringify(taxSettings.parse(a)) === JSON.stringify(taxSettings.parse(b))
}
