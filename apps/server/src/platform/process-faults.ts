import { errorText, type Log } from './log.ts'

/** SQLSTATE of the database. */
const SQLSTATE = /^[0-9A-Z]{5}$/

/**
 * Whether a fault that nobody has caught comes from the surroundings: a process, a socket, a file or the database. What it belongs to
 * has failed by itself, and the rest of the server is as it was.
 */
function isOfTheSurroundings(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as Error & { readonly code?: unknown; readonly syscall?: unknown }
  return (
    typeof syscall === 'string' ||
    (typeof code === 'string' && (SQLSTATE.test(code) || code.startsWith('ERR_IPC_')))
  )
}

/**
 * Decide what a fault ends that nobody has caught. A promise that nobody waits for, and whatever comes from the surroundings, is
 * logged: one customer's work stops nobody else's. An exception in the midst of the server's own code leaves it in a state that
 * nobody knows.
 */
export function endsServer(event: 'uncaughtException' | 'unhandledRejection', error: unknown): boolean {
  return event === 'uncaughtException' && !isOfTheSurroundings(error)
}

/** Log what nobody has caught, and stop the server where it may be broken: it is to be started again. */
export function watchFaults(log: Pick<Log, 'error'>, stop: () => void): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      log.error({ error: errorText(error) }, event)
      if (endsServer(event, error)) stop()
    })
}
