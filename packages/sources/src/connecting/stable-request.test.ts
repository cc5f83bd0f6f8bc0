import { expect, test } from 'vitest'
import type { CassetteAnswer } from './cassette.ts'
import { nearestAnswer } from './nearest-answer.ts'
import { stableRequest } from './stable-request.ts'

test.each([
  [
    'binance',
    { path: '/api/v3/myTrades?symbol=A&timestamp=1&recvWindow=5&signature=x' },
    '/api/v3/myTrades?symbol=A',
    '',
  ],
  ['binance', { path: '/api/v3/account?timestamp=1&signature=x' }, '/api/v3/account', ''],
  ['kraken', { path: '/0/private/Ledgers', body: 'nonce=17&ofs=0' }, '/0/private/Ledgers', 'ofs=0'],
  [
    'whitebit',
    { path: '/p', body: '{"request":"/p","nonce":"1","limit":100}' },
    '/p',
    '{"request":"/p","limit":"100"}',
  ],
  [
    'gemini',
    {
      path: '/v1/mytrades',
      headers: {
        'X-GEMINI-PAYLOAD': Buffer.from('{"request":"/v1/mytrades","nonce":"1"}').toString('base64'),
      },
    },
    '/v1/mytrades',
    '{"request":"/v1/mytrades"}',
  ],
  ['okx', { path: '/api?nonce=1', body: '{"nonce":1}' }, '/api?nonce=1', '{"nonce":1}'],
] as const)('%s: what differs each time is no part of the question', (provider, request, path, body) => {
  expect(stableRequest(provider, request)).toEqual({ method: 'GET', path, body })
})

const answer = (path: string): CassetteAnswer => ({
  provider: 'okx',
  method: 'GET',
  path,
  body: '',
  status: 200,
  headers: {},
  text: path,
})
const DAY = 86_400_000
const window = (from: number) => `/list?start=${from}&end=${from + DAY - 1}`
const T = 1_736_000_000_000
const recorded = [answer(window(T)), answer('/list?start=*&end=*'), answer('/all?until=1736000000')]

test.each([
  // The grid of windows lies elsewhere: the nearest one, and quiet ones around it.
  [window(T), window(T)],
  [window(T + DAY / 3), window(T)],
  [window(T + DAY), '/list?start=*&end=*'],
  ['/all?until=1767000000', '/all?until=1736000000'],
  ['/other?until=1767000000', undefined],
])('%s is answered by %s', (path, found) => {
  expect(nearestAnswer(recorded, { method: 'GET', path, body: '' })?.path).toBe(found)
})
