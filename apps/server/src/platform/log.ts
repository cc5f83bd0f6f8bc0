import { inspect } from 'node:util'
import { pino } from 'pino'

/** One line of JSON per event; what stands in it is named by the caller, never a whole request. */
export type Log = Pick<pino.Logger, 'info' | 'warn' | 'error' | 'debug'>

export function createLog(level: string): pino.Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['req.headers', 'headers', '*.password', '*.token', '*.secret'],
  })
}

/** For tests, and for commands whose output is read by a person. */
export const silentLog: Log = pino({ level: 'silent' })

/** An error as a line of the log shows it: its stack, else its message, else what it holds; never `[object Object]`. */
export function errorText(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error)
  const { stack, message } = error as { stack?: unknown; message?: unknown }
  if (typeof stack === 'string' && stack !== '') return stack
  return typeof message === 'string' && message !== ''
    ? message
    : inspect(error, { depth: 3, breakLength: Infinity })
}
