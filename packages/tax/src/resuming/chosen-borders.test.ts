import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { chosenBorders, worthKeeping } from './chosen-borders.ts'

const border = (place: number) => ({ event: place, place, chunks: place / 10 })
const borders = Array.from({ length: 64 }, (_, n) => border(10 * n))

test('a history without checkpoints gets one before each of its last 64th, 16th and quarter', () => {
  expect(chosenBorders(borders, [], 640).map(({ place }) => place)).toEqual([480, 600, 630])
  expect(chosenBorders([border(0)], [], 640)).toEqual([])
})

test('a checkpoint that is near enough stands for a new one', () => {
  expect(chosenBorders(borders, [630], 640).map(({ place }) => place)).toEqual([480, 600])
  expect(chosenBorders(borders, [320, 560, 620], 640)).toEqual([])
})

test('of the checkpoints that are there at most three stay, each the latest that leaves its share behind', () => {
  const kept = (...there: number[]) =>
    worthKeeping(
      there.map((events) => ({ events })),
      640,
    ).map((one) => one.events)
  expect(kept(100, 320, 480, 560, 600, 620, 630, 635)).toEqual([480, 600, 630])
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat({ max: 640 })), (places) => {
      expect(kept(...places.sort((a, b) => a - b)).length).toBeLessThanOrEqual(3)
    }),
  )
})
