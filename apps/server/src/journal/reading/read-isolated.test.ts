import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { rewardsLedger } from '../../testing/kraken-ledger.ts'
import { unpacked } from './packed-reading.ts'
import { isolatedReader, ReaderStopped } from './read-isolated.ts'

const reader = isolatedReader()

// A bug: the reading process closed its channel with batches still in it, and the file counted as broken.
test('every batch of a long file arrives', async () => {
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

test('what is no table is refused, not thrown', async () => {
  const reading = await reader.read({ name: 'a.csv', bytes: Buffer.from('%PDF-1.7\n\0\0') }, {}, () => {})
  expect(reading.outcome).not.toBe('read')
})

test('SE6 a file that takes longer, or needs more memory, than it may is stopped, saying which', async () => {
  const long = rewardsLedger(60_000)
  await expect(isolatedReader({ readMs: 1 }).read(long, {}, () => {})).rejects.toMatchObject({
    code: 'reader_timeout',
    message: 'The file took longer than 0.001 s to read.',
  })
  await expect(isolatedReader({ heapMb: 32 }).read(long, {}, () => {})).rejects.toMatchObject({
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

test('what is read is known before its transactions have come, and they break off with the reason', async () => {
  const controller = new AbortController()
  const reading = await reader.read(rewardsLedger(60_000), {}, () => {}, controller.signal)
  controller.abort(new Error('cancelled'))
  expect(reading).toMatchObject({ outcome: 'read', dataRows: 60_000, events: 60_000 })
  await expect(reading.outcome === 'read' && unpacked(reading)).rejects.toThrow('cancelled')
})

// Buffers are outside the heap, so its limit alone would let them through.
test.runIf(process.platform === 'linux')('SE6 memory outside the heap counts too', async () => {
  await expect(
    isolatedReader({ residentKb: 1 }).read(rewardsLedger(60_000), {}, () => {}),
  ).rejects.toMatchObject({
    code: 'reader_memory',
  })
})

// Whatever ends the process that starts the readers must not end the reading of files with it.
test.runIf(process.platform === 'linux')('the process that starts readers is started again', async () => {
  const reading = reader.read(rewardsLedger(60_000), {}, () => {})
  process.kill(await hostOf(process.pid), 'SIGKILL')
  // No fault of the file: it is worth trying again.
  await expect(reading).rejects.not.toBeInstanceOf(ReaderStopped)
  expect(await reader.recognise(rewardsLedger(3), {})).toMatchObject({ outcome: 'recognised' })
})

async function hostOf(parent: number): Promise<number> {
  for (const pid of await readdir('/proc')) {
    const [line, stat] = await Promise.all(
      ['cmdline', 'stat'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')),
    )
    const isOurs = stat?.slice(stat.lastIndexOf(')')).split(' ')[2] === String(parent)
    if (isOurs && line?.includes('reading-host.child')) return Number(pid)
  }
  throw new Error('there is no such process')
}
