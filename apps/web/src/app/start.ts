import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { calls } from './api.ts'
import { api } from './api.ts'

/** Who is signed in and what their screens begin with: one call, each answer under the name of its own call. */
export type Start = Awaited<ReturnType<typeof calls.start.all>>

export const startQuery = queryOptions({ ...api.start.all.queryOptions(), staleTime: 60_000 })

/** What the signed-in screens begin with. For screens behind the guard, where it has arrived. */
export function useStart(): Start {
  return useSuspenseQuery(startQuery).data
}

/** Ask for it again, after something that changes who one is or what one may do. */
export function useRefreshStart(): () => Promise<Start> {
  const client = useQueryClient()
  return () => client.fetchQuery({ ...startQuery, staleTime: 0 })
}

/** Whether a feature is on. What is not named, or could not be fetched, is off (R6.21). */
export function isEnabled(start: Start | undefined, feature: string): boolean {
  return start?.feature_toggles[feature] === true
}
