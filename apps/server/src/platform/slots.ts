import { refuse } from './refusal.ts'

export interface SlotsOptions {
  /** Slots of all customers together; without it there is no such bound. */
  readonly most?: number
  /** Slots that one customer has at a time. */
  readonly perCustomer: number
  /** Requests of one customer that wait for a slot; one more is refused. Without it any number waits. */
  readonly waiting?: number
}

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
  readonly #mostWaiting: number
  readonly #used = new Map<string, number>()
  readonly #waiting: Waiting[] = []
  #all = 0

  constructor({ most = Infinity, perCustomer, waiting = Infinity }: SlotsOptions) {
    this.#most = most
    this.#perCustomer = perCustomer
    this.#mostWaiting = waiting
  }

  /**
   * Do a piece of work in a slot of the customer.
   *
   * @param signal - ends the waiting for a slot with its reason; the work itself listens to it too, or goes on.
   */
  async use<T>(customer: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const giveBack = await this.take(customer, signal)
    try {
      return await work()
    } finally {
      giveBack()
    }
  }

  /**
   * Wait for a slot and take it.
   *
   * @returns a function that gives the slot back, once however often it is called.
   *
   * @throws Refusal `too_many_requests` when as many requests of the customer wait as may.
   */
  async take(customer: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    if (this.#isFree(customer)) this.#count(customer, 1)
    else await this.#wait(customer, signal)
    let isTaken = true
    return () => {
      if (isTaken) this.#giveBack(customer)
      isTaken = false
    }
  }

  async #wait(customer: string, signal: AbortSignal | undefined): Promise<void> {
    if (this.#waiting.filter((waiting) => waiting.customer === customer).length >= this.#mostWaiting)
      refuse('too_many_requests', undefined, { retryAfter: 2 })
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
