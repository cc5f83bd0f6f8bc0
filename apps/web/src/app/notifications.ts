import type { QueryClient, QueryKey } from '@tanstack/react-query'
import {
  COMPLETION_POLL_MS,
  NOTIFICATION_CHANNEL,
  NOTIFICATION_PATH,
  type Notification,
} from '@lotbook/contract'
import { api, apiHost } from './api.ts'

/** What each kind of message makes out of date. Everything on screen that shows it is asked for again. */
const concerns: Record<Notification['type'], readonly QueryKey[]> = {
  import: [api.imports.key(), api.tax.key(), api.start.key()],
  calculation: [api.tax.key(), api.traces.key(), api.start.key()],
  export: [api.exports.key()],
  transactions: [api.transactions.key(), api.tax.key(), api.start.key()],
  settings: [api.settings.key(), api.tax.key(), api.start.key()],
  session: [api.start.key()],
}

/** What may change without us noticing while the socket is down. */
const liveWork: readonly QueryKey[] = [api.imports.key(), api.traces.key(), api.tax.key(), api.exports.key()]

type Listener = (message: Notification) => void
const listeners = new Set<Listener>()

/** Hear every message of the channel, as for the progress of one import. Returns the way to stop. */
export function onNotification(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

type Connection = 'connecting' | 'open' | 'lost'
let connection: Connection = 'connecting'
const watchers = new Set<() => void>()

/** Whether messages arrive; for `useSyncExternalStore`. */
export const notificationConnection = {
  subscribe: (watcher: () => void) => {
    watchers.add(watcher)
    return () => watchers.delete(watcher)
  },
  current: () => connection,
}

function setConnection(next: Connection) {
  if (next === connection) return
  connection = next
  for (const watcher of watchers) watcher()
}

/**
 * Listen to the channel until the returned function is called. A lost socket is opened again with growing pauses;
 * meanwhile what may be at work is asked for every two seconds, and once it is back everything on screen is.
 */
export function connectNotifications(client: QueryClient): () => void {
  let socket: WebSocket | undefined
  let attempt = 0
  let isStopped = false
  let retry: ReturnType<typeof setTimeout> | undefined
  let poll: ReturnType<typeof setInterval> | undefined

  const refetch = (keys: readonly QueryKey[]) => {
    for (const queryKey of keys) void client.invalidateQueries({ queryKey })
  }

  function open() {
    socket = new WebSocket(`${apiHost().replace(/^http/, 'ws')}${NOTIFICATION_PATH}`)
    socket.addEventListener('open', () => {
      const wasLost = connection === 'lost'
      attempt = 0
      clearInterval(poll)
      setConnection('open')
      if (wasLost) void client.invalidateQueries()
    })
    socket.addEventListener('message', ({ data }) => {
      const message = readNotification(data)
      if (message === undefined) return
      refetch(concerns[message.type])
      for (const listener of listeners) listener(message)
    })
    socket.addEventListener('close', () => {
      if (isStopped) return
      setConnection('lost')
      clearInterval(poll)
      poll = setInterval(() => {
        if (!document.hidden) refetch(liveWork)
      }, COMPLETION_POLL_MS)
      retry = setTimeout(open, retryDelayMs(attempt++))
    })
  }

  open()
  return () => {
    isStopped = true
    clearTimeout(retry)
    clearInterval(poll)
    socket?.close()
    setConnection('connecting')
  }
}

/** Pause before the n-th attempt to reconnect: 1 s, doubled each time, at most 30 s. */
export function retryDelayMs(attempt: number): number {
  return Math.min(30_000, 1000 * 2 ** attempt)
}

/** A message of our channel, or undefined for anything else on the wire. */
export function readNotification(data: unknown): Notification | undefined {
  if (typeof data !== 'string') return undefined
  let message: unknown
  try {
    message = JSON.parse(data)
  } catch {
    return undefined
  }
  if (typeof message !== 'object' || message === null) return undefined
  const { channel, type } = message as Record<string, unknown>
  const isOurs = channel === NOTIFICATION_CHANNEL && typeof type === 'string' && Object.hasOwn(concerns, type)
  return isOurs ? (message as Notification) : undefined
}
