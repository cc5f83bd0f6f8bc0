import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'

/** A way to the tests' PostgreSQL that can be shut, and that can drop what a connection asks for at its start. */
export interface Pooler {
  /** DATABASE_URL of a database behind it. */
  url(database: string): string
  /** The start-up parameter `options` is dropped from now on, as poolers do that do not know it. */
  dropOptions(): void
  /** End every connection and accept no more until `open`: PostgreSQL is gone. */
  shut(): Promise<void>
  open(): Promise<void>
}

/** Start one; `close` ends it and removes its folder. */
export async function startPooler(): Promise<Pooler & { close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'lotbook-pooler-'))
  const path = join(folder, '.s.PGSQL.5432')
  const sockets = new Set<Socket>()
  let dropsOptions = false
  let server: Server | undefined
  const serve = (client: Socket) => {
    const database = connect(serverAddress())
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => sockets.delete(socket))
    }
    client.once('data', (first: Buffer) => {
      database.write(dropsOptions ? withoutOptions(first) : first)
      client.pipe(database).pipe(client)
    })
  }
  const open = async () => {
    const next = createServer(serve)
    await new Promise<void>((resolve) => next.listen(path, resolve))
    server = next
  }
  const shut = async () => {
    const last = server
    server = undefined
    for (const socket of sockets) socket.destroy()
    await new Promise<void>((resolve) => (last === undefined ? resolve() : last.close(() => resolve())))
  }
  await open()
  return {
    url: (database) => `postgresql://app@localhost/${database}?host=${encodeURIComponent(folder)}`,
    dropOptions: () => void (dropsOptions = true),
    shut,
    open,
    async close() {
      await shut()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function serverAddress() {
  const { url, socket } = inject('postgres')
  if (url === undefined) return { path: join(socket ?? '', '.s.PGSQL.5432') }
  const { hostname, port } = new URL(url)
  return { host: hostname, port: Number(port || 5432) }
}

/** The start-up message without its `options`: length and version, then names and values that each end with a zero byte. */
function withoutOptions(message: Buffer): Buffer {
  const texts = message.subarray(8).toString('latin1').split('\0')
  const kept: string[] = []
  for (let n = 0; n + 1 < texts.length && texts[n] !== ''; n += 2)
    if (texts[n] !== 'options') kept.push(texts[n]!, texts[n + 1]!)
  const body = Buffer.from(`${kept.map((text) => `${text}\0`).join('')}\0`, 'latin1')
  const whole = Buffer.concat([message.subarray(0, 8), body])
  whole.writeInt32BE(whole.length, 0)
  return whole
}
