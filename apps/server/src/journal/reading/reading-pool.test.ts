import { expect, test } from 'vitest'
import { rewardsLedger } from '../../testing/kraken-ledger.ts'
import { unpacked } from './packed-reading.ts'
import { pooledReaders, type ReadingBounds } from './reading-pool.ts'

const readers = pooledReaders()
const reader = readers('a')
const boundedReader = (bounds: Partial<ReadingBounds>) => pooledReaders(bounds)('a')

test('every row of a long file arrives', async () => {
  const reading = await reader.read(rewardsLedger(12_345), {}, () => {})
  expect(reading.outcome === 'read' && (await unpacked(reading)).transactions.length).toBe(12_345)
})

test('a file is recognised, and its original rows are found, in the same isolation', async () => {
  expect(await reader.recognise(rewardsLedger(3), {})).toMatchObject({
    outcome: 'recognised',
    formatId: 'kraken-ledgers',
  })
  const rows = await reader.rows(rewardsLedger(3), [2], {})
  expect(rows).toMatchObject([{ row: 2, line: 3 }])
  expect(rows[0]?.cells[0]).toBe('L1')
})

test('a process that has read other files reads a file as a fresh one does', async () => {
  const one = boundedReader({ processes: 1 })
  const reading = () => one.read(rewardsLedger(40), { timeZone: 'America/New_York' }, () => {})
  const fresh = await reading()
  await one.read(rewardsLedger(20_000), {}, () => {})
  await one.recognise({ name: 'a.csv', bytes: Buffer.from('%PDF-1.7\n\0\0') }, {})
  expect(await reading()).toEqual(fresh)
})

test('what is no table is refused, not thrown', async () => {
  const reading = await reader.read({ name: 'a.csv', bytes: Buffer.from('%PDF-1.7\n\0\0') }, {}, () => {})
  expect(reading.outcome).not.toBe('read')
})

test('SE6 a file that takes longer, or needs more memory, than it may is stopped, saying which', async () => {
  const long = rewardsLedger(60_000)
  await expect(boundedReader({ readMs: 1 }).read(long, {}, () => {})).rejects.toMatchObject({
    code: 'reader_timeout',
    message: 'The file took longer than 0.001 s to read.',
  })
  await expect(boundedReader({ heapMb: 32 }).read(long, {}, () => {})).rejects.toMatchObject({
    code: 'reader_memory',
    message: expect.stringContaining('more memory'),
  })
})

test('SF16 a file that is no longer wanted is put down, with the reason', async () => {
  const controller = new AbortController()
  const reading = reader.read(rewardsLedger(60_000), {}, () => {}, controller.signal)
  controller.abort(new Error('cancelled'))
  await expect(reading).rejects.toThrow('cancelled')
})

// Buffers are outside the heap, so its limit alone would let them through.
test.runIf(process.platform === 'linux')('SE6 memory outside the heap counts too', async () => {
  await expect(
    boundedReader({ residentKb: 1 }).read(rewardsLedger(60_000), {}, () => {}),
  ).rejects.toMatchObject({
    code: 'reader_memory',
  })
})

test('SE6 a file that broke its process leaves the next file a fresh one', async () => {
  const bounded = boundedReader({ heapMb: 32, processes: 1 })
  await expect(bounded.read(rewardsLedger(60_000), {}, () => {})).rejects.toMatchObject({
    code: 'reader_memory',
  })
  expect(await bounded.recognise(rewardsLedger(3), {})).toMatchObject({ outcome: 'recognised' })
})

test('files of one customer wait for two processes, and another customer reads beside them', async () => {
  const order: string[] = []
  const read = (customer: string, name: string, rows: number) =>
    readers(customer)
      .read(rewardsLedger(rows), {}, () => {})
      .then(() => order.push(name))
  await Promise.all([
    read('a', 'long', 60_000),
    read('a', 'long too', 60_000),
    read('a', 'waits', 3),
    read('b', 'beside', 3),
  ])
  expect(order[0]).toBe('beside')
  expect(order.indexOf('waits')).toBeGreaterThan(1)
})
