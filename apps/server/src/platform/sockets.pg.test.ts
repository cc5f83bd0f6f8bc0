import { expect, test } from 'vitest'
import WebSocket from 'ws'
import { SOCKET_GAVE_WAY } from '@lotbook/contract'
import { TEST_PASSWORD, testServer } from '../testing/test-server.ts'
import type { TestClient } from '../testing/test-client.ts'
import { self, withSubject } from './database.ts'
import { newId } from './ids.ts'
import { notify } from './notify.ts'
import { sql } from './sql.ts'

const server = await testServer()
const url = (await server.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')
const origin = url.replace('ws', 'http')

interface Opened {
  readonly socket: WebSocket
  readonly messages: Record<string, unknown>[]
  readonly closed: Promise<number>
}

function open(browser: TestClient | undefined, from: string | undefined = origin): Promise<Opened> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url}/api/notifications`, {
      headers: { ...(from !== '' && { origin: from }), ...(browser && { cookie: browser.cookieHeader }) },
    })
    const messages: Record<string, unknown>[] = []
    socket.on('message', (data: Buffer) =>
      messages.push(JSON.parse(data.toString()) as Record<string, unknown>),
    )
    const closed = new Promise<number>((done) => socket.on('close', done))
    socket.on('open', () => resolve({ socket, messages, closed }))
    socket.on('unexpected-response', (_, response) => reject(new Error(String(response.statusCode))))
    socket.on('error', reject)
  })
}

/** Sockets opened one after the other, the oldest first. */
async function openInTurn(browser: TestClient, count: number): Promise<Opened[]> {
  const opened: Opened[] = []
  for (let n = 0; n < count; n += 1) opened.push(await open(browser))
  return opened
}

const tell = (userId: string, id: string, status: string) =>
  withSubject(server.db, self(userId), (tx) =>
    notify(tx, userId, { type: 'import', id, status, done: 1, total: 2 }),
  )

test('R4.80 a customer hears of what is theirs, in order, and of nobody else’s', async () => {
  const [a, b] = [await server.customer(), await server.customer()]
  const [mine, theirs] = [await open(a), await open(b)]
  const id = newId()
  await tell(a.userId, id, 'running')
  await tell(a.userId, id, 'done')
  await expect.poll(() => mine.messages.length).toBe(2)
  expect(mine.messages[0]).toEqual({
    channel: 'Imports notifications',
    type: 'import',
    id,
    status: 'running',
    seq: expect.any(Number),
    stage: null,
    done: 1,
    total: 2,
    unit: null,
    started_at: null,
    message: null,
  })
  expect(Number(mine.messages[1]?.seq)).toBeGreaterThan(Number(mine.messages[0]?.seq))
  await tell(b.userId, newId(), 'done')
  await expect.poll(() => theirs.messages.length).toBe(1)
  expect(mine.messages).toHaveLength(2)
})

test('R4.80 what was told just before the socket opened is told again, in order, and nothing older', async () => {
  const a = await server.customer()
  const [old, first, second] = [newId(), newId(), newId()]
  await tell(a.userId, old, 'complete')
  await withSubject(server.db, self(a.userId), (tx) =>
    tx.run(sql`update notifications set created_at = now() - interval '1 minute' where subject_id = ${old}`),
  )
  await tell(a.userId, first, 'complete')
  await tell(a.userId, second, 'running')
  const mine = await open(a)
  await expect.poll(() => mine.messages.map(({ id }) => id)).toEqual([first, second])
  expect(mine.messages[0]).toMatchObject({ type: 'import', status: 'complete', seq: expect.any(Number) })
})

test('nothing is told of a transaction that was undone', async () => {
  const a = await server.customer()
  const mine = await open(a)
  const undone = withSubject(server.db, self(a.userId), async (tx) => {
    await notify(tx, a.userId, { type: 'import', id: newId(), status: 'done' })
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  await tell(a.userId, newId(), 'failed')
  await expect.poll(() => mine.messages.length).toBe(1)
  expect(mine.messages[0]).toMatchObject({ status: 'failed' })
})

test('SD3 a socket from elsewhere, without an origin or without a session is refused', async () => {
  const a = await server.customer()
  await expect(open(a, 'https://evil.example')).rejects.toThrow('403')
  await expect(open(a, 'null')).rejects.toThrow('403')
  await expect(open(a, '')).rejects.toThrow('403')
  await expect(open(undefined)).rejects.toThrow('401')
})

test('SD3 five sockets a person: the oldest gives way to a sixth, which hears of what happens', async () => {
  const [a, b] = [await server.customer(), await server.customer()]
  const other = await open(b)
  const five = await openInTurn(a, 5)
  const sixth = await open(a)
  expect(await five[0]?.closed).toBe(SOCKET_GAVE_WAY)
  await expect.poll(() => server.sockets.countOf(a.userId)).toBe(5)
  const id = newId()
  await tell(a.userId, id, 'done')
  await expect.poll(() => sixth.messages.map((message) => message['id'])).toEqual([id])
  for (const { socket } of [...five.slice(1), sixth, other]) expect(socket.readyState).toBe(WebSocket.OPEN)
})

test('SD3 a socket that talks, or talks too long, is cut off', async () => {
  const a = await server.customer()
  const five = await openInTurn(a, 5)
  const [talker, long] = five
  for (let n = 0; n < 10_000 && talker?.socket.readyState === WebSocket.OPEN; n += 1)
    talker.socket.send('junk')
  expect(await talker?.closed).toBeGreaterThan(1000)
  long?.socket.send('x'.repeat(16 * 1024 + 1))
  expect(await long?.closed).toBe(1009)
  await expect.poll(() => server.sockets.countOf(a.userId)).toBe(3)
})

test('SA12 the socket of a revoked session closes within two seconds', async () => {
  const email = 'revoked@example.com'
  const a = await server.customer(email)
  const other = server.client()
  await other.expect(200, 'POST', '/identity/log_in', { email, password: TEST_PASSWORD })
  const [kept, revoked] = [await open(a), await open(other)]
  const begun = performance.now()
  await a.expect(200, 'POST', '/identity/sessions/end_others')
  expect(await revoked.closed).toBe(1008)
  expect(performance.now() - begun).toBeLessThan(2_000)
  expect(kept.socket.readyState).toBe(WebSocket.OPEN)
})
