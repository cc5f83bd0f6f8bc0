import { declaredPairs } from '../declared-pairs.ts'
import { isPairKind } from './open-questions.ts'
import type { RuleSettings } from './settings.ts'
import { UNSETTLED, type Unsettled } from './unsettled.ts'

/** The choice that settings make of an unsettled treatment; the default where they make none. */
export function choiceOf<K extends Unsettled>(
  settings: RuleSettings,
  treatment: K,
): (typeof UNSETTLED)[K][number] {
  const chosen = settings.treatments?.[treatment]
  const choices: readonly (typeof UNSETTLED)[K][number][] = UNSETTLED[treatment]
  return choices.find((choice) => choice === chosen) ?? choices[0]!
}

/** A test of two assets: true if they are declared for each other and the choice for that kind is a trade, whatever a row calls it. */
export function declaredTrades(settings: RuleSettings): (a: string, b: string) => boolean {
  return declaredPairs({
    tokens: (settings.tokens ?? []).filter(
      ({ kind }) => isPairKind(kind) && choiceOf(settings, kind) === 'trade',
    ),
  })
}
