import type { ExportRow, ImportHistory } from '@lotbook/contract'
import { expect, test } from 'vitest'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

const server = await testServer()

const HEADER =
  'Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid'
const buy = (day: number, account: string) =>
  `2024-01-0${day}T00:00:00Z,buy,${day},ETH,1,USD,,,${account},yes,`
const file = (...rows: string[]) => `${[HEADER, ...rows].join('\n')}\n`

test('R2.51 R2.52 the transactions of one source, of one account, and of what came to it in one way', async () => {
  const journal = await customerWith(server)
  const source = await journal.import('first file.csv', file(buy(1, 'Kraken'), buy(2, 'Gemini')))
  await journal.import('second.csv', file(buy(2, 'Gemini'), buy(3, 'Gemini')))
  const { data: accounts } = await journal.get<{ data: ImportHistory[] }>('/imports/v2/import_histories')
  const idOf = (slug: string) => accounts.find(({ account_slug }) => account_slug === slug)?.id ?? ''
  const { group_id } = await journal.source(source)

  const made = async (scope: object) => {
    const { data } = (await journal.post('/exports', { kind: 'transactions-csv', ...scope })) as {
      data: ExportRow
    }
    await server.drainJobs()
    const { text } = await journal.customer.get(`/exports/${data.id}/download`)
    const days = text.split('\n').flatMap((line) => /^2024-01-0(\d)/.exec(line)?.[1] ?? [])
    return [data.file_name, days.map(Number)]
  }
  expect(await made({})).toEqual(['lotbook-transactions.csv', [1, 2, 3]])
  expect(await made({ source_id: source, account_id: group_id })).toEqual([
    'lotbook-transactions-kraken-first-file.csv',
    [1],
  ])
  expect(await made({ account_id: idOf('gemini') })).toEqual(['lotbook-transactions-gemini.csv', [2, 3]])
  expect(await made({ account_id: idOf('gemini'), type: 'CSV' })).toEqual([
    'lotbook-transactions-gemini-csv.csv',
    [2, 3],
  ])
  expect(await made({ account_id: idOf('gemini'), type: 'api' })).toEqual([
    'lotbook-transactions-gemini-api.csv',
    [],
  ])
  const stranger = await customerWith(server)
  for (const scope of [{ source_id: source }, { account_id: group_id }])
    await stranger.customer.expect(404, 'POST', '/exports', { kind: 'transactions-csv', ...scope })
})
