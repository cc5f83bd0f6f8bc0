/** The way down to a figure: a new one is added, one already on the way cuts off what is below it. */
export function trailAfter(trail: readonly string[], handle: string): readonly string[] {
  const at = trail.indexOf(handle)
  return at === -1 ? [...trail, handle] : trail.slice(0, at + 1)
}
