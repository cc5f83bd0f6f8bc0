import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { News, NEWS_MS } from './news.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

async function shown() {
  const client = new QueryClient()
  const asked = { start: 0, steps: 0 }
  const stops = (['start', 'steps'] as const).map((name) =>
    new QueryObserver(client, { queryKey: [name], queryFn: () => (asked[name] += 1) }).subscribe(() => {}),
  )
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toEqual({ start: 1, steps: 1 })
  return { news: new News(client), asked, stop: () => stops.forEach((one) => one()) }
}

test('what several messages of one moment make out of date is asked for once', async () => {
  const { news, asked, stop } = await shown()
  news.add([['start'], ['steps']])
  await vi.advanceTimersByTimeAsync(NEWS_MS / 2)
  news.add([['start']])
  news.add([['steps'], ['start']])
  await vi.advanceTimersByTimeAsync(NEWS_MS / 2)
  expect(asked).toEqual({ start: 2, steps: 2 })
  await vi.advanceTimersByTimeAsync(10 * NEWS_MS)
  expect(asked).toEqual({ start: 2, steps: 2 })
  stop()
})

test('what is told later is asked for again, and a steady stream holds nothing up', async () => {
  const { news, asked, stop } = await shown()
  for (let ms = 0; ms < 4 * NEWS_MS; ms += NEWS_MS / 5) {
    news.add([['start']])
    await vi.advanceTimersByTimeAsync(NEWS_MS / 5)
  }
  expect(asked).toEqual({ start: 5, steps: 1 })
  stop()
})

test('after it is stopped nothing is asked for', async () => {
  const { news, asked, stop } = await shown()
  news.add([['start']])
  news.stop()
  await vi.advanceTimersByTimeAsync(2 * NEWS_MS)
  expect(asked).toEqual({ start: 1, steps: 1 })
  stop()
})
