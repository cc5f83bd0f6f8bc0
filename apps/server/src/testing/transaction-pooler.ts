import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { faultIn } from './pooled-statements.ts'
import { frame, type Frame, Frames, texts } from './wire-frames.ts'

/** A pooler in transaction mode before the tests' PostgreSQL, as PgBouncer is one: for machines without it. */
export interface TransactionPooler {
  /** DATABASE_URL of a database behind it. */
  url(database: string): string
  /** All that was sent to a database and only holds with a connection of one's own, each once. */
  faults(database: string): readonly string[]
  close(): Promise<void>
}

/** Start-up parameters that PgBouncer knows; every other ends the connection. */
const KNOWN = new Set(['user', 'database', 'application_name', 'client_encoding'])
/** Connections that are opened before one is lent again, and at most. */
const IN_TURN = 3
const MOST = 20
const SSL_REQUEST = 80_877_103
const CANCEL_REQUEST = 80_877_102

/** One connection to PostgreSQL: whose turn it is, and how many answers it still owes. */
interface Server {
  readonly socket: Socket
  owner: Client | undefined
  owed: number
  isOpen: boolean
}

interface Client {
  readonly socket: Socket
  readonly pool: ServerPool
  server: Server | undefined
  /** Messages that wait for a connection. */
  waiting: Frame[]
  isAsking: boolean
}

/**
 * Start one. Connections are lent in turn, so that what a transaction leaves on one is missing on the next.
 *
 * @param pools - by statement: no transaction begins.
 */
