import { setImmediate as breathe } from 'node:timers/promises'

/** Does work that stops now and then, and lets others have the event loop at each stop. */
export async function inBreaths<Result>(steps: Generator<undefined, Result>): Promise<Result> {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    await breathe()
  }
}
