import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { refetch } from './refetch.ts'

/** A query on screen whose answers are given by hand. */
function shown(client: QueryClient) {
  const answers: ((answer: string) => void)[] = []
  const observer = new QueryObserver(client, {
    queryKey: ['run', 1],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
    staleTime: 60_000,
  })
  const stop = observer.subscribe(() => {})
  return { answers, stop, data: () => observer.getCurrentResult().data }
}

test('R4.80 news that comes while the first answer is on its way is asked for once that is here', async () => {
  const client = new QueryClient()
  const { answers, stop, data } = shown(client)
  expect(answers).toHaveLength(1)
  refetch(client, [['run']])
  answers[0]?.('running')
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.('done')
  await expect.poll(data).toBe('done')
  stop()
  client.clear()
})

test('what is here already is asked for at once, and what no screen shows when it is shown', async () => {
  const client = new QueryClient()
  client.setQueryData(['other'], 'old')
  const { answers, stop, data } = shown(client)
  answers[0]?.('running')
  await expect.poll(data).toBe('running')
  refetch(client, [['run'], ['other']])
  expect(answers).toHaveLength(2)
  expect(client.getQueryState(['other'])?.isInvalidated).toBe(true)
  answers[1]?.('done')
  await expect.poll(data).toBe('done')
  expect(answers).toHaveLength(2)
  stop()
  client.clear()
})
