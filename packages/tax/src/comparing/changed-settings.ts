import { canonicalJson } from '../canonical-json.ts'
import type { CalculationSettings } from '../engine/calculation-input.ts'
import { isSetFrom } from '../lots/standing-orders.ts'

const NAMES = [
  ['method', 'method'],
  ['method_overrides', 'standing orders'],
  ['pool_before_2025', 'pool before 2025'],
  ['safe_harbor', 'Safe Harbor'],
  ['timezone', 'time zone'],
  ['transfer_fee', 'network fees'],
  ['treatments', 'treatments'],
  ['tokens', 'declared tokens'],
] as const satisfies readonly (readonly [keyof CalculationSettings, string])[]

/** What may be missing because there is none; of the rest, what an older input does not say was the default and is no change. */
const MAY_BE_NONE: ReadonlySet<keyof CalculationSettings> = new Set([
  'method_overrides',
  'safe_harbor',
  'tokens',
])

/** Which settings are not the same, as people call them (`method, Safe Harbor`); null where none is said to be another. */
export function changedSettings(before: CalculationSettings, after: CalculationSettings): string | null {
  const [old, now] = [inWords(before), inWords(after)]
  const changed = NAMES.filter(([key]) => {
    const was = sayable(old[key])
    const is = sayable(now[key])
    return (MAY_BE_NONE.has(key) || (was !== null && is !== null)) && canonicalJson(was) !== canonicalJson(is)
  })
  return changed.length === 0 ? null : changed.map(([, name]) => name).join(', ')
}

/** A method that is set from a day on is called a method, and no standing order. */
function inWords(
  settings: CalculationSettings,
): Readonly<Partial<Record<keyof CalculationSettings, unknown>>> {
  const { method, method_overrides } = settings
  const orders = method_overrides ?? []
  const later = orders.filter(isSetFrom)
  return {
    ...settings,
    method: later.length === 0 ? method : [method ?? 'fifo', ...later],
    method_overrides: orders.filter((order) => !isSetFrom(order)),
  }
}

/** A list without anything is none. */
function sayable(value: unknown) {
  return value === undefined || (Array.isArray(value) && value.length === 0) ? null : value
}
