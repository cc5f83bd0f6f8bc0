import type { RuleSettings } from './settings.ts'
import { UNSETTLED, type Unsettled } from './unsettled.ts'

/** The choice that settings make of an unsettled treatment; the default where they make none. */
export function choiceOf<K extends Unsettled>(
  settings: RuleSettings,
  treatment: K,
): (typeof UNSETTLED)[K][number] {
  return settings.treatments?.[treatment] ?? UNSETTLED[treatment][0]
}

/** A test of two assets: true if a declared token makes one stand for the other, so that lots may pass between them. */
export function declaredPairs(settings: RuleSettings): (a: string, b: string) => boolean {
  const pairs = new Set(
    (settings.tokens ?? []).flatMap(({ asset, of: underlying }) =>
      underlying === undefined || underlying === null
        ? []
        : [pairName(asset, underlying), pairName(underlying, asset)],
    ),
  )
  return pairs.size === 0 ? () => false : (a, b) => pairs.has(pairName(a, b))
}

/** A test of two assets: true if they are declared for each other and the choice for that kind is a trade, whatever a row calls it. */
export function declaredTrades(settings: RuleSettings): (a: string, b: string) => boolean {
  return declaredPairs({
    tokens: (settings.tokens ?? []).filter(
      ({ kind }) => kind !== 'rebase' && choiceOf(settings, kind) === 'trade',
    ),
  })
}

const pairName = (a: string, b: string) => `${a}\n${b}`
