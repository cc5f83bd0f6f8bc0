import { expect, test } from 'vitest'
import type { ResultSoFar, ResultTable } from '../results/result-table.ts'
import { ComingResult, inOneStep, type Steps } from './coming-result.ts'

const soFar = (count: number) => ({ count }) as ResultSoFar
const whole = (count: number) => ({ disposals: { rows: { count } } }) as ResultTable

/** Long enough for whoever waits to look. */
async function turn(): Promise<void> {
  for (let n = 0; n < 10; n += 1) await Promise.resolve()
}

/** Steps with so many disposals each, then a result of so many, or a fault. */
function* steps(counts: readonly number[], end: number | Error): Generator<ResultSoFar, ResultTable> {
  for (const count of counts) yield soFar(count)
  if (end instanceof Error) throw end
  return whole(end)
}

/** The counts that a reader sees who asks for more than they have, until there are no more. */
async function countsSeen(coming: Steps): Promise<number[]> {
  const result = new ComingResult(coming, turn)
  const counts: number[] = []
  for (let there = 0; ; there = counts.at(-1)!) {
    const { count } = await result.disposalsBeyond(there)
    if (count === there) return counts
    counts.push(count)
  }
}

test('disposals are told of as they come, those of the last step too, and then that there are no more', async () => {
  expect(await countsSeen(steps([0, 2, 2, 5], 6))).toEqual([2, 5, 6])
  expect(await countsSeen(steps([0, 2, 5], 5))).toEqual([2, 5])
  expect(await countsSeen(steps([], 3))).toEqual([3])
  expect(await countsSeen(steps([0], 0))).toEqual([])
  expect(await countsSeen(inOneStep(() => whole(4)))).toEqual([4])
})

test('whoever comes first, or late, is told what there is', async () => {
  const coming = new ComingResult(steps([0, 1, 2], 3), turn)
  expect((await coming.disposalsBeyond(-1)).count).toBe(0)
  expect((await coming.whole).disposals.rows.count).toBe(3)
  expect((await coming.disposalsBeyond(-1)).count).toBe(3)
})

test('what the engine throws is thrown to whoever waits, however many wait, and ends no process', async () => {
  const fault = new Error('no such lot')
  const coming = new ComingResult(steps([0, 1], fault), turn)
  await expect(Promise.all([coming.disposalsBeyond(1), coming.disposalsBeyond(0)])).rejects.toBe(fault)
  await expect(coming.whole).rejects.toBe(fault)
  await expect(coming.disposalsBeyond(0)).rejects.toBe(fault)
  const atOnce = () => {
    throw fault
  }
  await expect(new ComingResult(inOneStep(atOnce), turn).disposalsBeyond(-1)).rejects.toBe(fault)
})
