import { expect, test } from 'vitest'
import { eventWords } from './access-words.ts'

test.each([
  ['viewing_stopped', null, 'GET /api/users/stop_impersonating', 'left your books'],
  ['viewed', 'transactions', 'GET /api/transactions', 'viewed your transactions'],
  ['viewed', 'Labs', 'GET /api/labs/items', 'viewed Labs'],
  ['changed', 'workpapers', 'POST /api/workpapers/sign_offs', 'signed off a step of the workpapers'],
  ['changed', 'workpapers', 'POST /api/workpapers/sign_offs/0190/end', 'took back a sign-off'],
  ['changed', 'workpapers', 'POST /api/workpapers/tick_marks', 'set or removed a tick mark'],
  ['changed', 'workpapers', 'POST /api/workpapers/points', 'added an open point'],
  ['changed', 'questions', 'POST /api/questions', 'asked a question'],
  ['changed', 'questions', 'POST /api/questions/0190/messages', 'wrote in a question'],
  ['changed', 'review', 'POST /api/review/0190/decide', 'answered review items'],
  ['changed', 'transactions', 'PATCH /api/transactions/0190', 'edited a transaction'],
  ['changed', 'settings', 'POST /api/setting/tax', 'changed your settings'],
  ['changed', null, 'POST /api/searches', 'changed your books'],
  ['a_later_event', null, '', 'a later event'],
])('the log goes on from the name with what was done: %s %s, %s', (event, object, route, words) => {
  expect(eventWords({ event, object, route })).toBe(words)
})
