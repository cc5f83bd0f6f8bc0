import { compareNamings, type Naming } from '../rows/result-rows.ts'

/** The lists whose rows name rules, in the order in which those of one event count. */
export const DISPOSALS = 0
export const INCOMES = 1
export const REMOVALS = 2

/** Sets of rules that rows name together, each once, and where the history first names each. */
export class RuleSets {
  readonly #sets: (readonly string[])[] = []
  readonly #first: Naming[] = []
  readonly #byName = new Map<string, number>()

  /** @param before those that the history names before, in their order. */
  constructor(before: readonly (readonly string[])[] = []) {
    for (const [n, rules] of before.entries()) this.#first[this.named(rules)] = { event: -1, list: 0, row: n }
  }

  /** The number of a set, until `putInOrder`. */
  named(rules: readonly string[]): number {
    const name = rules.join(' ')
    let set = this.#byName.get(name)
    if (set === undefined) {
      set = this.#sets.push(rules) - 1
      this.#first.push({ event: Infinity, list: 0, row: 0 })
      this.#byName.set(name, set)
    }
    return set
  }

  /** A row names a set; rows of a list are told in their order. @returns the set. */
  meet(set: number, event: number, list: number, row: number): number {
    const first = this.#first[set]!
    if (event < first.event || (event === first.event && list < first.list))
      this.#first[set] = { event, list, row }
    return set
  }

  /** How many of them the history names before an event, once they are in order. */
  countBefore(event: number): number {
    return this.#first.filter((first) => first.event < event).length
  }

  /** Number the sets in the order in which the history first names them, in the columns given too. @returns the sets. */
  putInOrder(columns: readonly Uint16Array[]): readonly (readonly string[])[] {
    const order = [...this.#sets.keys()].sort((a, b) => compareNamings(this.#first[a]!, this.#first[b]!))
    const places = new Uint16Array(order.length)
    order.forEach((set, place) => (places[set] = place))
    if (order.some((set, place) => set !== place))
      for (const column of columns)
        for (let row = 0; row < column.length; row++) column[row] = places[column[row]!]!
    return order.map((set) => this.#sets[set]!)
  }
}
