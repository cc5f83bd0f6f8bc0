import { randomUUID } from 'node:crypto'

/** A new UUIDv7: 48 bits of time, the rest random. Never a secret, never in a hash, never in an order. */
export function newId(now: number = Date.now()): string {
  const time = now.toString(16).padStart(12, '0')
  // A random UUID has the same variant in the same place; Node makes many at once, which bytes asked for one by one are not.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}
