import { expect, test } from 'vitest'
import { lines, readKnown } from '../testing/read-text.ts'

const at = '2021-06-09 16:07:36 GMT'

test('a report of another coin, and one without the local time', () => {
  const rows = [`${at},Exchange trade,56.3,2.5,140.75`, `${at},Exchange fee,-0.3,2.5,-0.75`]
  const read = readKnown(`Date time,Purpose,Amount (NEXO),* Exchange rate,Amount (CAD)\n${rows.join('\n')}\n`)
  expect(lines(read)).toEqual(['incoming/received -> 56.3 NEXO fee 0.3 NEXO (ungrouped)'])
  expect(read.notes).toMatchObject([{ code: 'ungrouped', row: 1 }])
})

test('the sum below the rows is none of them', () => {
  const rows = [`${at},Deposit complete,0.007,39659.93,277.62`, '∑,,0.007,,277.62']
  const read = readKnown(`Date time,Purpose,Amount (BTC),* Exchange rate,Amount (CAD)\n${rows.join('\n')}\n`)
  expect(lines(read)).toEqual(['incoming/received -> 0.007 BTC'])
  expect(read.errors).toEqual([])
})
