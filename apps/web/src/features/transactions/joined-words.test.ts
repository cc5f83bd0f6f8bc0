import { expect, test } from 'vitest'
import { joinedText } from './joined-words.ts'

test('what arrived in transfers and has no row of its own is told beside the number, and nothing where there is none', () => {
  expect(joinedText(0)).toBeUndefined()
  expect(joinedText(null)).toBeUndefined()
  expect(joinedText(1, true)).toBe(
    '1 more arrived here from another account of yours; it is shown on the row it was sent from.',
  )
  expect(joinedText(1_204)).toBe(
    '1,204 more arrived in transfers between your accounts; each is shown on the row it was sent from.',
  )
})
