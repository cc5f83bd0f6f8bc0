import { expect, test } from 'vitest'
import { methodsSentence, standingOf } from './method-outcome-words.ts'

const year = { disposals: 3, named: 1 }

test('N13 a method that came too late for some sales says for how many, and one in force says so', () => {
  expect(standingOf({ method: 'hifo', contrary: 1 }, year)).toEqual({
    look: 'warn',
    label: 'Too late',
    text: 'Not in force for 1 of 2 sales: an order recorded now cannot apply to what is sold already.',
  })
  expect(standingOf({ method: 'hifo', contrary: 2 }, year).text).toMatch(
    /^Not in force for any of the 2 sales/,
  )
  expect(standingOf({ method: 'fifo', contrary: 0 }, year)).toMatchObject({
    look: 'done',
    label: 'Lawful as recorded',
  })
})

test('N13 what is set without being on record is told apart from what is', () => {
  expect(standingOf({ method: 'recorded', contrary: 0 }, year).label).toBe('On record')
  expect(standingOf({ method: 'recorded', contrary: 2 }, year).text).toContain(
    'unless your other records show that you identified the lots in time',
  )
})

test('N13 where nothing is open, no method makes a difference', () => {
  expect(standingOf({ method: 'lifo', contrary: 0 }, { disposals: 0, named: 0 }).text).toContain('Nothing')
  expect(standingOf({ method: 'lifo', contrary: 0 }, { disposals: 2, named: 2 }).text).toContain('named')
})

test.each([
  [
    ['500', '300', '900', '300', '500'],
    'As recorded the year comes to 500; least would be 300 under FIFO and HIFO, most 900 under LIFO.',
  ],
  [
    ['500', '500', '500', '500', '500'],
    'As recorded the year comes to 500, and under every method to the same.',
  ],
  [['500', '-2', '-2', '-2', '-2'], 'As recorded the year comes to 500, and under every other method to -2.'],
  [['0'], 'As recorded the year comes to 0.'],
])('what the gains %j under the methods say', (nets, expected) => {
  const rows = nets.map((net, n) => ({ name: ['As recorded', 'FIFO', 'LIFO', 'HIFO', 'LOFO'][n]!, net }))
  expect(methodsSentence(rows, (amount) => amount)).toBe(expected)
})
