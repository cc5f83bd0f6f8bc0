import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { DecisionEffect, ReviewAnswer } from '@lotbook/contract'
import { laterApi } from '../../client/later-api.ts'
import { useDebounced } from '../../client/use-debounced.ts'
import { misread } from './misread.ts'

/** While someone types, nothing is worked out. */
const RESTED_MS = 500

export interface Effects {
  /** Effect of an answer; undefined while it is worked out, null if that took too long. */
  readonly of: (answer: ReviewAnswer) => DecisionEffect | null | undefined
}

/** Effects of answers, by the engine. All complete answers are asked for at once, while the item is open. */
export function useEffects(itemId: string, answers: readonly ReviewAnswer[], isOpen: boolean): Effects {
  const asked = useDebounced(
    JSON.stringify(answers.filter((answer) => misread(answer) === undefined).map(withoutNote)),
    RESTED_MS,
  )
  const parsed = JSON.parse(asked) as ReviewAnswer[]
  const { data, isPlaceholderData, isError } = useQuery({
    ...laterApi.review.effects.queryOptions({ input: { id: itemId, answers: parsed } }),
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
