import { expect, test } from 'vitest'
import { Refusal } from './refusal.ts'
import { Slots } from './slots.ts'

/** Slots whose work is ended by the test, with the order in which work began. */
function watched(most: number, perCustomer: number) {
  const slots = new Slots({ most, perCustomer })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    ask: (name: string, signal?: AbortSignal) => {
      const [customer = ''] = name
      const work = () => {
        begun.push(name)
        return new Promise<void>((resolve) => ends.set(name, resolve))
      }
      return slots.use(customer, work, signal)
    },
    end: async (name: string) => {
      ends.get(name)?.()
      // The slot is handed on in the microtasks behind.
      await new Promise(setImmediate)
    },
  }
}

test('a customer with much to do leaves a slot for the next', async () => {
  const { ask, begun, end } = watched(3, 2)
  const all = ['a1', 'a2', 'a3', 'b1'].map((name) => ask(name))
  await new Promise(setImmediate)
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  await end('b1')
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  await end('a1')
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
  for (const name of ['a2', 'a3']) await end(name)
  await Promise.all(all)
})

test('of those who wait the customer with the fewest slots is next', async () => {
  const { ask, begun, end } = watched(2, 2)
  const all = ['a1', 'a2', 'a3', 'b1', 'b2'].map((name) => ask(name))
  await new Promise(setImmediate)
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) await end(name)
  await Promise.all(all)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2'])
})

test('work that fails gives its slot back', async () => {
  const slots = new Slots({ most: 1, perCustomer: 1 })
  await expect(slots.use('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await expect(slots.use('b', () => Promise.resolve('done'))).resolves.toBe('done')
})

test('waiting that is given up ends with its reason, and its turn goes to the next', async () => {
  const { ask, begun, end } = watched(1, 1)
  const first = ask('a1')
  const controller = new AbortController()
  const given = ask('b1', controller.signal)
  const last = ask('c1')
  controller.abort(new Error('cancelled'))
  await expect(given).rejects.toThrow('cancelled')
  await end('a1')
  await end('c1')
  await Promise.all([first, last])
  expect(begun).toEqual(['a1', 'c1'])
})

test('a slot is given back once, however often that is said', async () => {
  const slots = new Slots({ perCustomer: 1 })
  const giveBack = await slots.take('a')
  const second = slots.take('a')
  const third = slots.take('a')
  giveBack()
  giveBack()
  const giveSecond = await second
  let isThirdTaken = false
  void third.then(() => (isThirdTaken = true))
  await new Promise(setImmediate)
  expect(isThirdTaken).toBe(false)
  giveSecond()
  await third
})

test('one request too many is refused, of that customer alone', async () => {
  const slots = new Slots({ perCustomer: 1, waiting: 1 })
  const giveBack = await slots.take('a')
  const second = slots.take('a')
  await expect(slots.take('a')).rejects.toSatisfy(
    (error) => error instanceof Refusal && error.code === 'too_many_requests' && error.retryAfter === 2,
  )
  await slots.take('b')
  giveBack()
  await second
})
