import { formatUnits } from '@lotbook/money'
import { NONE, type EventTable } from '../engine/event-table.ts'
import { ACCOUNT_POOLS_FROM } from '../engine/tax-day.ts'
import type { AssetFamilies } from './asset-families.ts'
import type { Checks } from './invariant.ts'
import type { LotTally } from './lot-tally.ts'
import type { Movement } from './movement.ts'

/** An event that moved or converted units which were not all known. */
interface Gap {
  readonly event: number
  readonly account: number
  readonly from: number
  /** What the unknown ones are a lot of. */
  readonly to: number
  readonly isCarried: boolean
}

/** Units by account and asset; an account of NONE is no account. */
class Units {
  readonly #byKey = new Map<number, bigint>()
  readonly #assets: number

  constructor(assets: number) {
    this.#assets = assets
  }

  add(account: number, asset: number, quantity: bigint) {
    const key = (account + 1) * this.#assets + asset
    this.#byKey.set(key, (this.#byKey.get(key) ?? 0n) + quantity)
  }

  get(account: number, asset: number): bigint {
    return this.#byKey.get((account + 1) * this.#assets + asset) ?? 0n
  }

  has(account: number, asset: number): boolean {
    return this.#byKey.has((account + 1) * this.#assets + asset)
  }

  copy(): Units {
    const copy = new Units(this.#assets)
    for (const [key, quantity] of this.#byKey) copy.#byKey.set(key, quantity)
    return copy
  }

  *places(): Generator<{ account: number; asset: number }> {
    for (const key of this.#byKey.keys()) {
      const asset = key % this.#assets
      yield { account: (key - asset) / this.#assets - 1, asset }
    }
  }
}

/**
 * Units by account and asset: what came in, less what went out, is what is left, but for units that rows name as of unknown
 * origin. In the universal pool that holds by asset, and an account ends with lots of no more than it holds.
 */
export class PoolTally {
  readonly #t: EventTable
  readonly #families: AssetFamilies
  readonly #checks: Checks
  readonly #isUniversal: boolean
  /** What should be left. Under the universal pool units of unknown origin are in no account. */
  readonly #net: Units
  readonly #left: Units
  readonly #gaps: Gap[] = []
  /** What accounts held at the end of 2024, where they shared one pool until then. */
  #atSwitch: Units | undefined

  constructor(table: EventTable, families: AssetFamilies, checks: Checks, isUniversal: boolean) {
    this.#t = table
    this.#families = families
    this.#checks = checks
    this.#isUniversal = isUniversal
    this.#net = new Units(table.assets.length)
    this.#left = new Units(table.assets.length)
  }

  /** @param hasGap whether units were missing at the event. */
  move(m: Movement, hasGap: boolean): void {
    const { event } = m
    const net = this.#net
    const account = this.#t.account[event]!
    if (this.#isUniversal && this.#t.day[event]! >= ACCOUNT_POOLS_FROM) this.#atSwitch ??= net.copy()
    if (m.rows === 'disposals' || m.rows === 'removals') net.add(account, m.asset, -m.quantity)
    if (m.feeAsset !== NONE) net.add(account, m.feeAsset, -m.feeQuantity)
    if (m.lotAsset !== NONE) net.add(account, m.lotAsset, m.lotQuantity)
    if (m.backAsset !== NONE) net.add(account, m.backAsset, m.backQuantity)
    if (m.movedAsset === NONE) return
    const isConverted = m.convertedAsset !== NONE
    net.add(account, m.movedAsset, -m.movedQuantity - m.carried)
    if (isConverted) net.add(account, m.convertedAsset, m.convertedQuantity)
    else net.add(this.#t.toAccount[event]!, m.movedAsset, m.movedQuantity)
    if (!m.isMoveOfLots || !hasGap) return
    const to = isConverted ? m.convertedAsset : m.movedAsset
    this.#gaps.push({ event, account, from: m.movedAsset, to, isCarried: m.carried > 0n })
  }

  /** Units of a row that no lot is known of: they left without having come. */
  missing(event: number, asset: number, quantity: bigint): void {
    const isInAccount = !this.#isUniversal || this.#atSwitch !== undefined
    this.#net.add(isInAccount ? this.#t.account[event]! : NONE, asset, quantity)
  }

  hold(account: number, asset: number, quantity: bigint): void {
    this.#left.add(account, asset, quantity)
  }

  /** When every event and every row is in. */
  settle(lots: LotTally): void {
    const isAtLeast = new Uint8Array(this.#t.assets.length)
    for (const { event, account, from, to, isCarried } of this.#gaps) {
      const unknown = isCarried ? undefined : lots.unknownOf(event, to)
      if (unknown === undefined) isAtLeast[this.#families.of[from]!] = 1
      else this.#net.add(account, from, unknown)
    }
    const atLeast = (asset: number) => isAtLeast[this.#families.of[asset]!] === 1
    const places = [...this.#places()]
    if (!this.#isUniversal) {
      for (const { account, asset } of places)
        this.#compare(
          account,
          asset,
          this.#net.get(account, asset),
          this.#left.get(account, asset),
          atLeast(asset),
        )
      return
    }
    const net = new Units(this.#t.assets.length)
    const left = new Units(this.#t.assets.length)
    for (const { account, asset } of places) {
      net.add(NONE, asset, this.#net.get(account, asset))
      left.add(NONE, asset, this.#left.get(account, asset))
      if (account !== NONE && !atLeast(asset)) this.#holdToBalance(account, asset)
    }
    for (const { asset } of net.places())
      this.#compare(NONE, asset, net.get(NONE, asset), left.get(NONE, asset), atLeast(asset))
  }

  /** Out of the universal pool an account gets lots for what it holds at the end of 2024, and never more (R-POOL-3). */
  #holdToBalance(account: number, asset: number) {
    const balance = this.#atSwitch?.get(account, asset) ?? 0n
    const most = (balance < 0n ? 0n : balance) + this.#net.get(account, asset) - balance
    const left = this.#left.get(account, asset)
    if (left === 0n) return
    const check = this.#checks['units-conserved']
    check.checked += 1
    if (left > (this.#atSwitch === undefined ? 0n : most))
      check.fail(`${this.#name(account, asset)}: lots of ${this.#text(left, asset)} are more than it holds`)
  }

  #compare(account: number, asset: number, net: bigint, left: bigint, isAtLeast: boolean) {
    if (net === 0n && left === 0n) return
    const check = this.#checks['units-conserved']
    check.checked += 1
    if (isAtLeast ? left >= net : left === net) return
    check.fail(
      `${this.#name(account, asset)}: ${this.#text(net, asset)} should be left, lots have ${this.#text(left, asset)}`,
    )
  }

  *#places() {
    yield* this.#net.places()
    for (const place of this.#left.places()) if (!this.#net.has(place.account, place.asset)) yield place
  }

  #name(account: number, asset: number): string {
    return `${this.#t.assets[asset]}${account === NONE ? '' : ` in ${this.#t.accounts[account]}`}`
  }

  #text(quantity: bigint, asset: number): string {
    return formatUnits(quantity, this.#t.scales[asset]!)
  }
}
