import { expect, test } from 'vitest'
import { Refusal } from './refusal.ts'
import { Turns } from './turns.ts'

/** Whether a promise has come to its end, once all that can be done now is done. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  return Promise.race([
    promise.then(() => true),
    new Promise<boolean>((resolve) => setImmediate(resolve, false)),
  ])
}

test('a customer waits for a turn while theirs are taken, and another does not', async () => {
  const turns = new Turns({ atOnce: 2, waiting: 5 })
  const first = await turns.take('a')
  await turns.take('a')
  const third = turns.take('a')
  const fourth = turns.take('a')
  expect(await isSettled(third)).toBe(false)
  await turns.take('b')

  first()
  expect([await isSettled(third), await isSettled(fourth)]).toEqual([true, false])
  // A turn is given back once, however often that is said.
  first()
  expect(await isSettled(fourth)).toBe(false)
  const giveThird = await third
  giveThird()
  expect(await isSettled(fourth)).toBe(true)
})

test('a line that is full refuses one more, of that customer alone', async () => {
  const turns = new Turns({ atOnce: 1, waiting: 1 })
  const give = await turns.take('a')
  const second = turns.take('a')
  await expect(turns.take('a')).rejects.toSatisfy(
    (error) => error instanceof Refusal && error.code === 'too_many_requests' && error.retryAfter === 2,
  )
  await turns.take('b')
  give()
  const giveSecond = await second
  giveSecond()
  // The line is as it was before anybody came.
  expect(await isSettled(turns.take('a'))).toBe(true)
})
