import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { limitWork, processorTimeOf } from './reading-limits.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** After how many milliseconds of a hundred at most it is over, where a part of the time is worked. */
async function overAfter(part: number | undefined): Promise<number | undefined> {
  const begun = performance.now()
  let over: number | undefined
  limitWork(
    100,
    () => (over = performance.now() - begun),
    () => Promise.resolve(part === undefined ? undefined : part * (performance.now() - begun)),
  )
  await vi.advanceTimersByTimeAsync(10_000)
  return over
}

test('what works all the time is over when its time is', async () => {
  expect(await overAfter(1)).toBe(100)
})

// A bug: a file was refused as taking too long because others had the processors.
test('what waits for a processor has as much longer', async () => {
  expect(await overAfter(1 / 4)).toBeGreaterThanOrEqual(400)
  expect(await overAfter(1 / 4)).toBeLessThan(500)
})

test('what never works is over all the same, some time', async () => {
  expect(await overAfter(0)).toBe(800)
})

test('where nobody knows what it worked, all time counts', async () => {
  expect(await overAfter(undefined)).toBe(100)
})

test('what ended in time is not told of', async () => {
  const onOver = vi.fn()
  const time = limitWork(100, onOver, () => Promise.resolve(0))
  await vi.advanceTimersByTimeAsync(500)
  time.end()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(onOver).not.toHaveBeenCalled()
})

test.runIf(process.platform === 'linux')('what a process worked is known, and grows', async () => {
  vi.useRealTimers()
  const before = (await processorTimeOf(process.pid))!
  for (const end = process.cpuUsage().user + 60_000; process.cpuUsage().user < end;);
  expect((await processorTimeOf(process.pid))! - before).toBeGreaterThanOrEqual(40)
  expect(await processorTimeOf(2 ** 30)).toBeUndefined()
})
