import { eventAtPlace, firstEvent, NONE, placeOfEvent, type EventTable } from '../events/event-table.ts'
import { isExact, isPooledBasis, type AssetFamilies } from './asset-families.ts'
import type { StateReader, StateWriter } from './state-bytes.ts'
import { WholeColumn } from './whole-column.ts'

/** Fields of an account beside units and basis, which few accounts have. Rows add up here in any order. */
export interface Beside {
  /** At most so many units of unknown origin became a lot of the event, with basis 0 (R-MISS-1). */
  unknown: bigint
  /**
   * Quantity and basis of a gift worth less than the donor paid (R-GIFT-2), for lots of its event. Each basis is
   * shared out by quantity; rows and lots name one or both.
   */
  known: bigint
  basis: bigint
  loss: bigint
  units: bigint
  lossUnits: bigint
  lossUsed: bigint
  /** The basis of rows measured by the basis for a loss, or by neither (R-GIFT-2). */
  dualBasis: bigint
  isDual: boolean
  /** The gift itself is of this account. */
  isGift: boolean
  /** A row or a lot that is left speaks of two bases. */
  hasTwo: boolean
}

export const BESIDE_AMOUNTS = [
  'unknown',
  'known',
  'basis',
  'loss',
  'units',
  'lossUnits',
  'lossUsed',
  'dualBasis',
] as const satisfies (keyof Beside)[]
export const BESIDE_FLAGS = ['isDual', 'isGift', 'hasTwo'] as const satisfies (keyof Beside)[]

/**
 * Accounts of lots: one for each event and each asset it has a lot of, since only at the end is it known
 * which assets are one family. Both sums of an account, units and basis, are what came in less what rows used
 * and what is left: zero, when all is in.
 *
 * In a table that goes on, earlier events that it does not have are numbered from `count` on: no row can name them.
 */
export class LotAccounts {
  /** In columns: the first account of an event under the event's own number, further ones behind. */
  readonly assets: number[]
  readonly units: WholeColumn
  readonly basis: WholeColumn
  /** Index of the first further account. */
  firsts: number
  readonly beside = new Map<number, Beside>()
  /** Events that were gifts with two bases. */
  readonly gifts = new Set<number>()
  /** How many events of before had lots of which all is used up, by the assets of their accounts in order. */
  readonly usedUp = new Map<string, number>()
  /** Accounts of such an event that a row takes from all the same. */
  readonly reopened = new Set<number>()
  readonly #table: EventTable
  /** The events of further accounts. */
  readonly #events: number[] = []
  /** Further accounts, by event and asset. */
  readonly #further = new Map<number, number>()
  /** The places in the history of what the table does not have, and their numbers here. */
  readonly #gone: number[] = []
  readonly #goneAt = new Map<number, number>()

  constructor(table: EventTable) {
    const { count } = table
    this.#table = table
    this.firsts = count
    this.assets = filled(count, NONE)
    this.units = new WholeColumn(count)
    this.basis = new WholeColumn(count)
  }