export async function startTransactionPooler(
  pools: 'by transaction' | 'by statement' = 'by transaction',
): Promise<TransactionPooler> {
  const folder = mkdtempSync(join(tmpdir(), 'lotbook-transactions-'))
  const byUser = new Map<string, ServerPool>()
  const sockets = new Set<Socket>()
  const faults = new Map<string, Set<string>>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    serve(
      socket,
      (user, database) => {
        const key = `${user} ${database}`
        const pool = byUser.get(key) ?? new ServerPool(user, database)
        byUser.set(key, pool)
        return pool
      },
      pools === 'by transaction',
      (fault, database) => faults.set(database, (faults.get(database) ?? new Set()).add(fault)),
    )
  })
  await new Promise<void>((resolve) => server.listen(join(folder, '.s.PGSQL.5432'), resolve))
  return {
    url: (database) => `postgresql://app@localhost/${database}?host=${encodeURIComponent(folder)}`,
    faults: (database) => [...(faults.get(database) ?? [])],
    async close() {
      for (const socket of sockets) socket.destroy()
      for (const pool of byUser.values()) pool.close()
      await new Promise<void>((resolve) => server.close(() => resolve()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function serve(
  socket: Socket,
  poolOf: (user: string, database: string) => ServerPool,
  takesTransactions: boolean,
  onFault: (fault: string, database: string) => void,
): void {
  const frames = new Frames(true)
  let client: Client | undefined
  let database = ''
  socket.on('data', (piece) => {
    for (const one of frames.read(piece)) {
      if (client !== undefined) {
        if (!takesTransactions && /^Q....begin/s.test(one.bytes.toString('latin1')))
          return void socket.end(refusal('transaction blocks not allowed in statement pooling mode'))
        take(client, one, (fault) => onFault(fault, database))
        continue
      }
      const code = one.bytes.readInt32BE(4)
      if (code === CANCEL_REQUEST) return void socket.end()
      if (code === SSL_REQUEST) {
        socket.write('N')
        frames.startsUpAgain()
        continue
      }
      const parameters = parametersOf(one)
      database = parameters.get('database') ?? ''
      const unknown = [...parameters.keys()].find((name) => !KNOWN.has(name))
      if (unknown !== undefined) {
        onFault(`start-up parameter ${unknown}`, database)
        return void socket.end(refusal(`unsupported startup parameter: ${unknown}`))
      }
      const pool = poolOf(parameters.get('user') ?? '', database)
      client = { socket, pool, server: undefined, waiting: [], isAsking: false }
      // Welcome; a key to cancel by that means nothing; ready.
      socket.write(Buffer.concat([frame('R', int32(0)), frame('K', int32(1), int32(1)), frame('Z', 'I')]))
    }
  })
  socket.on('close', () => {
    // A transaction that was left half done goes with its connection.
    if (client?.server !== undefined) client.pool.drop(client.server)
    client?.pool.forget(client)
  })
}

function parametersOf({ bytes }: Frame): Map<string, string> {
  const found = texts(bytes.subarray(8))
  const parameters = new Map<string, string>()
  for (let n = 0; n + 1 < found.length && found[n] !== ''; n += 2) parameters.set(found[n]!, found[n + 1]!)
  return parameters
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

function refusal(message: string): Buffer {
  return frame('E', `SFATAL\0VFATAL\0C08P01\0M${message}\0\0`)
}

/** A message of a client: on to its connection, or kept until it has one. */
function take(client: Client, one: Frame, onFault: (fault: string) => void): void {
  if (one.kind === 'X') return void client.socket.end()
  const fault = faultIn(one, client.server === undefined && client.waiting.length === 0)
  if (fault !== undefined) onFault(fault)
  if (client.server !== undefined) return forward(client.server, one)
  client.waiting.push(one)
  if (client.isAsking) return
  client.isAsking = true
  client.pool.lend(client)
}

function forward(server: Server, { kind, bytes }: Frame): void {
  if (kind === 'Q' || kind === 'S') server.owed += 1
  server.socket.write(bytes)
}

/** The connections of one user to one database. */
class ServerPool {
  readonly #user: string
  readonly #database: string
  readonly #all = new Set<Server>()
  readonly #free: Server[] = []
  readonly #waiting: Client[] = []

  constructor(user: string, database: string) {
    this.#user = user
    this.#database = database
  }

  lend(client: Client): void {
    this.#waiting.push(client)
    if (this.#all.size < IN_TURN || (this.#free.length === 0 && this.#all.size < MOST)) this.#open()
    this.#serveNext()
  }

  forget(client: Client): void {
    const at = this.#waiting.indexOf(client)
    if (at !== -1) this.#waiting.splice(at, 1)
  }

  drop(server: Server): void {
    server.owner = undefined
    this.#all.delete(server)
    const at = this.#free.indexOf(server)
    if (at !== -1) this.#free.splice(at, 1)
    server.socket.destroy()
    if (this.#waiting.length > 0 && this.#all.size < MOST) this.#open()
  }

  close(): void {
    for (const { socket } of this.#all) socket.destroy()
  }

  #serveNext(): void {
    while (this.#free.length > 0 && this.#waiting.length > 0) {
      const [server, client] = [this.#free.shift()!, this.#waiting.shift()!]
      server.owner = client
      client.server = server
      client.isAsking = false
      for (const one of client.waiting.splice(0)) forward(server, one)
    }
  }

  #open(): void {
    const { socket: folder } = inject('postgres')
    const socket = connect(join(folder ?? '', '.s.PGSQL.5432'))
    const server: Server = { socket, owner: undefined, owed: 0, isOpen: false }
    this.#all.add(server)
    const frames = new Frames(false)
    const parameters = `user\0${this.#user}\0database\0${this.#database}\0\0`
    socket.on('connect', () => socket.write(frame('', int32(196_608), parameters)))
    socket.on('data', (piece) => {
      for (const one of frames.read(piece)) this.#answer(server, one)
    })
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      server.owner?.socket.end()
      this.drop(server)
    })
  }

  #answer(server: Server, { kind, bytes }: Frame): void {
    const isReady = kind === 'Z'
    if (server.isOpen) server.owner?.socket.write(bytes)
    if (!isReady) return
    if (server.isOpen) server.owed -= 1
    server.isOpen = true
    const isIdle = String.fromCharCode(bytes[5]!) === 'I'
    if (!isIdle || server.owed > 0) return
    if (server.owner !== undefined) server.owner.server = undefined
    server.owner = undefined
    this.#free.push(server)
    this.#serveNext()
  }
}
