import { expect, test } from 'vitest'
import { allDone, whileNextIsMade } from './overlap.ts'

test('the next is made while one is written, and written after it', async () => {
  const told: string[] = []
  let written = () => {}
  const ended = whileNextIsMade(
    [1, 2],
    async (item) => {
      told.push(`make ${item}`)
      // The first is written only once the second is being made.
      if (item === 2) written()
      return item
    },
    async (item) => {
      if (item === 1) await new Promise<void>((resolve) => (written = resolve))
      told.push(`wrote ${item}`)
    },
  )
  await ended
  expect(told).toEqual(['make 1', 'make 2', 'wrote 1', 'wrote 2'])
})

test('a fault is thrown once what was begun has ended, and nothing is begun after it', async () => {
  const told: string[] = []
  let written = () => {}
  const ended = whileNextIsMade(
    [1, 2, 3],
    async (item) => {
      if (item === 2) {
        queueMicrotask(written)
        throw new Error('cannot be made')
      }
      return item
    },
    async (item) => {
      await new Promise<void>((resolve) => (written = resolve))
      told.push(`wrote ${item}`)
    },
  )
  await expect(ended).rejects.toThrow('cannot be made')
  expect(told).toEqual(['wrote 1'])
})

test('all have ended before the first fault of several is thrown', async () => {
  const told: string[] = []
  const slow = Promise.resolve().then(() => told.push('ended'))
  await expect(allDone([Promise.reject(new Error('first')), slow])).rejects.toThrow('first')
  expect(told).toEqual(['ended'])
})
