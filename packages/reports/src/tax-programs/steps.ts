/** Work over many rows that stops now and then, so that whoever does it can do something else between. */
export type Steps<Result> = Generator<undefined, Result>

/** Rows between two stops: a few milliseconds. */
export const ROWS_AT_ONCE = 500

/** Does the work without a stop. */
export function drained<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
