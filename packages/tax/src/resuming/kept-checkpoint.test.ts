import { jurisdictionOf } from '@lotbook/rules'
import { expect, test } from 'vitest'
import { checkpointKey } from './kept-checkpoint.ts'

test('a checkpoint holds only while the treatments stand in the order whose positions it keeps', () => {
  const place = { chunk: 0, packed: 'a', version: 1n, at: 0, id: 't1' }
  const key = checkpointKey({ engine: {}, picks: [], places: [place] }, 0)
  const { treatments } = JSON.parse(key) as { treatments: unknown }
  expect(treatments).toEqual(
    jurisdictionOf({}).treatments.map(({ type, subType, operation }) => [type, subType, operation]),
  )
})
