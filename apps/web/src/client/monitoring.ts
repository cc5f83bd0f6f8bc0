import { MONITORED_PERCENT } from '@lotbook/contract'
import { calls } from './api.ts'

/** Whoever watches over faults of browsers. */
export interface Monitor {
  report(fault: Fault): Promise<unknown>
}

export interface Fault {
  /** An error nobody caught, or a call whose failure is not shown. */
  readonly kind: 'error' | 'call'
  readonly message: string
  readonly path: string
}

/** No other provider is configured: the server writes what it is told into its own log. */
const ownServer: Monitor = { report: (fault) => calls.monitoring.report(fault) }

/** Whether a session is watched: of a hundred so many as `MONITORED_PERCENT` says, all of them (R9.34). */
export const isWatched = (draw: number, percent: number = MONITORED_PERCENT) => draw * 100 < percent

const watched = isWatched(Math.random())
const told = new Set<string>()

/** Report a fault, each kind once in the life of a page. That it could not be reported is no fault of the screen. */
export function reportFault(kind: Fault['kind'], thrown: unknown, monitor: Monitor = ownServer): void {
  const message = (thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)).slice(
    0,
    500,
  )
  if (!watched || told.has(message)) return
  told.add(message)
  monitor.report({ kind, message, path: window.location.pathname.slice(0, 200) }).catch(() => {})
}
