import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { toApiError } from './api-error.ts'

// A button must be busy before the second click of a double click arrives: in the same task, not in a timer after it.
notifyManager.setScheduler(queueMicrotask)

/** Nobody is kept waiting longer than this, in seconds, for a read that is asked again. */
const MOST_WAIT = 5

/**
 * The cache of what the server knows. A read is tried again twice when nothing answered, or when it came too soon; any other
 * refusal is an answer.
 * `onSignedOut` is told once a session that was open has ended, `onForbidden` when what was asked for may not be seen.
 */
export function createQueryClient(onSignedOut: () => void, onForbidden: () => void = () => {}): QueryClient {
  const onError = (thrown: unknown) => {
    const { code } = toApiError(thrown)
    if (code === 'not_signed_in') onSignedOut()
    if (code === 'forbidden') onForbidden()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, thrown) => failures < 2 && isWorthRetrying(thrown),
        retryDelay: (failures, thrown) =>
          1000 * Math.min(toApiError(thrown).retryAfter ?? 2 ** failures, MOST_WAIT),
        refetchOnWindowFocus: true,
      },
      // Without a connection a change fails at once. Kept for later it would be sent after its form was cancelled.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** Whether asking again can help: nothing answered, a service behind the server is down, or it came a moment too soon. */
export function isWorthRetrying(thrown: unknown): boolean {
  const { code, status, retryAfter } = toApiError(thrown)
  if (code === 'too_many_requests') return retryAfter !== undefined && retryAfter <= MOST_WAIT
  return code === 'unreachable' || (status !== undefined && status >= 502)
}
