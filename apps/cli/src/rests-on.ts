import { restsOnText } from '@lotbook/reports'
import type { CalculationSettings } from '@lotbook/tax'

/** The settings and versions of a calculation in a sentence for its papers. */
export function restsOnOf(of: {
  readonly settings: CalculationSettings
  readonly engine_version: string
  readonly rules_version: string
}): string {
  const { method = 'fifo', pool_before_2025: pool = 'account', method_overrides = [] } = of.settings
  return restsOnText({
    method,
    pool,
    standingOrders: method_overrides.length,
    engineVersion: of.engine_version,
    rulesVersion: of.rules_version,
  })
}
