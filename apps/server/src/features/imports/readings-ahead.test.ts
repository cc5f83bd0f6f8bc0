import type { FileRecognition } from '@lotbook/sources'
import { expect, test, vi } from 'vitest'
import { rewardsLedger } from '../../testing/kraken-ledger.ts'
import { unpacked } from '../../journal/reading/packed-reading.ts'
import { isolatedReader, type ReadOn } from '../../journal/reading/read-isolated.ts'
import { ReadingsAhead } from './readings-ahead.ts'

const real = isolatedReader()
const readOn: ReadOn = (...args) => real.readOn!(...args)
const wanted = () => new AbortController().signal

/** Readings that come when the test says so. */
function held() {
  const reading = Promise.withResolvers<never>()
  const signals: AbortSignal[] = []
  const progress: ((done: number, total: number) => void)[] = []
  const start: ReadOn = (_file, _options, onProgress, signal) => {
    signals.push(signal)
    progress.push(onProgress)
    return {
      recognised: Promise.resolve({ outcome: 'recognised' } as FileRecognition),
      reading: reading.promise,
    }
  }
  return { ahead: new ReadingsAhead(start), signals, progress }
}

test('a file is read on from where it was recognised, and is what reading it by itself comes to', async () => {
  const ahead = new ReadingsAhead(readOn)
  const one = ahead.begin(rewardsLedger(3_000), {})
  expect(await one?.recognised).toMatchObject({ outcome: 'recognised', formatId: 'kraken-ledgers' })
  one?.keepFor('upload')
  const told: number[] = []
  const reading = await ahead.take('upload', {})?.((done) => told.push(done), wanted())
  const alone = await real.read(rewardsLedger(3_000), {}, () => {})
  if (reading?.outcome !== 'read' || alone.outcome !== 'read') throw new Error('it was not read')
  expect(await unpacked(reading)).toEqual(await unpacked(alone))
  expect(told).toContain(3_000)
})

test('what is no table is told as such, nothing of it is read, and the next file has its place', async () => {
  const ahead = new ReadingsAhead(readOn)
  const one = ahead.begin({ name: 'a.csv', bytes: Buffer.from('%PDF-1.7\n\0\0') }, {})
  expect(await one?.recognised).toMatchObject({ outcome: 'refused' })
  const next = ahead.begin(rewardsLedger(1), {})
  expect(next).toBeDefined()
  next?.drop()
})

test('SE6 a file that breaks a bound while it is read ahead breaks it for its import', async () => {
  const bounded = isolatedReader({ readMs: 1 })
  const ahead = new ReadingsAhead((...args) => bounded.readOn!(...args))
  const one = ahead.begin(rewardsLedger(60_000), {})
  expect(await one?.recognised).toMatchObject({ outcome: 'recognised' })
  one?.keepFor('upload')
  await expect(ahead.take('upload', {})?.(() => {}, wanted())).rejects.toMatchObject({
    code: 'reader_timeout',
    message: 'The file took longer than 0.001 s to read.',
  })
})

test('a reading is given once, for its upload and its options, in whatever order these come', () => {
  const { ahead } = held()
  const one = ahead.begin(rewardsLedger(1), { timeZone: 'UTC', sourceSlug: 'kraken' })
  expect(ahead.take('upload', { timeZone: 'UTC', sourceSlug: 'kraken' })).toBeUndefined()
  one?.keepFor('upload')
  expect(ahead.take('another', { timeZone: 'UTC', sourceSlug: 'kraken' })).toBeUndefined()
  expect(ahead.take('upload', { timeZone: 'UTC' })).toBeUndefined()
  const taken = ahead.take('upload', { sourceSlug: 'kraken', timeZone: 'UTC' })
  void taken?.(() => {}, wanted()).catch(() => {})
  expect(taken).toBeDefined()
  expect(ahead.take('upload', { timeZone: 'UTC', sourceSlug: 'kraken' })).toBeUndefined()
})

test('one file at a time; the next one once that is taken, dropped or was not asked for', () => {
  vi.useFakeTimers()
  const { ahead, signals } = held()
  const one = ahead.begin(rewardsLedger(1), {})
  expect(ahead.begin(rewardsLedger(1), {})).toBeUndefined()
  one?.drop()
  expect(signals[0]?.aborted).toBe(true)
  expect(ahead.begin(rewardsLedger(1), {})).toBeDefined()
  expect(ahead.begin(rewardsLedger(1), {})).toBeUndefined()
  vi.advanceTimersByTime(30_000)
  expect(signals[1]?.aborted).toBe(true)
  expect(ahead.begin(rewardsLedger(1), {})).toBeDefined()
  vi.useRealTimers()
})

test('SF16 an import that is cancelled gives the reading up, and progress of before it is told', () => {
  const { ahead, signals, progress } = held()
  ahead.begin(rewardsLedger(1), {})?.keepFor('upload')
  progress[0]?.(0, 5)
  const controller = new AbortController()
  const told: number[][] = []
  void ahead
    .take('upload', {})?.((...now) => told.push(now), controller.signal)
    .catch(() => {})
  progress[0]?.(5, 5)
  expect(told).toEqual([
    [0, 5],
    [5, 5],
  ])
  expect(signals[0]?.aborted).toBe(false)
  controller.abort(new Error('cancelled'))
  expect(signals[0]?.reason).toEqual(new Error('cancelled'))
})
