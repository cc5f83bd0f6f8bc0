import { expect, test } from 'vitest'
import { type Ask, ProviderDown } from './ask.ts'
import { probeProvider } from './provider-probes.ts'

const answers =
  (status: number, text: string): Ask =>
  () =>
    Promise.resolve({ status, headers: {}, text })

test('a provider answers, answers with something else, refuses, or is silent', async () => {
  expect(await probeProvider('kraken', answers(200, '{"error":[],"result":{"unixtime":1}}'))).toEqual({
    state: 'answers',
    status: 200,
    shape: ['error', 'result'],
    missing: [],
  })
  expect(await probeProvider('kraken', answers(200, '{"error":[],"data":{}}'))).toEqual({
    state: 'changed',
    status: 200,
    shape: ['error', 'data'],
    missing: ['result'],
  })
  // A page that says the service has ended is no answer of it.
  expect(await probeProvider('koios', answers(200, '<html>gone</html>'))).toMatchObject({
    state: 'changed',
    missing: ['[]'],
  })
  expect(await probeProvider('koios', answers(403, 'forbidden'))).toMatchObject({
    state: 'refuses',
    status: 403,
  })
  expect(await probeProvider('esplora', answers(302, ''))).toMatchObject({ state: 'refuses' })
  const silent: Ask = () => Promise.reject(new ProviderDown('tzkt', 'unreachable', false))
  expect(await probeProvider('tzkt', silent)).toEqual({
    state: 'silent',
    status: null,
    shape: [],
    missing: [],
  })
})

test('one that answers nobody without a key is there when it refuses', async () => {
  expect(await probeProvider('robinhood', answers(401, '{"errors":[]}'))).toMatchObject({ state: 'answers' })
})
