import { expect, test } from 'vitest'
import { spamWords } from './spam-words.ts'

test('E12 a suspicion is told with its score and each reason in words', () => {
  expect(spamWords('80 advertises unasked')).toEqual({
    score: '80',
    reasons: [
      'Its name or symbol carries an address or a call to claim something.',
      'It arrived unsolicited, for nothing.',
    ],
  })
})
