import { expect, test } from 'vitest'
import { readIsolated, recogniseIsolated, rowsIsolated } from './read-isolated.ts'

const header = 'txid,refid,time,type,subtype,aclass,asset,wallet,amount,fee,balance'
function ledger(rows: number) {
  const lines = Array.from(
    { length: rows },
    (_, n) => `L${n},R${n},2023-01-01 00:00:00,staking,,currency,DOT,spot / main,0.${n + 1},0,`,
  )
  return { name: 'ledgers.csv', bytes: Buffer.from(`${[header, ...lines].join('\n')}\n`) }
}

// A bug: the reading process closed its channel with batches still in it, and the file counted as broken.
test('every batch of a long file arrives', async () => {
  const reading = await readIsolated(ledger(12_345), {}, () => {})
  expect(reading.outcome === 'read' && reading.transactions.length).toBe(12_345)
})

test('a file is recognised, and its original rows are found, in the same isolation', async () => {
  expect(await recogniseIsolated(ledger(3), {})).toMatchObject({
    outcome: 'recognised',
    formatId: 'kraken-ledgers',
  })
  const rows = await rowsIsolated(ledger(3), [2], {})
  expect(rows).toMatchObject([{ row: 2, line: 3 }])
  expect(rows[0]?.cells[0]).toBe('L1')
})

test('what is no table is refused, not thrown', async () => {
  const reading = await readIsolated({ name: 'a.csv', bytes: Buffer.from('%PDF-1.7\n\0\0') }, {}, () => {})
  expect(reading.outcome).not.toBe('read')
})
