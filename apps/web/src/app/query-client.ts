import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { toApiError } from './api-error.ts'

// A button must be busy before the second click of a double click arrives: in the same task, not in a timer after it.
notifyManager.setScheduler(queueMicrotask)

/**
 * The cache of what the server knows. A read is tried again twice when nothing answered; a refusal is an answer.
 * `onSignedOut` is told once a session that was open has ended.
 */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (thrown: unknown) => {
    if (toApiError(thrown).code === 'not_signed_in') onSignedOut()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, thrown) => failures < 2 && isWorthRetrying(thrown),
        refetchOnWindowFocus: true,
      },
      // Without a connection a change fails at once. Kept for later it would be sent after its form was cancelled.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** Whether asking again can help: nothing answered, or a service behind the server is down. */
export function isWorthRetrying(thrown: unknown): boolean {
  const { code, status } = toApiError(thrown)
  return code === 'unreachable' || (status !== undefined && status >= 502)
}
