/** One line of the result: a ratio (or figure) against what it must not exceed. */
export function report(id: string, what: string, value: number, must: number, unit = 'x'): void {
  const verdict = value <= must ? 'ok' : 'MISSED'
  console.log(
    `${id.padEnd(4)} ${what.padEnd(64)} ${value.toFixed(2).padStart(8)} ${unit.padEnd(2)} must ${must} ${verdict}`,
  )
}

/** The middle one of several, which what the machine does for a moment does not change. */
export function middle(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)]!
}
