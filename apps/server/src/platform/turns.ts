import { refuse } from './refusal.ts'

export interface TurnsOptions {
  /** Turns that one customer has at a time. */
  readonly atOnce: number
  /** Requests of one customer that wait for a turn; one more is refused. */
  readonly waiting: number
}

interface Line {
  taken: number
  readonly waiting: (() => void)[]
}

/**
 * Turns at something that all customers share and of which there is little. Each customer has a few at a time, and waits for them in a
 * line of their own, so that no number of requests of one keeps another waiting.
 */
export class Turns {
  readonly #options: TurnsOptions
  readonly #lines = new Map<string, Line>()

  constructor(options: TurnsOptions) {
    this.#options = options
  }

  /**
   * Wait for a turn and take it.
   *
   * @returns a function that gives the turn back.
   *
   * @throws Refusal `too_many_requests` where the customer's line is full.
   */
  async take(customer: string): Promise<() => void> {
    const line = this.#lines.get(customer) ?? { taken: 0, waiting: [] }
    this.#lines.set(customer, line)
    if (line.taken < this.#options.atOnce) line.taken += 1
    else if (line.waiting.length < this.#options.waiting)
      await new Promise<void>((resolve) => line.waiting.push(resolve))
    else refuse('too_many_requests', undefined, { retryAfter: 2 })
    let isGiven = false
    return () => {
      if (!isGiven) this.#give(customer, line)
      isGiven = true
    }
  }

  #give(customer: string, line: Line): void {
    // The turn is handed to the next of the line, and counts as taken all the time.
    const next = line.waiting.shift()
    if (next !== undefined) return next()
    line.taken -= 1
    if (line.taken === 0) this.#lines.delete(customer)
  }
}
