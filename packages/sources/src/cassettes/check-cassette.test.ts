import { expect, test } from 'vitest'
import { type Cassette, cassetteText, parseCassette } from '../connecting/cassette.ts'
import { checkCassette } from './check-cassette.ts'

const entry = (id: string, amount: string, more: object = {}) => ({
  asset: 'BTC',
  amount,
  commission: '0',
  networkTransactionId: `hash-${id}`,
  requestId: id,
  status: 'confirmed',
  time: 1_736_000_000_000,
  transactionType: 'deposit',
  ...more,
})
const page = (
  number: number,
  hasNext: boolean,
  ...entries: readonly object[]
): Cassette['answers'][number] => ({
  provider: 'ascendex',
  method: 'GET',
  path: `/api/pro/v1/wallet/transactions?page=${number}&pageSize=50`,
  body: '',
  status: 200,
  headers: {},
  text: JSON.stringify({ code: 0, data: { data: entries, hasNext } }),
})
const event = (id: string, to: string) => ({
  event: '2025-01-04T14:13:20Z',
  type: 'incoming/received',
  to,
  id,
  hash: `hash-${id}`,
})

/** Two pages of deposits at AscendEX. */
const sound: Cassette = {
  head: {
    connector: 'ascendex',
    method: 'api',
    kind: 'documented',
    source: 'this test',
    madeAt: Date.UTC(2025, 2, 1),
    access: { apiKey: 'invented', apiSecret: 'invented' },
    balances: { BTC: '1.75' },
    ignored: [],
    asks: [],
  },
  answers: [page(1, true, entry('a', '1.50')), page(2, false, entry('b', '0.25'))],
  expected: [event('a', '1.5 BTC'), event('b', '0.2500 BTC')],
}
const problemsOf = async (change: Partial<Cassette>, head: Partial<Cassette['head']> = {}) =>
  (await checkCassette({ ...sound, ...change, head: { ...sound.head, ...head } })).problems

test('a sound cassette has no problem, and is the same after it was written and read', async () => {
  expect(await problemsOf({})).toEqual([])
  expect(parseCassette('sound.jsonl', cassetteText(sound))).toEqual(sound)
})

test('a path that the connector does not ask for shows, with the nearest one', async () => {
  const answers = sound.answers.map((one) => ({ ...one, path: one.path.replace('wallet', 'purse') }))
  expect(await problemsOf({ answers })).toEqual([
    'GET ascendex /api/pro/v1/wallet/transactions?page=1&pageSize=50 has no recorded answer. ' +
      'The nearest is GET ascendex /api/pro/v1/purse/transactions?page=1&pageSize=50',
  ])
})

test('a page that is skipped shows', async () => {
  const [first, second] = sound.answers
  const answers = [page(1, false, entry('a', '1.50')), ...(first && second ? [second] : [])]
  expect(await problemsOf({ answers })).toEqual([
    'Nobody asked for GET ascendex /api/pro/v1/wallet/transactions?page=2&pageSize=50: a page was skipped.',
    expect.stringContaining('Expected, and not read: {"event":"2025-01-04T14:13:20.000Z","hash":"hash-b"'),
    'The events add up to 1.5 BTC; the cassette says 1.75.',
  ])
})

test('an answer that is asked for more often than it was given shows', async () => {
  const [first] = sound.answers
  const answers = first === undefined ? [] : [first]
  expect(await problemsOf({ answers })).toEqual([
    expect.stringContaining('?page=2&pageSize=50 has no recorded answer'),
  ])
})

test('a field that nobody reads shows, unless it is ignored on purpose', async () => {
  const answers = [page(1, false, entry('a', '1.75', { chain: { block: '12' }, note: '' }))]
  const change = { answers, expected: [event('a', '1.75 BTC')] }
  const list = 'ascendex /api/pro/v1/wallet/transactions'
  expect(await problemsOf(change)).toEqual([`${list}: data.data[].chain`, `${list}: data.data[].note`])
  const ignored = [
    { in: '', fields: ['data.data[].chain', 'data.data[].note', 'data.old'], reason: 'a test' },
  ]
  expect(await problemsOf(change, { ignored })).toEqual(['ignored, and in no answer: : data.old'])
})

test('a field that sounds like money is ignored for a reason of its own, and so is what holds one', async () => {
  const more = { feeRate: '0.001', terms: { rebateLevel: '2' }, note: '' }
  const change = { answers: [page(1, false, entry('a', '1.75', more))], expected: [event('a', '1.75 BTC')] }
  const [rate, terms, note] = ['feeRate', 'terms', 'note'].map((name) => `data.data[].${name}`) as [
    string,
    string,
    string,
  ]
  const told = (path: string) => `: ${path} sounds like money and has no reason of its own`
  const ignoredAs = (...entries: readonly (readonly [readonly string[], string])[]) =>
    problemsOf(change, { ignored: entries.map(([fields, reason]) => ({ in: '', fields, reason })) })
  expect(await ignoredAs([[rate, terms, note], 'a test'])).toEqual([told(rate), told(terms)])
  expect(await ignoredAs([[rate, terms], 'a rate'], [[note], 'a rate'])).toEqual([told(rate), told(terms)])
  expect(await ignoredAs([[rate, terms], 'a rate'], [[note], 'a note'])).toEqual([])
})

test('a wrong amount and a wrong balance show', async () => {
  const answers = [page(1, false, entry('a', '1.50'))]
  expect(await problemsOf({ answers, expected: [event('a', '1.5001 BTC')] })).toEqual([
    expect.stringContaining('Expected, and not read: {"event"'),
    expect.stringContaining('"to":"1.5 BTC"'),
    'The events add up to 1.5 BTC; the cassette says 1.75.',
  ])
})

test('an answer with a star counts for each request that no other answers, and has to be asked for', async () => {
  const open = {
    ...page(2, false, entry('b', '0.25')),
    path: '/api/pro/v1/wallet/transactions?page=*&pageSize=50',
  }
  expect(await problemsOf({ answers: [page(1, true, entry('a', '1.50')), open] })).toEqual([])
  expect(await problemsOf({ answers: [...sound.answers, open] })).toEqual([
    'Nobody asked for GET ascendex /api/pro/v1/wallet/transactions?page=*&pageSize=50: no request fits it.',
  ])
})

test.each([
  ['', 'x.jsonl, line 1: The file is empty.'],
  ['{"format":"other"}', 'x.jsonl, line 1: "format" is "other" and not "lotbook-cassette/1".'],
  ['nothing', 'x.jsonl, line 1: This is no JSON.'],
])('a file that is no cassette is refused: %s', (text, message) => {
  expect(() => parseCassette('x.jsonl', text)).toThrow(message)
})

test.each([
  [{ provider: 'nobody' }, '"nobody" is no provider of connecting/providers.ts.'],
  [
    { provider: 'kraken', status: 200, text: '', method: 'PUT' },
    '"method" is "PUT" and not one of GET, POST.',
  ],
  [{ provider: 'kraken', method: 'GET', path: '/', status: '200', text: '' }, '"status" is no status.'],
  [{ provider: 'kraken', method: 'GET', path: '/', status: 200 }, '"text" is no text.'],
])('a line that is no answer is refused with its place', (line, message) => {
  const text = `${cassetteText({ ...sound, answers: [], expected: [] })}\n${JSON.stringify(line)}\n`
  expect(() => parseCassette('x.jsonl', text)).toThrow(`x.jsonl, line 3: ${message}`)
})
