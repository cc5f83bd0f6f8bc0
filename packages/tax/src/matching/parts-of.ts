/** More parts than this are not tried in every choice. */
const MOST = 12

/** Two or more of some parts that make a whole to the last unit, the first such choice in their order; undefined where there is none. */
export function partsOf<Part extends { readonly units: bigint }>(
  whole: bigint,
  parts: readonly Part[],
): readonly Part[] | undefined {
  if (parts.length > MOST) return undefined
  const find = (from: number, left: bigint, chosen: readonly Part[]): readonly Part[] | undefined => {
    if (left === 0n) return chosen.length > 1 ? chosen : undefined
    for (const [n, part] of parts.entries()) {
      if (n < from || part.units > left || part.units === 0n) continue
      const found = find(n + 1, left - part.units, [...chosen, part])
      if (found !== undefined) return found
    }
    return undefined
  }
  return find(0, whole, [])
}
