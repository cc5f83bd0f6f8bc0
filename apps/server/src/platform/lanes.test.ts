import { expect, test } from 'vitest'
import { Lanes } from './lanes.ts'

/** Works that begin in a lane, and end when they are told to. */
function works(bounds: readonly number[], perCustomer = 2) {
  const lanes = new Lanes({ bounds, perCustomer })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    add: async (customer: string, size: number, signal?: AbortSignal) => {
      const name = `${customer} ${size}`
      const { promise, resolve } = Promise.withResolvers<void>()
      ends.set(name, resolve)
      const done = lanes.use(
        { customer, size },
        ({ isLong }) => {
          begun.push(isLong ? `${name}, long` : name)
          return promise
        },
        signal,
      )
      done.catch(() => {})
      await settled()
      return done.then(
        () => 'done',
        (error: unknown) => String(error),
      )
    },
    end: async (name: string) => {
      ends.get(name)?.()
      await settled()
    },
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('long work never takes the lane of short work, which begins beside it', async () => {
  const { add, begun } = works([Infinity, 100])
  void add('a', 200_000)
  await settled()
  void add('b', 200_000)
  void add('c', 50)
  await settled()
  expect(begun).toEqual(['a 200000, long', 'c 50'])
})

test('short work takes the narrowest lane, and a wider one where that is taken', async () => {
  const { add, begun, end } = works([Infinity, 1_000, 100])
  for (const [customer, size] of [
    ['a', 50],
    ['b', 60],
    ['c', 70],
    ['d', 80],
    ['e', 2_000],
  ] as const)
    void add(customer, size)
  await settled()
  expect(begun).toEqual(['a 50', 'b 60', 'c 70'])
  await end('b 60')
  expect(begun.at(-1)).toBe('d 80')
  await end('c 70')
  expect(begun.at(-1)).toBe('e 2000, long')
})

test('a customer has a few lanes at a time, and others are first', async () => {
  const { add, begun, end } = works([Infinity, 100, 100], 2)
  void add('a', 1)
  void add('a', 2)
  void add('a', 3)
  await settled()
  expect(begun).toEqual(['a 1', 'a 2'])
  void add('b', 4)
  void add('b', 5)
  await settled()
  expect(begun).toEqual(['a 1', 'a 2', 'b 4'])
  await end('a 1')
  // One of them each: the earlier is first.
  expect(begun.at(-1)).toBe('a 3')
  await end('b 4')
  expect(begun.at(-1)).toBe('b 5')
})

test('work that is no longer wanted leaves the line', async () => {
  const { add, begun, end } = works([Infinity])
  void add('a', 1)
  await settled()
  const controller = new AbortController()
  const waits = add('b', 2, controller.signal)
  void add('c', 3)
  await settled()
  controller.abort(new Error('cancelled'))
  expect(await waits).toContain('cancelled')
  await end('a 1')
  expect(begun).toEqual(['a 1', 'c 3'])
})

test('a lane comes free when its work fails', async () => {
  const lanes = new Lanes({ bounds: [Infinity], perCustomer: 1 })
  const fails = lanes.use({ customer: 'a', size: 1 }, () => Promise.reject(new Error('broken')))
  await expect(fails).rejects.toThrow('broken')
  expect(await lanes.use({ customer: 'a', size: 1 }, () => Promise.resolve('well'))).toBe('well')
})

test('lanes need one that takes work of any size', () => {
  expect(() => new Lanes({ bounds: [100], perCustomer: 1 })).toThrow('any size')
})
