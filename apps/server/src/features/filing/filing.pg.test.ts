import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { customerWith } from '../../testing/customer-journal.ts'
import { testServer } from '../../testing/test-server.ts'

interface Handed {
  readonly authorization: string | undefined
  readonly key: string | string[] | undefined
  readonly body: { id: string; tax_year: number; file_name: string; sha256: string; content: string }
}

/** A partner: keeps what it is given, and answers as it is told. */
const handed: Handed[] = []
let answer: { status: number; body: string } = { status: 201, body: '' }
const partner = createServer((request, response) => {
  void text(request).then((body) => {
    if (request.method === 'POST' && request.url === '/api/packets')
      handed.push({
        authorization: request.headers.authorization,
        key: request.headers['idempotency-key'],
        body: JSON.parse(body) as Handed['body'],
      })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
  })
})
await new Promise<void>((resolve) => partner.listen(0, '127.0.0.1', resolve))
afterAll(() => partner.close())
const origin = `http://127.0.0.1:${(partner.address() as AddressInfo).port.toString()}`

const server = await testServer({
  env: {
    FILING_PARTNER_NAME: 'Example Filing',
    FILING_PARTNER_URL: `${origin}/api/`,
    FILING_PARTNER_KEY: 'partner-key-4711',
  },
})
const without = await testServer()

const FILE = `Timestamp,Type,IN Amount,IN Currency,Out Amount,Out Currency,Fee Amount,Fee Currency,Exchange(optional),US Based,Txid
2024-01-01T00:00:00Z,buy,3,ETH,6000,USD,10,USD,Coinbase,yes,b1
2024-06-01T00:00:00Z,sell,2500,USD,1,ETH,,,Coinbase,yes,s1
`

async function withPacket() {
  const journal = await customerWith(server)
  await journal.import('mine.csv', FILE)
  server.clock.advance(1_000)
  await journal.post('/imports/v1/tax_calculations/start_tax_calculation', { recalculate: true })
  await server.drainJobs()
  const { data } = (await journal.post('/exports', { kind: 'filing-packet', tax_year: 2024 })) as {
    data: { id: string }
  }
  await server.drainJobs()
  return { ...journal, packet: data.id }
}

test('a packet is handed to the partner whole, and the person goes on at the partner’s own address', async () => {
  const { customer, packet, get } = await withPacket()
  expect(await get('/tax_filing/partner')).toEqual({ data: { name: 'Example Filing' } })
  answer = { status: 201, body: JSON.stringify({ url: `${origin}/return/1` }) }
  expect(await customer.expect(200, 'POST', '/tax_filing/hand_over', { export_id: packet })).toEqual({
    data: { url: `${origin}/return/1` },
  })
  const [{ authorization, key, body } = { body: undefined }] = handed.splice(0)
  expect({ authorization, key }).toEqual({ authorization: 'Bearer partner-key-4711', key: packet })
  expect(body).toMatchObject({ id: packet, tax_year: 2024, file_name: 'filing-packet-2024.zip' })
  const bytes = Buffer.from(body?.content ?? '', 'base64')
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(body?.sha256)
  const files = unzipSync(new Uint8Array(bytes))
  expect(strFromU8(files['packet.json'] ?? new Uint8Array())).toContain('"tax_year": 2024')
  const { rows } = await server.db.ops.query(
    `select event from audit_events where user_id = $1 and event = 'packet_handed_over'`,
    [customer.userId],
  )
  expect(rows).toHaveLength(1)
})

test('a partner that is down, refuses, or leads elsewhere: said so, and the packet stays', async () => {
  const { customer, packet } = await withPacket()
  for (const bad of [
    { status: 503, body: '' },
    { status: 401, body: '{}' },
    { status: 201, body: 'not json' },
    { status: 201, body: JSON.stringify({ url: 'https://elsewhere.example/return' }) },
    { status: 201, body: JSON.stringify({ url: 'javascript:alert(1)' }) },
  ]) {
    answer = bad
    expect(await customer.request('POST', '/tax_filing/hand_over', { export_id: packet })).toMatchObject({
      status: 503,
      body: { message: 'Example Filing did not take the packet. Try again later, or download it.' },
    })
  }
  expect((await customer.request('GET', `/exports/${packet}/download`)).status).toBe(200)
})

test('nobody hands over what is another’s, another file, or anything where there is no partner', async () => {
  handed.splice(0)
  const { packet } = await withPacket()
  const other = await withPacket()
  answer = { status: 201, body: JSON.stringify({ url: `${origin}/return/2` }) }
  const give = (id: string) => other.customer.request('POST', '/tax_filing/hand_over', { export_id: id })
  expect((await give(packet)).status).toBe(404)
  server.clock.advance(1_000)
  const { data } = (await other.post('/exports', { kind: 'transactions-csv' })) as { data: { id: string } }
  await server.drainJobs()
  expect((await give(data.id)).status).toBe(404)
  expect((await give('nonsense')).status).toBe(422)
  expect(handed).toEqual([])

  const alone = await without.customer()
  expect(await alone.expect(200, 'GET', '/tax_filing/partner')).toEqual({ data: null })
  expect((await alone.request('POST', '/tax_filing/hand_over', { export_id: packet })).status).toBe(404)
})
