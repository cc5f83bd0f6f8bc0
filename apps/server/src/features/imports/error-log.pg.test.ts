import type { ErrorLog } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'
const bad = (n: number) => `2024-03-01T00:00:00Z,buy,${n}x,ETH,1,USD,,,,yes,t${n}`
const file = (...rows: string[]) => `${[HEADER, ...rows].join('\n')}\n`

test('R2.49 what could not be read: line, column, reason and the row as it came, page by page', async () => {
  const journal = await customerWith(server)
  const rows = Array.from({ length: 60 }, (_, n) => bad(n))
  const source = await journal.import(
    'bad.csv',
    file(...rows, '2024-03-01T00:00:00Z,buy,1,ETH,1,USD,,,,yes,'),
  )
  const log = await journal.get<ErrorLog>(`/imports/v2/sources/${source}/error_log`)
  expect(log.source).toMatchObject({ file_name: 'bad.csv', parsed: 1, total: 61, error_count: 60 })
  expect(log.meta).toEqual({ current_page: 1, per_page: 50, total_count: 60, total_pages: 2 })
  expect(log.data.length).toBe(50)
  expect(log.data[0]).toMatchObject({ line: 2, column: 'IN Amount', value: '0x' })
  expect(log.data[0]?.message).not.toBe('')
  expect(log.data[0]?.cells.map(({ value }) => value).join(',')).toBe(bad(0))
  expect(log.data[0]?.cells[2]).toEqual({ column: 'IN Amount', value: '0x' })
  const next = await journal.get<ErrorLog>(`/imports/v2/sources/${source}/error_log?page=2`)
  expect(next.data.map(({ line }) => line)).toEqual([52, 53, 54, 55, 56, 57, 58, 59, 60, 61])
  expect(next.data[9]?.cells[10]).toEqual({ column: 'Txid', value: 't59' })

  const whole = await journal.import('good.csv', file('2024-03-02T00:00:00Z,buy,1,ETH,1,USD,,,,yes,'))
  expect(await journal.get<ErrorLog>(`/imports/v2/sources/${whole}/error_log`)).toMatchObject({
    source: { error_count: 0 },
    data: [],
  })
  await journal.customer.expect(
    404,
    'GET',
    '/imports/v2/sources/019aa000-0000-7000-8000-000000000000/error_log',
  )
})

test('R7.74 a file goes under its older path too', async () => {
  const journal = await customerWith(server)
  const source = await journal.import('good.csv', file('2024-03-02T00:00:00Z,buy,1,ETH,1,USD,,,,yes,'))
  expect((await journal.rows()).length).toBe(1)
  await journal.customer.expect(200, 'DELETE', `/transaction/delete_transaction_csv/${source}`)
  expect(await journal.rows()).toEqual([])
  await journal.customer.expect(404, 'DELETE', `/transaction/delete_transaction_csv/${source}`)
})
