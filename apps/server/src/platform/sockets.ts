import { type Notification, NOTIFICATION_PATH, SOCKET_GAVE_WAY } from '@lotbook/contract'
import type { FastifyInstance } from 'fastify'
import type { WebSocket } from '@fastify/websocket'
import { type Database, self, withSubject } from './database.ts'
import type { Listener } from './listen.ts'
import { errorText, type Log } from './log.ts'
import type { NodeMessage } from './notify.ts'
import { refuse } from './refusal.ts'
import { sql } from './sql.ts'

const MOST_PER_USER = 5
/** Sockets of a user while it is found out which of their pages are still there. */
const MOST_AT_ONCE = 2 * MOST_PER_USER
/** Time for a page to answer a ping before it counts as gone. */
const ANSWER_MS = 2_000
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
  /** What is announced before it has been told what it missed. */
  waiting: Notification[] | undefined
  /** The numbers of what it was told again, and may yet be announced. */
  toldAgain: Set<number>
  /** The numbers of the last words that were there when it was last looked; undefined before the first look. */
  known?: ReadonlySet<number>
}

/** The open sockets of this node, fed by what the database announces. */
export class Sockets {
  /** In the order in which they were opened. */
  readonly #open = new Set<OpenSocket>()
  /** Users whose pages are being asked whether they are there. */
  readonly #asking = new Set<string>()
  readonly #timer: NodeJS.Timeout

