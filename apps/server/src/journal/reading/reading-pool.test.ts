import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { logFaultsTo } from '../../platform/fault-log.ts'
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
  const one = boundedReader({ longest: [Infinity] })
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
  const bounded = boundedReader({ heapMb: 32, longest: [Infinity] })
  await expect(bounded.read(rewardsLedger(60_000), {}, () => {})).rejects.toMatchObject({
    code: 'reader_memory',
  })
  expect(await bounded.recognise(rewardsLedger(3), {})).toMatchObject({ outcome: 'recognised' })
})

test('a short file of any customer is read beside the long ones, which wait for each other', async () => {
  const order: string[] = []
  const read = (customer: string, name: string, rows: number) =>
    readers(customer)
      .read(rewardsLedger(rows), {}, () => {})
      .then(() => order.push(name))
  await Promise.all([
    read('a', 'long', 60_000),
    read('b', 'long of another', 60_000),
    read('c', 'long of a third', 60_000),
    read('a', 'short', 3),
    read('d', 'beside', 3),
  ])
  expect(order.slice(0, 2).toSorted()).toEqual(['beside', 'short'])
})

/** Processes started by this one that read files. */
const readingProcesses = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        return (
          Number(parent) === process.pid &&
          readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('read-file.child')
        )
      } catch {
        return false
      }
    })
    .map(Number)

const hasProcesses = process.platform === 'linux'

// A bug: nobody listened to the end of a process that waited for a file, and the whole server went with it.
test.runIf(hasProcesses)(
  'a process that is killed while it waits for a file is replaced and logged',
  async () => {
    const logged: string[] = []
    logFaultsTo({ warn: (...line: unknown[]) => void logged.push(JSON.stringify(line)) })
    const before = new Set(readingProcesses())
    const own = boundedReader({ longest: [Infinity] })
    await own.read(rewardsLedger(3), {}, () => {})
    const [pid] = readingProcesses().filter((one) => !before.has(one))
    if (pid === undefined) throw new Error('no process stands ready')
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => logged.join()).toContain('stood ready ended')
    await expect.poll(() => readingProcesses().filter((one) => !before.has(one)).length).toBe(1)
    const reading = await own.read(rewardsLedger(4), {}, () => {})
    expect(reading.outcome).toBe('read')
  },
)

test.runIf(hasProcesses)(
  'a file whose process is killed from outside is read by another, and set aside after the second',
  async () => {
    const long = rewardsLedger(60_000)
    for (const kills of [1, 2]) {
      const before = new Set(readingProcesses())
      const own = boundedReader({ longest: [Infinity] })
      const killed = new Set<number>()
      const reading = own.read(long, {}, () => {
        const [pid] = readingProcesses().filter((one) => !before.has(one) && !killed.has(one))
        if (pid === undefined || killed.size === kills) return
        killed.add(pid)
        process.kill(pid, 'SIGKILL')
      })
      if (kills === 1) expect((await reading).outcome).toBe('read')
      else await expect(reading).rejects.toMatchObject({ code: 'reader_crashed' })
      expect(killed.size).toBe(kills)
    }
  },
)
