import { compareNamings, type Naming } from './result-rows.ts'

/** The lists whose rows name rules, in the order in which those of one event count. */
export const DISPOSALS = 0
export const INCOMES = 1
export const REMOVALS = 2

/**
 * Sets of rules that rows name together, each once, numbered in the order in which the history first names them. Rows come in
 * stretches of the history, each list by itself, so what a stretch names first is numbered at its end (`number`).
 */
export class RuleSets {
  readonly #sets: (readonly string[])[] = []
  readonly #first: Naming[] = []
  readonly #byName = new Map<string, number>()
  /** The number of each set that has one. */
  readonly #numbers: number[] = []
  readonly #inOrder: (readonly string[])[] = []

  /** @param before those that the history names before, in their order. */
  constructor(before: readonly (readonly string[])[] = []) {
    for (const [n, rules] of before.entries()) this.#first[this.named(rules)] = { event: -1, list: 0, row: n }
    this.number([])
  }

  /** A name for a set until the stretch is numbered. */
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

  /** How many of them the history names before an event. */
  countBefore(event: number): number {
    return this.#first.filter((first) => first.event < event).length
  }

  /** All that have a number, in its order. */
  get inOrder(): readonly (readonly string[])[] {
    return this.#inOrder
  }

  /** A stretch of the history is over: number what it named first, and put numbers in place of names in these parts of columns. */
  number(columns: readonly Uint16Array[]): void {
    const isNew = (set: number) => this.#numbers[set] === undefined && this.#first[set]!.event !== Infinity
    const met = [...this.#sets.keys()].filter(isNew)
    for (const set of met.sort((a, b) => compareNamings(this.#first[a]!, this.#first[b]!)))
      this.#numbers[set] = this.#inOrder.push(this.#sets[set]!) - 1
    for (const column of columns)
      for (let row = 0; row < column.length; row++) column[row] = this.#numbers[column[row]!]!
  }
}
