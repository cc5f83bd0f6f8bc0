import { randomFillSync, randomUUID } from 'node:crypto'

/** A new UUIDv7: 48 bits of time, the rest random. Never a secret, never in a hash, never in an order. */
export function newId(now: number = Date.now()): string {
  // Many are made in one millisecond.
  if (now !== last.at) last = { at: now, text: timeText(now) }
  // A random UUID has the same variant in the same place; Node makes many at once, which bytes asked for one by one are not.
  return last.text + randomUUID().slice(15)
}

/** Bytes of chance for some ids: asked for one by one they cost more than the rest of an id. */
const chance = new Uint8Array(10 * 400)
let chanceUsed = chance.length

/** Write the sixteen bytes of a new id (`newId`) at a place. */
export function writeNewId(to: Uint8Array, at: number, now: number = Date.now()): void {
  if (chanceUsed === chance.length) {
    randomFillSync(chance)
    chanceUsed = 0
  }
  const high = Math.floor(now / 0x1_0000_0000)
  to[at] = high >>> 8
  to[at + 1] = high
  to[at + 2] = now >>> 24
  to[at + 3] = now >>> 16
  to[at + 4] = now >>> 8
  to[at + 5] = now
  for (let i = 0; i < 10; i++) to[at + 6 + i] = chance[chanceUsed + i]!
  to[at + 6] = 0x70 | (to[at + 6]! & 0x0f)
  to[at + 8] = 0x80 | (to[at + 8]! & 0x3f)
  chanceUsed += 10
}

let last = { at: 0, text: timeText(0) }

function timeText(at: number): string {
  const time = at.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7`
}
