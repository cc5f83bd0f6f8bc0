import type { DecisionEffect, OptionField } from '@lotbook/contract'
import { effectWords } from '../../app/effect-words.ts'

export interface EffectLineProps {
  /** Undefined while it is worked out; null where it could not be. */
  readonly effect: DecisionEffect | null | undefined
  /** What has to be filled in first. */
  readonly needs: readonly OptionField[]
  readonly currency: string
}

/** What an answer would change, year by year, in one line. */
export function EffectLine({ effect, needs, currency }: EffectLineProps) {
  return (
    <span aria-live="polite" className="mt-1 block text-table">
      {needs.length > 0 ? 'Fill it in to see what it would change.' : effectWords(effect, currency)}
    </span>
  )
}
