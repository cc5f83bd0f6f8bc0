interface Waiting {
  readonly customer: string
  readonly start: () => void
}

/**
 * A number of slots that all customers share, a few of them to each customer at most. Whoever finds none waits; of those
 * who wait the customer with the fewest slots is next, and of several such the one who came first.
 */
export class Slots {
  readonly #most: number
  readonly #perCustomer: number
  readonly #used = new Map<string, number>()
  readonly #waiting: Waiting[] = []
  #all = 0

  constructor(most: number, perCustomer: number) {
    this.#most = most
    this.#perCustomer = perCustomer
  }

  /**
   * Do a piece of work in a slot of the customer.
   *
   * @param signal - ends the waiting for a slot with its reason; the work itself listens to it too, or goes on.
   */
  async use<T>(customer: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#take(customer, signal)
    try {
      return await work()
    } finally {
      this.#giveBack(customer)
    }
  }

  async #take(customer: string, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    if (this.#isFree(customer)) return this.#count(customer, 1)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting: Waiting = { customer, start: resolve }
    const leave = () => {
      const at = this.#waiting.indexOf(waiting)
      if (at === -1) return
      this.#waiting.splice(at, 1)
      reject(signal?.reason as Error)
    }
    this.#waiting.push(waiting)
    signal?.addEventListener('abort', leave)
    await promise.finally(() => signal?.removeEventListener('abort', leave))
  }

  #giveBack(customer: string): void {
    this.#count(customer, -1)
    const next = this.#next()
    if (next === undefined) return
    this.#waiting.splice(this.#waiting.indexOf(next), 1)
    this.#count(next.customer, 1)
    next.start()
  }

  #next(): Waiting | undefined {
    let next: Waiting | undefined
    for (const waiting of this.#waiting)
      if (
        this.#isFree(waiting.customer) &&
        (next === undefined || this.#usedBy(waiting.customer) < this.#usedBy(next.customer))
      )
        next = waiting
    return next
  }

  #isFree(customer: string): boolean {
    return this.#all < this.#most && this.#usedBy(customer) < this.#perCustomer
  }

  #usedBy(customer: string): number {
    return this.#used.get(customer) ?? 0
  }

  #count(customer: string, change: 1 | -1): void {
    const used = this.#usedBy(customer) + change
    this.#all += change
    if (used === 0) this.#used.delete(customer)
    else this.#used.set(customer, used)
  }
}
