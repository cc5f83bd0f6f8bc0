import type { Clock } from '../../platform/clock.ts'
import type { Secret } from '../../platform/secret.ts'

/** A session waits this long for the code of the authenticator. */
const HELD_MS = 5 * 60_000
/** Codes of the authenticator that are tried. */
const MOST_TRIES = 5
/** Sessions that are held at once; the oldest gives way. */
const MOST_HELD = 1_000

interface Held<Session> {
  readonly session: Secret<Session>
  readonly until: number
  tries: number
}

/**
 * Sessions at a provider that wait for the code of an authenticator. They may do everything once they have it, so they are in the memory
 * of this process alone: after a restart the person asks for a new code.
 */
export class HeldSessions<Session> {
  readonly #clock: Clock
  readonly #held = new Map<string, Held<Session>>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  hold(owner: string, session: Secret<Session>): void {
    this.#dropOld()
    const [oldest] = this.#held.keys()
    if (oldest !== undefined && this.#held.size >= MOST_HELD) this.#held.delete(oldest)
    this.#held.set(owner, { session, until: this.#clock.now().getTime() + HELD_MS, tries: 0 })
  }

  /** The session of an owner, for one more code; undefined where none waits any more. */
  toTry(owner: string): Secret<Session> | undefined {
    this.#dropOld()
    const held = this.#held.get(owner)
    if (held === undefined) return undefined
    held.tries += 1
    if (held.tries >= MOST_TRIES) this.#held.delete(owner)
    return held.session
  }

  drop(owner: string): void {
    this.#held.delete(owner)
  }

  #dropOld(): void {
    const now = this.#clock.now().getTime()
    for (const [owner, { until }] of this.#held) if (until <= now) this.#held.delete(owner)
  }
}
