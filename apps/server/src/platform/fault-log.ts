import { errorText, type Log } from './log.ts'

let log: Pick<Log, 'warn'> | undefined

/** From now on faults of what this process has once, and no request or job answers for, are written to this log. */
export function logFaultsTo(to: Pick<Log, 'warn'>): void {
  log = to
}

/** Tell of a thread, a process or a connection that ended by itself, and is replaced. */
export function logFault(what: string, error: unknown): void {
  log?.warn({ error: errorText(error) }, what)
}
