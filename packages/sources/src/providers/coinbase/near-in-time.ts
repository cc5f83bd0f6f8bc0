/** Those of a list in the order of their times that are no further from a moment, the nearest first. */
export function nearInTime<T>(
  sorted: readonly T[],
  timeOf: (one: T) => number,
  at: number,
  withinMs: number,
): T[] {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const one = sorted[middle]
    if (one !== undefined && timeOf(one) < at - withinMs) low = middle + 1
    else high = middle
  }
  const found: T[] = []
  for (const one of sorted.slice(low, low + MOST)) {
    if (timeOf(one) > at + withinMs) break
    found.push(one)
  }
  return found.toSorted((a, b) => Math.abs(timeOf(a) - at) - Math.abs(timeOf(b) - at))
}

/** Nobody does more of one kind by hand within an hour; a list of more is not searched for ever. */
const MOST = 1_000
