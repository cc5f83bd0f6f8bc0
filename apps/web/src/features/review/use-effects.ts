import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { DecisionEffect, ReviewAnswer } from '@lotbook/contract'
import { isDay } from '../../app/is-day.ts'
import { api } from '../../app/api.ts'
import { useDebounced } from '../../app/use-debounced.ts'

/** While someone types, nothing is worked out. */
const RESTED_MS = 500

export interface Effects {
  /** What an answer would change; undefined while it is worked out, null where that took too long. */
  readonly of: (answer: ReviewAnswer) => DecisionEffect | null | undefined
}

/** What answers would change, by the engine. All that are complete are asked for at once, while the item is open. */
export function useEffects(itemId: string, answers: readonly ReviewAnswer[], isOpen: boolean): Effects {
  const asked = useDebounced(JSON.stringify(answers.filter(isWellFormed).map(withoutNote)), RESTED_MS)
  const parsed = JSON.parse(asked) as ReviewAnswer[]
  const { data, isPlaceholderData, isError } = useQuery({
    ...api.review.effects.queryOptions({ input: { id: itemId, answers: parsed } }),
    enabled: isOpen && parsed.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return {
    of: (answer) => {
      if (isError) return null
      const key = JSON.stringify(withoutNote(answer))
      const at = parsed.findIndex((one) => JSON.stringify(one) === key)
      return at < 0 || isPlaceholderData ? undefined : data?.data[at]
    },
  }
}

// A note changes no figure.
function withoutNote({ note: _note, ...answer }: ReviewAnswer): ReviewAnswer {
  return answer
}

const AMOUNT = /^\d+(\.\d+)?$/

/** What the contract would refuse is not asked for. */
function isWellFormed(answer: ReviewAnswer): boolean {
  const { quantity, cost, value, donor_basis, acquired_on, donor_acquired } = answer
  return (
    [quantity, cost, value, donor_basis].every((text) => text === undefined || AMOUNT.test(text)) &&
    [acquired_on, donor_acquired].every((text) => text === undefined || isDay(text))
  )
}
