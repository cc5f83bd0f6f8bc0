import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { fetchAnew } from './fetch-anew.ts'

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
