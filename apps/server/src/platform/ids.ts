import { randomUUID } from 'node:crypto'

/** A new UUIDv7: 48 bits of time, the rest random. Never a secret, never in a hash, never in an order. */
export function newId(now: number = Date.now()): string {
  // Many are made in one millisecond.
  if (now !== last.at) last = { at: now, text: timeText(now) }
  // A random UUID has the same variant in the same place; Node makes many at once, which bytes asked for one by one are not.
  return last.text + randomUUID().slice(15)
}

let last = { at: 0, text: timeText(0) }

function timeText(at: number): string {
  const time = at.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7`
}
