import type { Client } from 'pg'
import { directOf, type Reach } from './database-role.ts'
import { openConnection } from './guarded-connection.ts'
import type { Log } from './log.ts'

export interface Listener {
  /** False where nothing is ever heard, because there is no way past a pooler: whoever wants to know asks. */
  readonly hears: boolean
  /** Call with the payload of every NOTIFY on the channel. */
  on(channel: Channel, handler: (payload: string) => void): void
  /** Call after the connection was lost and is back: what was said in between was not heard. */
  onReconnect(handler: () => void): void
  close(): Promise<void>
}

/** `lotbook_jobs` carries the name of a queue, `lotbook_messages` a message for a customer's sockets. */
export const CHANNELS = ['lotbook_jobs', 'lotbook_messages'] as const
export type Channel = (typeof CHANNELS)[number]

const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 5_000
const HEARTBEAT_MS = 10_000

/** Hears nothing. */
const DEAF: Listener = { hears: false, on() {}, onReconnect() {}, async close() {} }

/** One connection per process that hears what the database announces; it comes back by itself. */
export async function listen(reach: Reach, log: Log): Promise<Listener> {
  const connect = directOf(reach)
  if (connect === undefined) return DEAF
  const handlers = new Map<string, ((payload: string) => void)[]>()
  const reconnects: (() => void)[] = []
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const open = async () => {
    const next = await openConnection(connect, 'lotbook_app', { keepAlive: true })
    next.on('notification', ({ channel, payload }) => {
      for (const handler of handlers.get(channel) ?? []) handler(payload ?? '')
    })
    next.on('error', (error) => log.warn({ error: error.message }, 'listener lost its connection'))
    next.on('end', () => {
      if (client !== next) return
      client = undefined
      reopen(FIRST_WAIT_MS)
    })
    for (const channel of CHANNELS) await next.query(`listen ${channel}`)
    client = next
  }
  const reopen = (waitMs: number) => {
    if (isClosed) return
    timer = setTimeout(() => {
      open().then(
        () => reconnects.forEach((handler) => handler()),
        () => reopen(Math.min(waitMs * 2, LONGEST_WAIT_MS)),
      )
    }, waitMs)
  }
  // A connection that died without a word is found by asking; its `end` brings the next one.
  const heartbeat = setInterval(() => {
    client?.query('select 1').catch(() => {})
  }, HEARTBEAT_MS)
  heartbeat.unref()

  await open()
  return {
    hears: true,
    on(channel, handler) {
      handlers.set(channel, [...(handlers.get(channel) ?? []), handler])
    },
    onReconnect(handler) {
      reconnects.push(handler)
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      clearInterval(heartbeat)
      const last = client
      client = undefined
      await last?.end()
    },
  }
}
