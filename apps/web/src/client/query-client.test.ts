import { MutationObserver, notifyManager, onlineManager } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError, secondsOf } from './api-error.ts'
import { createQueryClient } from './query-client.ts'

afterEach(() => {
  onlineManager.setOnline(true)
  vi.useRealTimers()
})

test('a change without a connection fails at once, and is not sent by itself once there is one', async () => {
  const client = createQueryClient(() => {})
  let sent = 0
  const change = new MutationObserver(client, {
    mutationFn: () => {
      sent += 1
      return Promise.reject(new TypeError('Failed to fetch'))
    },
  })
  onlineManager.setOnline(false)
  change.mutate().catch(() => {})
  await expect.poll(() => change.getCurrentResult().status).toBe('error')
  onlineManager.setOnline(true)
  await client.resumePausedMutations()
  expect(sent).toBe(1)
})

test('a button hears that its change is on the way before the next click can come', async () => {
  const client = createQueryClient(() => {})
  const change = new MutationObserver(client, { mutationFn: () => new Promise<void>(() => {}) })
  const heard: boolean[] = []
  // As `useMutation` listens.
  const listen = notifyManager.batchCalls(() => void heard.push(change.getCurrentResult().isPending))
  const stop = change.subscribe(listen)
  void change.mutate()
  // A click is a task of its own: what was told in microtasks was told before it.
  await Promise.resolve()
  await Promise.resolve()
  expect(heard).toContain(true)
  stop()
})

/** Asks what is refused so often, as coming too soon unless it says otherwise. @returns when it was asked, in milliseconds, and what came of it. */
async function askedTooSoon(
  refusals: number,
  retryAfter: number | undefined,
  refusal: Pick<ApiError, 'code' | 'status'> = { code: 'too_many_requests', status: 429 },
) {
  vi.useFakeTimers()
  const client = createQueryClient(() => {})
  const begun = Date.now()
  const asked: number[] = []
  const answer = client
    .fetchQuery({
      queryKey: ['read'],
      queryFn: () => {
        asked.push(Date.now() - begun)
        if (asked.length > refusals) return Promise.resolve('here')
        return Promise.reject(new ApiError({ ...refusal, message: 'Later.', fields: {}, retryAfter }))
      },
    })
    .catch((error: unknown) => (error as Error).message)
  await vi.advanceTimersByTimeAsync(60_000)
  return { asked, answer: await answer }
}

test('a read that came a moment too soon is asked again when it may be, twice at most', async () => {
  expect(await askedTooSoon(1, 1)).toEqual({ asked: [0, 1000], answer: 'here' })
  expect(await askedTooSoon(9, 3)).toEqual({ asked: [0, 3000, 6000], answer: 'Later.' })
})

test('one that would have to wait for long, or that nobody says how long, is told at once', async () => {
  expect(await askedTooSoon(1, 6)).toEqual({ asked: [0], answer: 'Later.' })
  expect(await askedTooSoon(1, undefined)).toEqual({ asked: [0], answer: 'Later.' })
})

test('a service that is down may say how long, and nobody is kept waiting that long', async () => {
  const down = { code: 'something_went_wrong', status: 503 } as const
  expect(await askedTooSoon(1, 120, down)).toEqual({ asked: [0, 5000], answer: 'here' })
  expect(await askedTooSoon(2, undefined, down)).toEqual({ asked: [0, 1000, 3000], answer: 'here' })
})

test('how long to wait is read where it is said in seconds', () => {
  expect(
    ['1', '120', '', 'Fri, 31 Dec 1999 23:59:59 GMT', '1.5', undefined, ['1', '2']].map(secondsOf),
  ).toEqual([1, 120, undefined, undefined, undefined, undefined, undefined])
})
