import type { ResultSoFar, ResultTable } from '../results/result-table.ts'

/** The lists of a result, in the order they are worked out. */
export type Steps = Iterator<ResultSoFar, ResultTable, undefined>

/** A result that is worked out at once. */
export function inOneStep(work: () => ResultTable): Steps {
  return { next: () => ({ done: true, value: work() }) }
}

/** A result that is being worked out, step by step, with a turn of others after each: its disposals can be stored as they come. */
export class ComingResult {
  /** Rejects with what the engine throws. */
  readonly whole: Promise<ResultTable>
  #soFar: ResultSoFar | undefined
  #isOver = false
  #more = Promise.withResolvers<void>()

  /** @param turn lets others have their turn; awaited after each step. */
  constructor(steps: Steps, turn: () => Promise<unknown>) {
    this.whole = this.#workOut(steps, turn)
    // It is awaited later, in its turn: until then nobody listens.
    this.whole.catch(() => {})
  }

  /**
   * Waits for more disposals than so many, or for all.
   *
   * @returns what there is by then: no more than `count` only where there are no more.
   * @throws what the engine throws.
   */
  async disposalsBeyond(count: number): Promise<ResultSoFar> {
    for (;;) {
      if (this.#isOver) await this.whole
      if (this.#soFar !== undefined && (this.#isOver || this.#soFar.count > count)) return this.#soFar
      await this.#more.promise
    }
  }

  async #workOut(steps: Steps, turn: () => Promise<unknown>): Promise<ResultTable> {
    try {
      for (;;) {
        const { done, value } = steps.next()
        if (done === true) {
          const { events, before, disposals } = value
          this.#soFar = { events, before, disposals, count: disposals.rows.count }
          return value
        }
        this.#soFar = value
        this.#tell()
        await turn()
      }
    } finally {
      this.#isOver = true
      this.#tell()
    }
  }

  #tell(): void {
    this.#more.resolve()
    this.#more = Promise.withResolvers()
  }
}
