/** Where the server gets the time from: handed in, so that lifetimes and limits can be tested at their edges. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** A clock that stands still until it is moved. */
export class ManualClock implements Clock {
  #at: number

  constructor(at: Date) {
    this.#at = at.getTime()
  }

  now(): Date {
    return new Date(this.#at)
  }

  advance(ms: number): void {
    this.#at += ms
  }
}
