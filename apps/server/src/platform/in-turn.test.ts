import { expect, test } from 'vitest'
import { inTurn } from './in-turn.ts'

test('no more at once than allowed, in the order they came, and a failure gives its turn on', async () => {
  const turn = inTurn(2)
  const begun: number[] = []
  const ends: (() => void)[] = []
  const work = (n: number) =>
    turn(
      () =>
        new Promise<number>((resolve, reject) => {
          begun.push(n)
          ends[n] = () => (n === 0 ? reject(new Error('failed')) : resolve(n))
        }),
    )
  const all = [0, 1, 2, 3].map(work)
  expect(begun).toEqual([0, 1])
  ends[0]?.()
  await expect(all[0]).rejects.toThrow('failed')
  expect(begun).toEqual([0, 1, 2])
  ends[1]?.()
  await expect(all[1]).resolves.toBe(1)
  expect(begun).toEqual([0, 1, 2, 3])
  ends[2]?.()
  ends[3]?.()
  await expect(Promise.all(all.slice(1))).resolves.toEqual([1, 2, 3])
})
