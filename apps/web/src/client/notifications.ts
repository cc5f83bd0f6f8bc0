import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { NOTIFICATION_CHANNEL, NOTIFICATION_PATH, type Notification } from '@lotbook/contract'
import { api, apiHost } from './api.ts'
import { toApiError } from './api-error.ts'
import type { LaterNoun } from './later-nouns.ts'
import { type Connection, openLiveSocket } from './live-socket.ts'
import { News } from './news.ts'
import { refetch } from './refetch.ts'
import { startQuery } from './start.ts'

/** Key of a noun whose calls are loaded later, as it will be. */
const later = (noun: LaterNoun, call?: string): QueryKey => [call === undefined ? [noun] : [noun, call]]

/** Answers that depend on the journal. */
const journal: readonly QueryKey[] = [
  api.transactions.key(),
  api.wallets.key(),
  later('review'),
  api.traces.key(),
  later('prices'),
  later('holdings'),
  later('connections'),
  api.tax.key(),
  later('treatments'),
  later('safeHarbor'),
  api.start.key(),
  later('rules', 'list'),
  later('rules', 'preview'),
  later('roads'),
  later('bell'),
  api.taxYears.amendments.key(),
]

/** Answers that each kind of message makes out of date. Those on screen are asked for again. */
const concerns: Record<Notification['type'], readonly QueryKey[]> = {
  import: [api.imports.key(), later('explorerKeys'), ...journal],
  calculation: journal,
  comparison: [later('comparisons')],
  export: [later('exports')],
  transactions: journal,
  // Reading an effect asks the server to work it out, so the news of that work must not read it again.
  journal: [later('rules', 'list'), later('rules', 'offer'), later('journalRuns')],
  // What the search found makes values, which are told of as well.
  prices: [later('prices'), later('bell')],
  amendment: [later('bell'), later('roads'), api.taxYears.amendments.key()],
  settings: [
    api.settings.key(),
    later('roads'),
    later('treatments'),
    later('safeHarbor'),
    api.tax.key(),
    later('brokerForms'),
    api.taxYears.key(),
    api.start.key(),
  ],
  questions: [later('workpapers'), api.professionals.key()],
  session: [api.start.key()],
}

/** While something is at work, four times a second: only what shows how far it is. */
const showsProgress: Partial<typeof concerns> = {
  // What accounts hold is worked out anew once the import has ended.
  import: [api.imports.key(), api.wallets.accounts.key()],
  calculation: [api.tax.details.key(), api.traces.checkTaxCalculation.key()],
  journal: [later('journalRuns')],
  prices: [later('prices', 'missing')],
}

/** Answers that a message makes out of date. */
export function outOfDate({ type, done }: Pick<Notification, 'type' | 'done'>): readonly QueryKey[] {
  return (done === null ? undefined : showsProgress[type]) ?? concerns[type]
}

/** Answers that may change unnoticed while the socket is down. */
const liveWork: readonly QueryKey[] = [
  api.imports.key(),
  later('holdings'),
  api.wallets.accounts.key(),
  api.traces.key(),
  api.tax.key(),
  later('comparisons'),
  later('exports'),
  later('rules', 'list'),
  later('journalRuns'),
  later('prices', 'missing'),
]

type Listener = (message: Notification) => void
const listeners = new Set<Listener>()

/** Hear every message of the channel, as for the progress of one import. Returns the way to stop. */
export function onNotification(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

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
 * Listens to the channel until the returned function is called. While the socket is lost, everything that may be at work is
 * asked for every two seconds; once it is back, everything on screen is.
 */
export function connectNotifications(client: QueryClient): () => void {
  const news = new News(client)
  const close = openLiveSocket({
    url: `${apiHost().replace(/^http/, 'ws')}${NOTIFICATION_PATH}`,
    onMessage: (data) => {
      const message = readNotification(data)
      if (message === undefined) return
      news.add(outOfDate(message))
      for (const listener of listeners) listener(message)
    },
    onChange: setConnection,
    onBack: () => void client.invalidateQueries(),
    onPoll: () => refetch(client, liveWork),
    // Asking who one is leads to log in, or finds the session that took the place of the ended one.
    onSessionEnded: () =>
      client.fetchQuery({ ...startQuery, staleTime: 0 }).then(
        () => 'now',
        (error: unknown) => (toApiError(error).code === 'not_signed_in' ? 'never' : 'later'),
      ),
  })
  return () => {
    news.stop()
    close()
  }
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
