/** A claim as it is kept: what gave it is a place in the history. */
export interface OpenClaim {
  readonly key: number
  readonly place: number
  readonly units: bigint
}

/**
 * Claims that lock-ups gave and no return has ended yet: the event of the lot, and units, the earliest first
 * (R-OPEN-8).
 */
export class Claims {
  readonly #open = new Map<number, { readonly lot: number; units: bigint }[]>()

  add(key: number, lot: number, units: bigint): void {
    const open = this.#open.get(key)
    if (open === undefined) this.#open.set(key, [{ lot, units }])
    else open.push({ lot, units })
  }

  /** End up to `units` of a key's claims, and say how many of which lot. */
  end(key: number, units: bigint): readonly { readonly lot: number; readonly units: bigint }[] {
    const open = this.#open.get(key) ?? []
    const ended: { lot: number; units: bigint }[] = []
    let left = units
    let whole = 0
    for (const claim of open) {
      if (left === 0n) break
      const part = claim.units < left ? claim.units : left
      ended.push({ lot: claim.lot, units: part })
      claim.units -= part
      left -= part
      if (claim.units === 0n) whole += 1
    }
    open.splice(0, whole)
    return ended
  }

  /** All of them, those of a key in their order. */
  open(placeOf: (event: number) => number): OpenClaim[] {
    return [...this.#open].flatMap(([key, claims]) =>
      claims.map(({ lot, units }) => ({ key, place: placeOf(lot), units })),
    )
  }
}
