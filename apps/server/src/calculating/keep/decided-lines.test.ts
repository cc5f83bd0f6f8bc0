import { expect, test } from 'vitest'
import { packLines, unpackedLines, type DecidedColumns } from './decided-lines.ts'

test('columns come out of a thread as they went in, each by the number of its disposal', () => {
  const form = { proceeds: '1.00', basis: '-2.50', code: 'BW', adjustment: '0.10' }
  const columns = new Map<number, DecidedColumns>([
    [7, { box: 'K', form, isOnForm: true }],
    [2, { box: 'G', form: { ...form, code: '', isKeptListed: true }, isOnForm: true }],
    [40, { box: 'I', form: undefined, isOnForm: false }],
  ])
  const rest = {
    accounts: new Map([['a', 3]]),
    parts: [],
    takenBack: { short: 1n, long: 0n },
    withheld: 0n,
    formChanges: 2,
  }
  const packed = packLines({ ...rest, columns }, columns)
  const unpacked = unpackedLines(structuredClone(packed))
  for (const [n, decided] of columns) expect(unpacked.columns.get(n)).toEqual(decided)
  for (const n of [0, 3, 8, 41]) expect(unpacked.columns.get(n)).toBeUndefined()
  expect(unpacked).toMatchObject(rest)
})
