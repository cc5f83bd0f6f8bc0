import {
  type QueryClient,
  type QueryKey,
  queryOptions,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { ApiError, toApiError } from './api-error.ts'
import { api, calls } from './api.ts'
import { fetchAnew } from './fetch-anew.ts'

/** The signed-in person and the data that every screen begins with: one call, each answer under the name of its own call. */
export type Start = Exclude<Awaited<ReturnType<typeof calls.start.all>>, { get_user_role: null }>

/** Throws `not_signed_in` where nobody is: an answer to a page that could not know, and no refusal on the wire. */
export const startQuery = queryOptions({
  queryKey: api.start.all.queryKey() as QueryKey,
  queryFn: async ({ signal }): Promise<Start> => {
    const start = await calls.start.all(undefined, { signal })
    if (!('setting' in start))
      throw new ApiError({ code: 'not_signed_in', message: 'Please log in.', fields: {}, status: undefined })
    return start
  },
  staleTime: 60_000,
})

/** The same for a screen that asks for no session: undefined for who is not signed in. One whose second factor is due is not yet. */
export async function startIfSignedIn(client: QueryClient): Promise<Start | undefined> {
  try {
    return await client.ensureQueryData(startQuery)
  } catch (thrown) {
    if (['not_signed_in', 'second_factor_required'].includes(toApiError(thrown).code)) return undefined
    throw thrown
  }
}

/** The data that signed-in screens begin with. For screens behind the guard, where it has arrived. */
export function useStart(): Start {
  return useSuspenseQuery(startQuery).data
}

/** Ask for it again, after something that changes who one is or what one may do. */
export function useRefreshStart(): () => Promise<Start> {
  const client = useQueryClient()
  return () => fetchAnew(client, startQuery)
}

/** Name of the toggle of Labs. */
export const LABS = 'labs'

/** Whether a feature is on. What is not named, or could not be fetched, is off (R6.21). */
export function isEnabled(start: Start | undefined, feature: string): boolean {
  return start?.feature_toggles[feature] === true
}
