import { expect, test } from 'vitest'
import { whileNextIsMade } from './overlap.ts'

/** Ends once it is told to. */
function held() {
  let end = () => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  return { ended, end: () => end() }
}

test('the next is made while one is written, asked for before that, and written after it', async () => {
  const told: string[] = []
  const first = held()
  await whileNextIsMade([1, 2, 3], {
    look: async (item) => void told.push(`look ${item}`),
    make: async (item) => {
      told.push(`make ${item}`)
      // The first is written only once the second is being made.
      if (item === 2) first.end()
      return item
    },
    write: async (item) => {
      if (item === 1) await first.ended
      told.push(`wrote ${item}`)
    },
  })
  expect(told).toEqual([
    'look 1',
    'make 1',
    'look 2',
    'make 2',
    'wrote 1',
    'look 3',
    'make 3',
    'wrote 2',
    'wrote 3',
  ])
})

test('a fault is thrown once what was begun has ended, and nothing is begun after it', async () => {
  const told: string[] = []
  const first = held()
  const ended = whileNextIsMade([1, 2, 3], {
    look: async (item) => void told.push(`look ${item}`),
    make: async (item) => {
      if (item === 2) {
        queueMicrotask(first.end)
        throw new Error('cannot be made')
      }
      return item
    },
    write: async (item) => {
      await first.ended
      told.push(`wrote ${item}`)
    },
  })
  await expect(ended).rejects.toThrow('cannot be made')
  expect(told).toEqual(['look 1', 'look 2', 'wrote 1'])
})

test('what cannot be written is told, and nothing is made after it', async () => {
  const made: number[] = []
  const ended = whileNextIsMade([1, 2, 3], {
    look: async () => {},
    make: async (item) => made.push(item),
    write: () => Promise.reject(new Error('cannot be written')),
  })
  await expect(ended).rejects.toThrow('cannot be written')
  expect(made).toEqual([1, 2])
})
