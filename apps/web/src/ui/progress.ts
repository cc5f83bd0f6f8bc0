/** How far long work is, as the socket and the calls tell it (O-26). */
export interface Progress {
  /** Which work; another id starts from the beginning. */
  readonly id: string
  /** Grows with every message of one work. */
  readonly seq: number
  readonly state: 'waiting' | 'running' | 'done' | 'failed'
  readonly stage: string | null
  readonly done: number
  /** Null when nobody knows how many there will be. */
  readonly total: number | null
  readonly unit: string | null
  readonly reason?: string | null
}

/** What is shown after a message: late messages are ignored, and the bar of one work never goes backwards. */
export function advance(shown: Progress | undefined, message: Progress): Progress {
  if (shown === undefined || shown.id !== message.id) return message
  if (message.seq <= shown.seq) return shown
  const sameStage = message.stage === shown.stage && message.total === shown.total
  return sameStage && message.done < shown.done ? { ...message, done: shown.done } : message
}

/** Whole percent of what is done, or undefined when the total is not known. */
export function percentOf({
  state,
  done,
  total,
}: Pick<Progress, 'state' | 'done' | 'total'>): number | undefined {
  if (state === 'done') return 100
  if (total === null || total <= 0) return undefined
  return Math.min(100, Math.floor((done * 100) / total))
}

/** What the bar says: "64,400 of 104,212 transactions", or "12,400 transactions so far". */
export function progressText({ done, total, unit }: Pick<Progress, 'done' | 'total' | 'unit'>): string {
  const what = unit === null ? '' : ` ${unit}`
  return total === null
    ? `${done.toLocaleString()}${what} so far`
    : `${done.toLocaleString()} of ${total.toLocaleString()}${what}`
}

/** After this long without news the screen says so. */
export const SILENCE_MS = 15_000
