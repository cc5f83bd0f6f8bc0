import { NOTIFICATION_PATH } from '@lotbook/contract'
import type { FastifyInstance } from 'fastify'
import type { WebSocket } from '@fastify/websocket'
import type { Listener } from './listen.ts'
import type { Log } from './log.ts'
import type { NodeMessage } from './notify.ts'
import { refuse } from './refusal.ts'

const MOST_PER_USER = 5
const PING_MS = 30_000
/** A browser has nothing to say here; one that keeps talking is not a browser of ours. */
const MOST_MESSAGES = 10
const MOST_UNSENT_BYTES = 1024 * 1024
const POLICY_VIOLATION = 1008
const TRY_AGAIN = 1013

interface OpenSocket {
  readonly socket: WebSocket
  readonly sessionId: string
  /** Whose notifications it gets: chosen here by the session, never by the client. */
  readonly userId: string
  isAlive: boolean
}

/** The open sockets of this node, fed by what the database announces. */
export class Sockets {
  readonly #open = new Set<OpenSocket>()
  readonly #timer: NodeJS.Timeout

  constructor(listener: Listener, log: Log) {
    listener.on('lotbook_messages', (payload) => {
      try {
        this.#deliver(JSON.parse(payload) as NodeMessage)
      } catch (error) {
        log.error({ error: String(error) }, 'a message between nodes could not be read')
      }
    })
    // What was said while we were away is lost: browsers connect again and ask for the state.
    listener.onReconnect(() => this.#closeAll(TRY_AGAIN, 'reconnect'))
    this.#timer = setInterval(() => this.#ping(), PING_MS)
    this.#timer.unref()
  }

  get size(): number {
    return this.#open.size
  }

  countOf(userId: string): number {
    return [...this.#open].filter((one) => one.userId === userId).length
  }

  add(socket: WebSocket, sessionId: string, userId: string): void {
    const one: OpenSocket = { socket, sessionId, userId, isAlive: true }
    let messages = 0
    socket.on('message', () => {
      messages += 1
      if (messages > MOST_MESSAGES) socket.terminate()
    })
    socket.on('pong', () => (one.isAlive = true))
    socket.on('error', () => socket.terminate())
    socket.on('close', () => this.#open.delete(one))
    this.#open.add(one)
  }

  close(): void {
    clearInterval(this.#timer)
    this.#closeAll(1001, 'going away')
  }

  #deliver(message: NodeMessage): void {
    if (message.kind === 'sessions-ended') {
      for (const one of this.#open) {
        if (message.sessionIds.includes(one.sessionId)) one.socket.close(POLICY_VIOLATION, 'session ended')
      }
      return
    }
    const text = JSON.stringify(message.message)
    for (const { socket, userId } of this.#open) {
      if (userId !== message.userId) continue
      // One that does not read is dropped, not waited for; it asks for the state when it is back.
      if (socket.bufferedAmount > MOST_UNSENT_BYTES) socket.terminate()
      else socket.send(text)
    }
  }

  #ping(): void {
    for (const one of this.#open) {
      if (!one.isAlive) one.socket.terminate()
      one.isAlive = false
      one.socket.ping()
    }
  }

  #closeAll(code: number, reason: string): void {
    for (const { socket } of this.#open) socket.close(code, reason)
  }
}

/** The socket route. Origin and session are checked before the upgrade. */
export function addSockets(api: FastifyInstance, sockets: Sockets, origins: () => readonly string[]): void {
  api.route({
    method: 'GET',
    url: NOTIFICATION_PATH,
    config: { access: 'signed-in' },
    preHandler: async (request) => {
      const { origin, upgrade } = request.headers
      if (upgrade?.toLowerCase() !== 'websocket') refuse('not_found')
      if (origin === undefined || !origins().includes(origin))
        refuse('forbidden', 'This origin is not allowed.')
      const subject = request.context?.who.subjectId ?? refuse('not_signed_in')
      if (sockets.countOf(subject) >= MOST_PER_USER)
        refuse('too_many_requests', undefined, { retryAfter: 30 })
    },
    handler: () => refuse('not_found'),
    wsHandler: (socket, request) => {
      const { session, who } = request.context ?? refuse('not_signed_in')
      sockets.add(socket, session?.id ?? refuse('not_signed_in'), who.subjectId)
    },
  })
}
