import { expect, test } from 'vitest'
import { exactJson } from './exact-json.ts'
import { fieldPaths, FieldReads, unwatched } from './field-reads.ts'

const TEXT =
  '{"data":[{"id":1,"fee":{"cost":"2","coin":"BTC"}},{"id":2}],"LABC12-DEFGH-345678":{"old":true},"candles":[[1,"2"]]}'

test('fields are named by their paths, ids among them by a star', () => {
  expect(fieldPaths(JSON.parse(TEXT))).toEqual([
    'data',
    'data[].id',
    'data[].fee',
    'data[].fee.cost',
    'data[].fee.coin',
    '*',
    '*.old',
    'candles',
    'candles[][0]',
    'candles[][1]',
  ])
})

test('what is looked at is noted, what is written down as a whole is not', async () => {
  const reads = new FieldReads()
  await reads.during(async () => {
    const { data } = exactJson(TEXT) as { data: { id: string; fee?: { cost: string } }[] }
    expect(data.map(({ id }) => id)).toEqual(['1', '2'])
    expect(data[0]?.fee).toBe(data[0]?.fee)
    expect(data[0]?.fee?.cost).toBe('2')
    expect(unwatched(() => JSON.stringify(data))).toContain('"coin":"BTC"')
  })
  expect([...(reads.all.get(TEXT) ?? [])].filter((path) => !path.endsWith('[]'))).toEqual([
    'data',
    'data[].id',
    'data[].fee',
    'data[].fee.cost',
  ])
  // Outside of it nothing is watched.
  const { data } = exactJson(TEXT) as { data: unknown }
  expect(Array.isArray(data) && reads.all.size).toBe(1)
})