  /** The account of an event's lot of an asset, made where there is none. */
  of(event: number, asset: number): number {
    const first = this.assets[event]
    if (first === asset) return event
    if (first === NONE) {
      this.assets[event] = asset
      if (event < firstEvent(this.#table)) this.reopened.add(event)
      return event
    }
    return this.#further.get(this.keyOf(event, asset)) ?? this.#addFurther(event, asset)
  }

  /** Units and basis that come in. */
  add(account: number, quantity: bigint, basis: bigint): void {
    this.units.add(account, quantity)
    this.basis.add(account, basis)
  }

  besideOf(account: number): Beside {
    let beside = this.beside.get(account)
    if (beside === undefined) this.beside.set(account, (beside = nothingBeside()))
    return beside
  }

  eventOf(account: number): number {
    return account < this.firsts ? account : this.#events[account - this.firsts]!
  }

  /** One number for an event and an asset of it. */
  keyOf(event: number, asset: number): number {
    return event * this.#table.assets.length + asset
  }

  /** The number here of the event at a place of the history. @throws Error where nothing is known of it. */
  eventAt(place: number): number {
    const event = eventAtPlace(this.#table, place) ?? this.#goneAt.get(place)
    if (event === undefined) throw new Error(`Nothing is known of a lot of event ${place}`)
    return event
  }

  /** The place in the history of an event by its number here. */
  placeOf(event: number): number {
    const { count } = this.#table
    return event < count ? placeOfEvent(this.#table, event) : this.#gone[event - count]!
  }

  /** The transaction, for people. */
  nameOf(account: number): string {
    const event = this.eventOf(account)
    return this.#table.idOf(event) ?? `at ${this.placeOf(event)}`
  }

  /**
   * Accounts as they are before an event: those that something may still be taken from, and of events of which all is used up
   * how many there are.
   *
   * @param families as they are before the event.
   * @returns by the number of an event, 1 where something is kept of it.
   */
  write(to: StateWriter, border: number, families: AssetFamilies): Uint8Array {
    const isKept = new Uint8Array(this.firsts)
    const kept: number[] = []
    const usedUp = new Map(this.usedUp)
    const usedUpOf = new Float64Array(this.#table.assets.length)
    const further = this.#byEvent()
    const visit = (event: number) => {
      const asset = this.assets[event]!
      if (asset === NONE) return
      const accounts = further.get(event)
      if (accounts === undefined) {
        if (this.#isUsedUp(event, families)) usedUpOf[asset]! += 1
        else {
          kept.push(event)
          isKept[event] = 1
        }
      } else if (this.#areUsedUp(accounts, families)) {
        const names = accounts.map((account) => this.assets[account]!).join(' ')
        usedUp.set(names, (usedUp.get(names) ?? 0) + 1)
      } else {
        kept.push(...accounts)
        isKept[event] = 1
      }
    }
    for (let event = 0; event < border; event++) visit(event)
    for (let event = this.#table.count; event < this.firsts; event++) visit(event)
    for (const [asset, count] of usedUpOf.entries())
      if (count > 0) usedUp.set(String(asset), (usedUp.get(String(asset)) ?? 0) + count)
    this.#writeAccounts(to, kept)
    to.amounts(kept.map((account) => this.units.get(account)))
    to.amounts(kept.map((account) => this.basis.get(account)))
    const beside = [...this.beside.keys()].filter((account) => isKept[this.eventOf(account)] === 1)
    this.#writeAccounts(to, beside)
    for (const name of BESIDE_AMOUNTS) to.amounts(beside.map((account) => this.beside.get(account)![name]))
    for (const name of BESIDE_FLAGS)
      to.numbers(beside.map((account) => (this.beside.get(account)![name] ? 1 : 0)))
    const names = [...usedUp.keys()].map((text) => text.split(' ').map(Number))
    to.numbers(names.flatMap((assets) => [assets.length, ...assets]))
    to.counts([...usedUp.values()])
    return isKept
  }

  #writeAccounts(to: StateWriter, accounts: readonly number[]) {
    const places = new Int32Array(accounts.length)
    const assets = new Int32Array(accounts.length)
    for (const [n, account] of accounts.entries()) {
      places[n] = this.placeOf(this.eventOf(account))
      assets[n] = this.assets[account]!
    }
    to.numbers(places)
    to.numbers(assets)
  }

  /**
   * Take up what was written.
   *
   * @param families as they were then.
   * @throws Error where something is left of a lot that the table does not have.
   */
  read(from: StateReader, families: AssetFamilies): void {
    const [places, assets, units, basis] = [from.numbers(), from.numbers(), from.amounts(), from.amounts()]
    const events = this.#eventsAt(places)
    this.firsts += this.#gone.length
    for (let n = 0; n < this.#gone.length; n++) {
      this.assets.push(NONE)
      this.units.extend()
      this.basis.extend()
    }
    for (let n = 0; n < events.length; n++) {
      const event = events[n]!
      const account = this.assets[event] === NONE ? event : this.#addFurther(event, assets[n]!)
      this.assets[account] = assets[n]!
      this.units.set(account, units[n]!)
      this.basis.set(account, basis[n]!)
    }
    const beside = this.#readAccounts(from).map((account) => this.besideOf(account))
    for (const name of BESIDE_AMOUNTS)
      for (const [n, amount] of from.amounts().entries()) beside[n]![name] = amount
    for (const name of BESIDE_FLAGS)
      for (const [n, flag] of from.numbers().entries()) beside[n]![name] = flag === 1
    for (const [account, { isGift }] of this.beside) if (isGift) this.gifts.add(this.eventOf(account))
    const names = from.numbers()
    let at = 0
    for (const count of from.counts()) {
      const end = at + 1 + names[at]!
      this.usedUp.set(names.subarray(at + 1, end).join(' '), count)
      at = end
    }
    this.#holdToTable(families)
  }

  #readAccounts(from: StateReader): number[] {
    const [places, assets] = [from.numbers(), from.numbers()]
    return Array.from(places, (place, n) => this.of(this.eventAt(place), assets[n]!))
  }

  /** The numbers here of events at places; those that the table does not have get one. */
  #eventsAt(places: Int32Array): Int32Array {
    const named = this.#table.opening?.places ?? new Int32Array(0)
    const events = new Int32Array(places.length)
    // Mostly both are the same, in the same order.
    let next = 0
    for (const [n, place] of places.entries()) {
      if (n > 0 && place === places[n - 1]) events[n] = events[n - 1]!
      else if (named[next] === place) events[n] = next++
      else {
        events[n] = eventAtPlace(this.#table, place) ?? this.#numberGone(place)
        if (events[n]! < named.length) next = events[n]! + 1
      }
    }
    return events
  }

  #numberGone(place: number): number {
    const event = this.#table.count + this.#gone.push(place) - 1
    this.#goneAt.set(place, event)
    return event
  }

  /**
   * Checks the open part of a lot, where rows are exact; elsewhere a fee or a conversion may have taken it without a
   * row.
   */
  #holdToTable(families: AssetFamilies) {
    const further = this.#byEvent()
    for (let event = this.#table.count; event < this.firsts; event++)
      for (const [family, { units }] of this.#sums(further.get(event) ?? [event], families))
        if (units > 0n && isExact(families, family))
          throw new Error(
            `The check goes on with a lot of event ${this.placeOf(event)} that the table does not have`,
          )
  }

  #isUsedUp(account: number, families: AssetFamilies): boolean {
    return (
      this.units.get(account) === 0n &&
      (this.basis.get(account) === 0n || isPooledBasis(families, this.assets[account]!)) &&
      !this.beside.has(account)
    )
  }

  #areUsedUp(accounts: readonly number[], families: AssetFamilies): boolean {
    if (accounts.some((account) => this.beside.has(account))) return false
    // Units of another coin by a ratio do not add up with those of the first: each are to be gone.
    const byRatio = accounts.filter(
      (account) => families.hasRatio[families.familyOf[this.assets[account]!]!] === 1,
    )
    if (byRatio.some((account) => this.units.get(account) !== 0n)) return false
    for (const [family, { units, basis }] of this.#sums(accounts, families))
      if (units !== 0n || (basis !== 0n && !isPooledBasis(families, family))) return false
    return true
  }

  #sums(
    accounts: readonly number[],
    { familyOf }: AssetFamilies,
  ): Map<number, { units: bigint; basis: bigint }> {
    const sums = new Map<number, { units: bigint; basis: bigint }>()
    for (const account of accounts) {
      const family = familyOf[this.assets[account]!]!
      const sum = sums.get(family) ?? { units: 0n, basis: 0n }
      sum.units += this.units.get(account)
      sum.basis += this.basis.get(account)
      sums.set(family, sum)
    }
    return sums
  }

  /** All accounts of each event that has more than one. */
  #byEvent(): Map<number, number[]> {
    const accounts = new Map<number, number[]>()
    for (let account = this.firsts; account < this.assets.length; account++) {
      const event = this.eventOf(account)
      const known = accounts.get(event)
      if (known === undefined) accounts.set(event, [event, account])
      else known.push(account)
    }
    return accounts
  }

  #addFurther(event: number, asset: number): number {
    const fresh = this.assets.push(asset) - 1
    this.units.extend()
    this.basis.extend()
    this.#events.push(event)
    this.#further.set(this.keyOf(event, asset), fresh)
    return fresh
  }
}

function filled<Value>(count: number, value: Value): Value[] {
  const values: Value[] = []
  values.length = count
  return values.fill(value)
}

function nothingBeside(): Beside {
  return {
    unknown: 0n,
    known: 0n,
    basis: 0n,
    loss: 0n,
    units: 0n,
    lossUnits: 0n,
    lossUsed: 0n,
    dualBasis: 0n,
    isDual: false,
    isGift: false,
    hasTwo: false,
  }
}
