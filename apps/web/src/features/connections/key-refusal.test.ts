import { connectionMessages } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { nextStepOfKey } from './key-refusal.ts'

test('a refused key has a next step at its field; what is not about the key has none', () => {
  expect(nextStepOfKey(connectionMessages.service.wrongKey, 'Kraken')).toMatch(
    /^Copy every field again from Kraken/,
  )
  expect(nextStepOfKey(connectionMessages.service.badKeys, 'Kraken')).toMatch(/^Create a new key at Kraken/)
  expect(nextStepOfKey('Kraken import failed', 'Kraken')).toBeUndefined()
  // The server said which key to make.
  expect(nextStepOfKey(`${connectionMessages.service.wrongKey} This is a master key.`, 'Gemini')).toBe('')
})
