/** Runs pieces of work, at most `most` at once; the rest wait in the order they came. */
export function inTurn(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // A turn is handed over, not given back and taken anew.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
