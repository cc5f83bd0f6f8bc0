import type { RuleSettings } from './settings.ts'
import { UNSETTLED, type Unsettled } from './unsettled.ts'

/** The choice that settings make of a question that the law leaves open; the default where they make none. */
export function choiceOf<Question extends Unsettled>(
  settings: RuleSettings,
  question: Question,
): (typeof UNSETTLED)[Question][number] {
  return settings.treatments?.[question] ?? UNSETTLED[question][0]
}

/** Returns a test of two assets: whether a declared token makes one stand for the other, so that lots may pass between them. */
export function declaredPairs(settings: RuleSettings): (asset: string, other: string) => boolean {
  const pairs = new Set(
    (settings.tokens ?? []).flatMap(({ asset, of: underlying }) =>
      underlying === undefined || underlying === null
        ? []
        : [pairName(asset, underlying), pairName(underlying, asset)],
    ),
  )
  return pairs.size === 0 ? () => false : (asset, other) => pairs.has(pairName(asset, other))
}

/** Returns a test of two assets: whether they are declared for each other and the choice for that kind is a trade, whatever a row calls it. */
export function declaredTrades(settings: RuleSettings): (asset: string, other: string) => boolean {
  return declaredPairs({
    tokens: (settings.tokens ?? []).filter(
      ({ kind }) => kind !== 'rebase' && choiceOf(settings, kind) === 'trade',
    ),
  })
}

const pairName = (asset: string, other: string) => `${asset}\n${other}`