  constructor(listener: Listener, log: Log) {
    listener.on('lotbook_messages', (payload) => {
      try {
        this.deliver(JSON.parse(payload) as NodeMessage)
      } catch (error) {
        log.error({ error: errorText(error) }, 'a message between nodes could not be read')
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
    return this.#of(userId).length
  }

  /** Whether a user has so many sockets that a further one is refused, until pages that went are found out. */
  isFull(userId: string): boolean {
    return this.countOf(userId) >= MOST_AT_ONCE
  }

  /** Users whose sockets are open, and the sessions that opened them. */
  get opened(): { readonly userIds: readonly string[]; readonly sessionIds: readonly string[] } {
    const all = [...this.#open]
    return {
      userIds: [...new Set(all.map(({ userId }) => userId))],
      sessionIds: [...new Set(all.map(({ sessionId }) => sessionId))],
    }
  }

  /**
   * The last words about a user's things, where a node hears nothing and has to look: each socket is told what came since the last look.
   * Its first look tells nothing: its page has just loaded all that.
   */
  catchUp(userId: string, last: readonly Notification[]): void {
    const known = new Set(last.map(({ seq }) => seq))
    for (const one of this.#of(userId)) {
      const before = one.known
      one.known = known
      if (before === undefined) continue
      for (const message of last) if (!before.has(message.seq)) this.#tell(one, message)
    }
  }

  /** `missed`: what was told while the socket was being opened; it comes first, and once. */
  add(socket: WebSocket, sessionId: string, userId: string, missed: Promise<readonly Notification[]>): void {
    const one: OpenSocket = { socket, sessionId, userId, isAlive: true, waiting: [], toldAgain: new Set() }
    let messages = 0
    socket.on('message', () => {
      messages += 1
      if (messages > MOST_MESSAGES) socket.terminate()
    })
    socket.on('pong', () => (one.isAlive = true))
    socket.on('error', () => socket.terminate())
    socket.on('close', () => this.#open.delete(one))
    this.#open.add(one)
    this.#makeRoom(userId)
    void missed.then((messages) => {
      const announced = one.waiting ?? []
      one.waiting = undefined
      one.toldAgain = new Set(messages.map(({ seq }) => seq))
      for (const message of messages) send(one, message)
      for (const message of announced) this.#tell(one, message)
    })
  }

  close(): void {
    clearInterval(this.#timer)
    this.#closeAll(1001, 'going away')
  }

  #of(userId: string): OpenSocket[] {
    return [...this.#open].filter((one) => one.userId === userId)
  }

  /**
   * Brings a user who has opened one socket too many back to the limit. A reload, or a page that the browser keeps for going back,
   * can leave a socket behind that nobody reads: sockets that do not answer a ping are closed. Of the others the oldest give way.
   */
  #makeRoom(userId: string): void {
    const asked = this.#of(userId)
    if (asked.length <= MOST_PER_USER || this.#asking.has(userId)) return
    this.#asking.add(userId)
    const silent = new Set(asked)
    const decide = () => {
      if (!this.#asking.delete(userId)) return
      clearTimeout(timer)
      for (const one of silent) this.#drop(one, () => one.socket.terminate())
      for (const one of this.#of(userId).slice(0, -MOST_PER_USER))
        this.#drop(one, () => one.socket.close(SOCKET_GAVE_WAY, 'a newer page took its place'))
    }
    const timer = setTimeout(decide, ANSWER_MS)
    timer.unref()
    const settle = (one: OpenSocket) => {
      if (silent.delete(one) && silent.size === 0) decide()
    }
    for (const one of asked) {
      one.socket.once('pong', () => settle(one))
      one.socket.once('close', () => settle(one))
      one.socket.ping()
    }
  }

  /** A socket that is being closed counts and hears no more. */
  #drop(one: OpenSocket, close: () => void): void {
    this.#open.delete(one)
    close()
  }

  /** Pass on a message between nodes, to those of this node's sockets that it concerns. */
  deliver(message: NodeMessage): void {
    if (message.kind === 'sessions-ended') {
      for (const one of this.#open) {
        if (message.sessionIds.includes(one.sessionId)) one.socket.close(POLICY_VIOLATION, 'session ended')
      }
      return
    }
    for (const one of this.#open) if (one.userId === message.userId) this.#tell(one, message.message)
  }

  #tell(one: OpenSocket, message: Notification): void {
    if (one.waiting !== undefined) one.waiting.push(message)
    else if (!one.toldAgain.delete(message.seq)) send(one, message)
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

function send({ socket }: OpenSocket, message: Notification): void {
  // One that does not read is dropped, not waited for; it asks for the state when it is back.
  if (socket.bufferedAmount > MOST_UNSENT_BYTES) socket.terminate()
  else socket.send(JSON.stringify(message))
}

interface SocketServices {
  readonly sockets: Sockets
  readonly db: Database
  readonly log: Log
  readonly origins: () => readonly string[]
}

/** A page asks for what it shows and for a socket at once; what is told between the two answers is no older than this. */
const TOLD_AGAIN = '10 seconds'

/** The last words of the seconds before a socket opened, in the order in which they were said. */
async function justTold(db: Database, userId: string): Promise<Notification[]> {
  const told = await withSubject(db, self(userId), (tx) =>
    tx.all<{ seq: string; message: Omit<Notification, 'seq'> }>(sql`
      select seq, message from notifications
      where user_id = ${userId} and created_at > now() - ${TOLD_AGAIN}::interval order by seq`),
  )
  return told.map(({ seq, message }) => ({ ...message, seq: Number(seq) }))
}

/** The socket route. Origin and session are checked before the upgrade. */
export function addSockets(api: FastifyInstance, { sockets, db, log, origins }: SocketServices): void {
  api.route({
    method: 'GET',
    url: NOTIFICATION_PATH,
    config: { access: 'signed-in' },
    preHandler: async (request) => {
      const { origin, upgrade } = request.headers
      if (upgrade?.toLowerCase() !== 'websocket') refuse('not_found')
      if (origin === undefined || !origins().includes(origin))
        refuse('forbidden', 'This origin is not allowed.', { event: 'origin_refused' })
      const subject = request.context?.who.subjectId ?? refuse('not_signed_in')
      if (sockets.isFull(subject)) refuse('too_many_requests', undefined, { retryAfter: 30 })
    },
    handler: () => refuse('not_found'),
    wsHandler: (socket, request) => {
      const { session, who } = request.context ?? refuse('not_signed_in')
      const missed = justTold(db, who.subjectId).catch((error: unknown) => {
        log.error({ error: errorText(error) }, 'what was just told could not be read')
        return []
      })
      sockets.add(socket, session?.id ?? refuse('not_signed_in'), who.subjectId, missed)
    },
  })
}
