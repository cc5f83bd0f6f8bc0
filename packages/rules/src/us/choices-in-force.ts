import { declaredPairs } from '../declared-pairs.ts'
import { isPairKind } from './open-questions.ts'
import type { RuleSettings } from './settings.ts'
import { UNSETTLED, type Unsettled } from './unsettled.ts'

/** The choice that settings make of a question that the law leaves open; the default where they make none. */
export function choiceOf<Question extends Unsettled>(
  settings: RuleSettings,
  question: Question,
): (typeof UNSETTLED)[Question][number] {
  const chosen = settings.treatments?.[question]
  const choices: readonly (typeof UNSETTLED)[Question][number][] = UNSETTLED[question]
  return choices.find((choice) => choice === chosen) ?? choices[0]!
}

/** Returns a test of two assets: whether they are declared for each other and the choice for that kind is a trade, whatever a row calls it. */
export function declaredTrades(settings: RuleSettings): (asset: string, other: string) => boolean {
  return declaredPairs({
    tokens: (settings.tokens ?? []).filter(
      ({ kind }) => isPairKind(kind) && choiceOf(settings, kind) === 'trade',
    ),
  })
}
