import type { DecisionEffect, OptionField } from '@lotbook/contract'
import { effectWords } from './effect-words.ts'

export interface EffectLineProps {
  /** Undefined while it is worked out; null where it could not be. */
  readonly effect: DecisionEffect | null | undefined
  /** Fields that have to be filled in first. */
  readonly needs: readonly OptionField[]
  /** Problem with a field that cannot be read. */
  readonly misread: string | undefined
  /** True if the option takes a value, and none is filled in. */
  readonly lacksValue: boolean
  readonly currency: string
}

/** Effect of an answer, year by year, in one line. */
export function EffectLine({ effect, needs, misread, lacksValue, currency }: EffectLineProps) {
  // Without a price, what is worth something would be said to change nothing, or to be a loss of all that it cost.
  const isUnvalued = lacksValue && effect?.mends !== true && (effect?.unpriced ?? 0) > 0
  return (
    <span aria-live="polite" className="mt-1 block text-table">
      {needs.length > 0
        ? 'Fill in the details to see what this would change.'
        : (misread ??
          (isUnvalued
            ? 'No price is known. Enter its value to see what it would change.'
            : effectWords(effect, currency)))}
    </span>
  )
}
