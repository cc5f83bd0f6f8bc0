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
