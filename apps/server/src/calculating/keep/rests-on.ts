import { taxSettings } from '@lotbook/contract'
import { restsOnText } from '@lotbook/reports'
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
