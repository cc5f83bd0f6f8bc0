/** A piece of work: its customer, and how much of it there is, in the unit of the bounds of its lanes. */
export interface Load {
  readonly customer: string
  readonly size: number
}

/** A piece of work in its lane: `isLong` where it does not fit the narrowest, so that shorter work may run beside it. */
export interface Lane {
  readonly isLong: boolean
}

export interface LanesOptions {
  /** The longest work that each lane takes. A lane with a bound is kept for work that is shorter. */
  readonly bounds: readonly number[]
  /** Lanes that one customer has at a time. */
  readonly perCustomer: number
}

interface Waiting extends Load {
  readonly start: (bound: number) => void
}

/**
 * Lanes that all customers share, each for work up to a bound. Work takes the narrowest lane that is free and wide enough, so that long
 * work never occupies the last lane and short work never waits for it. A lane that becomes free goes to whoever fits it, has the
 * fewest lanes and came first.
 */
export class Lanes {
  readonly #perCustomer: number
  readonly #narrowest: number
  /** Bounds of the lanes that are free, the narrowest first. */
  readonly #free: number[]
  readonly #used = new Map<string, number>()
  readonly #waiting: Waiting[] = []

  constructor({ bounds, perCustomer }: LanesOptions) {
    this.#free = bounds.toSorted((a, b) => a - b)
    this.#perCustomer = perCustomer
    this.#narrowest = this.#free[0] ?? Infinity
    if (this.#free.at(-1) !== Infinity) throw new Error('work of any size needs a lane')
  }

  /**
   * Do a piece of work in a lane.
   *
   * @param signal - ends the waiting for a lane with its reason; the work itself listens to it too, or goes on.
   */
  async use<T>(load: Load, work: (lane: Lane) => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted()
    const bound = this.#take(load) ?? (await this.#wait(load, signal))
    try {
      return await work({ isLong: load.size > this.#narrowest })
    } finally {
      this.#giveBack(load.customer, bound)
    }
  }

  #take({ customer, size }: Load): number | undefined {
    const at = this.#free.findIndex((bound) => size <= bound)
    if (at === -1 || this.#usedBy(customer) >= this.#perCustomer) return undefined
    const [bound] = this.#free.splice(at, 1)
    this.#used.set(customer, this.#usedBy(customer) + 1)
    return bound
  }

  async #wait(load: Load, signal: AbortSignal | undefined): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const waiting: Waiting = { ...load, start: resolve }
    const leave = () => {
      const at = this.#waiting.indexOf(waiting)
      if (at === -1) return
      this.#waiting.splice(at, 1)
      reject(signal?.reason as Error)
    }
    this.#waiting.push(waiting)
    signal?.addEventListener('abort', leave)
    return promise.finally(() => signal?.removeEventListener('abort', leave))
  }

  #giveBack(customer: string, bound: number): void {
    const used = this.#usedBy(customer) - 1
    if (used === 0) this.#used.delete(customer)
    else this.#used.set(customer, used)
    this.#free.push(bound)
    this.#free.sort((a, b) => a - b)
    this.#startWaiting()
  }

  /** Start whoever may start now: a customer with one lane less may fit another lane than the one given back. */
  #startWaiting(): void {
    const inTurn = this.#waiting.toSorted((a, b) => this.#usedBy(a.customer) - this.#usedBy(b.customer))
    for (const waiting of inTurn) {
      const bound = this.#take(waiting)
      if (bound === undefined) continue
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
      waiting.start(bound)
    }
  }

  #usedBy(customer: string): number {
    return this.#used.get(customer) ?? 0
  }
}
