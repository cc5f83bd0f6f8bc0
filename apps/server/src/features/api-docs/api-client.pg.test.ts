import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { testServer } from '../../testing/test-server.ts'
import { apiDocument, operationsOf } from './api-document.ts'
import { clientOf } from './write-client.ts'

const server = await testServer()
const url = await server.app.listen({ port: 0, host: '127.0.0.1' })
const folder = mkdtempSync(join(tmpdir(), 'lotbook-client-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'lotbook.ts')
writeFileSync(file, clientOf(operationsOf(await apiDocument())))

type Call = (input?: object, more?: object) => Promise<Record<string, unknown>>
interface Client {
  readonly lotbook: (options: object) => Record<string, Record<string, Call>>
}

const VAULT = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2024-01-06T00:00:00Z,buy,1,ETH,2000,USD,,,Gemini,yes,g1
2025-01-07T00:00:00Z,sell,3000,USD,1,ETH,,,Gemini,yes,g2
`

test('the generated client uploads a file, calculates and reads the year', async () => {
  const browser = await server.customer()
  const body = { name: 'Client', scopes: ['read', 'import', 'calculate'], days: 30 }
  const { token } = (await browser.expect(200, 'POST', '/access_tokens', body)) as { token: string }
  const { lotbook } = (await import(file)) as Client
  const client = lotbook({ url, token })

  await client['imports']!['upload']!({ file: new File([VAULT], 'history.csv') })
  await server.drainJobs()
  await client['tax']!['start']!({})
  await server.drainJobs()
  const year = await client['tax']!['oneYear']!({ year: 2025 })
  expect(JSON.stringify(year)).toContain('1000')

  const missing = client['transactions']!['detail']!({ id: '019ab5f0-0000-7000-8000-000000000001' })
  await expect(missing).rejects.toMatchObject({ name: 'LotbookError', status: 404, code: 'not_found' })
  const refused = lotbook({ url, token: 'lbk_no' })['tax']!['oneYear']!({ year: 2025 })
  await expect(refused).rejects.toMatchObject({ status: 401, code: 'access_token_unknown' })
})

test('the document and its page are there for anybody, and for a token', async () => {
  for (const path of ['/openapi.json', '/docs', '/api.css'])
    expect((await server.client().get(path)).status, path).toBe(200)
})
