import { jurisdictionOf } from '@lotbook/rules'
import { canonicalJson } from '../bytes/canonical-json.ts'
import type { CalculationSettings } from '../schema/calculation-input.ts'
import { choiceInForce } from '../events/open-choices.ts'
import { isSetFrom } from '../lots/standing-orders.ts'

const NAMES = [
  ['jurisdiction', 'jurisdiction'],
  ['method', 'method'],
  ['method_overrides', 'standing orders'],
  ['pool_before_2025', 'pool before 2025'],
  ['safe_harbor', 'Safe Harbor'],
  ['default_allocation', 'units without a Safe Harbor record'],
  ['wallets', 'wallets that pay gas'],
  ['timezone', 'time zone'],
  ['transfer_fee', 'network fees'],
  ['treatments', 'treatments'],
  ['tokens', 'declared tokens'],
] as const satisfies readonly (readonly [keyof CalculationSettings, string])[]

/**
 * Names of the settings that differ, as people call them (`method, Safe Harbor`); null if none does. A setting that is
 * left out is the default.
 */
export function changedSettings(before: CalculationSettings, after: CalculationSettings): string | null {
  const [old, now] = [inWords(before), inWords(after)]
  const changed = NAMES.filter(
    ([key]) => canonicalJson(withoutUnset(old[key])) !== canonicalJson(withoutUnset(now[key])),
  )
  return changed.length === 0 ? null : changed.map(([, name]) => name).join(', ')
}

/** With every default. A method that is set from a day on is called a method, and no standing order. */
function inWords(settings: CalculationSettings): Readonly<Record<(typeof NAMES)[number][0], unknown>> {
  const orders = settings.method_overrides ?? []
  const law = jurisdictionOf(settings)
  return {
    jurisdiction: law.code,
    method: [settings.method ?? 'fifo', ...orders.filter(isSetFrom)],
    method_overrides: orders.filter((order) => !isSetFrom(order)),
    pool_before_2025: settings.pool_before_2025 ?? 'account',
    safe_harbor: settings.safe_harbor ?? null,
    default_allocation: settings.default_allocation ?? null,
    wallets: settings.wallets ?? [],
    timezone: settings.timezone ?? 'UTC',
    transfer_fee: settings.transfer_fee ?? law.transferFees[0],
    treatments: Object.keys(law.questions.choices).map((question) => choiceInForce(settings, question, law)),
    tokens: settings.tokens ?? [],
  }
}

/** A field that is null is one that is left out. */
function withoutUnset(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUnset)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(([, field]) => field !== null && field !== undefined)
  return Object.fromEntries(fields.map(([name, field]) => [name, withoutUnset(field)]))
}
