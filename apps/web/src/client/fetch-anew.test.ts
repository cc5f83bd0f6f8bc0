import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { fetchAnew, fetchToTheEnd } from './fetch-anew.ts'

test('what was asked before a change does not answer whoever asks after it', async () => {
  const client = new QueryClient()
  const queryKey = ['who']
  client.setQueryData(queryKey, 'nobody yet')
  const old = Promise.withResolvers<string>()
  const before = client.fetchQuery({ queryKey, queryFn: () => old.promise, staleTime: 0 })
  const anew = fetchAnew(client, { queryKey, queryFn: () => Promise.resolve('Ana') })
  old.resolve('nobody')
  expect(await anew).toBe('Ana')
  await before
  expect(client.getQueryData(queryKey)).toBe('Ana')
  client.clear()
})

test('who asked first, of what nobody knew yet, gets the answer of who asks anew', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const queryKey = ['who']
  let asked = 0
  const never = new Promise<string>(() => {})
  const query = { queryKey, queryFn: () => (asked++ === 0 ? never : Promise.resolve('Ana')) }
  const first = fetchToTheEnd(client, query)
  expect(await fetchAnew(client, query)).toBe('Ana')
  expect(await first).toBe('Ana')
  await expect(
    fetchToTheEnd(client, { queryKey: ['down'], queryFn: () => Promise.reject(new Error('down')) }),
  ).rejects.toThrow('down')
  client.clear()
})
