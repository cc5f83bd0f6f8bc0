import { restsOnText } from '@lotbook/reports'
import type { CalculationSettings } from '@lotbook/tax'

/** The settings and versions of a calculation in a sentence for its papers. */
export function restsOnOf(of: {
  readonly settings: CalculationSettings
  readonly engine_version: string
  readonly rules_version: string
}): string {
  const { pool_before_2025: pool = 'account', method_overrides = [] } = of.settings
  return restsOnText({
    ...methodsOf(of.settings),
    pool,
    standingOrders: method_overrides.filter((one) => !isOfAll(one)).length,
    engineVersion: of.engine_version,
    rulesVersion: of.rules_version,
  })
}

type Override = NonNullable<CalculationSettings['method_overrides']>[number]

/** An override of everything that was never recorded is the method itself from its day on, as after a filed year; others are standing orders. */
const isOfAll = ({ account, asset, recorded_at, from }: Override) =>
  [account, asset, recorded_at].every((one) => (one ?? null) === null) && (from ?? null) !== null

/** The method that counts last, and those before it with the day that each counted until. */
export function methodsOf({ method: first = 'fifo', method_overrides = [] }: CalculationSettings) {
  let method: string = first
  const earlierMethods: { until: string; method: string }[] = []
  for (const override of method_overrides.filter(isOfAll)) {
    earlierMethods.push({ until: untilText(override.from ?? ''), method })
    method = override.method
  }
  return { method, earlierMethods }
}

/** Standing orders of settings, each in a sentence. */
export function standingOrdersOf({ method_overrides = [] }: CalculationSettings): string[] {
  return method_overrides
    .filter((one) => !isOfAll(one))
    .map(({ method, account, asset, from, recorded_at }) => {
      const of = `${account ?? 'every account'}, ${asset ?? 'every asset'}`
      const recorded = recorded_at === null || recorded_at === undefined ? '' : `, recorded ${recorded_at}`
      return `${method.toUpperCase()} for ${of}${from === null || from === undefined ? '' : ` from ${from}`}${recorded}`
    })
}

/** `2024` for an order from January 1, 2025, else the day it begins on. */
const untilText = (from: string) =>
  from.endsWith('-01-01') ? String(Number(from.slice(0, 4)) - 1) : `the day before ${from}`
