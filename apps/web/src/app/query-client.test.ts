import { MutationObserver, notifyManager, onlineManager } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { createQueryClient } from './query-client.ts'

afterEach(() => onlineManager.setOnline(true))

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
