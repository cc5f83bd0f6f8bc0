import { expect, test } from 'vitest'
import { ApiError } from '../../client/api-error.ts'
import { withNoAnswerSaid } from './no-answer.ts'

test('a request without an answer begins with the sentence of the specification; an answer keeps its own words', () => {
  const { message, status } = withNoAnswerSaid(new TypeError('Failed to fetch'))
  expect(message).toMatch(/^Something went wrong\. Please try again\. Check your connection\./)
  expect(status).toBeUndefined()
  expect(withNoAnswerSaid(new Error('thrown by chance')).message).toBe(
    'Something went wrong. Please try again.',
  )
  const refused = new ApiError({ code: 'invalid_input', message: 'Read this.', fields: {}, status: 422 })
  expect(withNoAnswerSaid(refused)).toBe(refused)
})
