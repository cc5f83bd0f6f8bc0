import { type GeneratedHistory, SELL, SPEND, TRADE, TRANSFER } from './generator.ts'

export type FloorMethod = 'fifo' | 'lifo' | 'hifo'

/**
 * The floor F-match: the least code that matches lots. Typed arrays, integers in doubles (8 decimals, cents), a
 * FIFO ring, a LIFO stack or a HIFO binary heap per account and asset; no rules, no names, no dates, no output.
 * What it returns keeps the work from being optimised away, and lets a test see that it conserves basis.
 */
export function floorMatch(
  h: GeneratedHistory,
  method: FloorMethod,
): { units: number; cents: number; gain: number } {
  const lots = {
    units: new Float64Array(h.count * 2),
    cents: new Float64Array(h.count * 2),
    unitCost: new Float64Array(h.count * 2),
    count: 0,
  }
  const pools = Array.from(
    { length: h.accounts.length * h.assets.length },
    () => new FloorPool(method, lots.unitCost),
  )
  const poolOf = (account: number, asset: number) => pools[account * h.assets.length + asset]!
  let gain = 0

  const add = (pool: FloorPool, units: number, cents: number) => {
    const lot = lots.count++
    if (lot === lots.units.length) throw new RangeError('more lots than expected')
    lots.units[lot] = units
    lots.cents[lot] = cents
    lots.unitCost[lot] = cents / units
    pool.push(lot)
  }
  /** Takes units, moves them when there is a target, and returns their basis. */
  const take = (pool: FloorPool, want: number, target: FloorPool | null): number => {
    let basis = 0
    while (want > 0 && pool.size > 0) {
      const lot = pool.first()
      const units = lots.units[lot]!
      const cents = lots.cents[lot]!
      if (units <= want) {
        pool.pop()
        if (target !== null) target.push(lot)
        want -= units
        basis += cents
      } else {
        const share = Math.round((cents * want) / units)
        lots.units[lot] = units - want
        lots.cents[lot] = cents - share
        if (target !== null) add(target, want, share)
        basis += share
        want = 0
      }
    }
    return basis
  }

  for (let e = 0; e < h.count; e++) {
    const kind = h.kind[e]!
    const account = h.account[e]!
    if (kind === TRANSFER) {
      const pool = poolOf(account, h.fromAsset[e]!)
      take(pool, h.fromUnits[e]!, poolOf(h.toAccount[e]!, h.fromAsset[e]!))
      if (h.feeUnits[e]! > 0) gain += h.feeCents[e]! - take(pool, h.feeUnits[e]!, null)
      continue
    }
    if (kind === SELL || kind === SPEND || kind === TRADE)
      gain += h.cents[e]! - h.feeCents[e]! - take(poolOf(account, h.fromAsset[e]!), h.fromUnits[e]!, null)
    if (h.toAsset[e] !== -1)
      add(poolOf(account, h.toAsset[e]!), h.toUnits[e]!, h.cents[e]! + (kind === TRADE ? 0 : h.feeCents[e]!))
  }
  let units = 0
  let cents = 0
  for (const pool of pools)
    while (pool.size > 0) {
      units += lots.units[pool.first()]!
      cents += lots.cents[pool.first()]!
      pool.pop()
    }
  return { units, cents, gain }
}

/** A ring for FIFO, a stack for LIFO, a heap by unit cost for HIFO. */
class FloorPool {
  readonly #method: FloorMethod
  readonly #unitCost: Float64Array
  #items = new Int32Array(8)
  #head = 0
  size = 0

  constructor(method: FloorMethod, unitCost: Float64Array) {
    this.#method = method
    this.#unitCost = unitCost
  }

  first(): number {
    if (this.#method === 'lifo') return this.#items[this.size - 1]!
    return this.#items[this.#method === 'fifo' ? this.#head : 0]!
  }

  push(lot: number): void {
    if (this.size === this.#items.length) this.#grow()
    const items = this.#items
    let at = this.size++
    if (this.#method === 'lifo') {
      items[at] = lot
      return
    }
    if (this.#method === 'fifo') {
      items[(this.#head + at) & (items.length - 1)] = lot
      return
    }
    const cost = this.#unitCost[lot]!
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (this.#unitCost[items[parent]!]! >= cost) break
      items[at] = items[parent]!
      at = parent
    }
    items[at] = lot
  }

  pop(): void {
    const items = this.#items
    const size = --this.size
    if (this.#method === 'lifo') return
    if (this.#method === 'fifo') {
      this.#head = (this.#head + 1) & (items.length - 1)
      return
    }
    const lot = items[size]!
    const cost = this.#unitCost[lot]!
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= size) break
      if (child + 1 < size && this.#unitCost[items[child + 1]!]! > this.#unitCost[items[child]!]!) child += 1
      if (this.#unitCost[items[child]!]! <= cost) break
      items[at] = items[child]!
      at = child
    }
    items[at] = lot
  }

  #grow(): void {
    const grown = new Int32Array(this.#items.length * 2)
    for (let i = 0; i < this.size; i++) grown[i] = this.#items[(this.#head + i) & (this.#items.length - 1)]!
    this.#items = grown
    this.#head = 0
  }
}
