import { formatUnits } from '@lotbook/money'
import { NONE, type EventTable } from '../events/event-table.ts'
import { isExact, type AssetFamilies } from './asset-families.ts'
import type { Checks } from './invariant.ts'
import type { LotAccounts } from './lot-accounts.ts'
import type { LotTally } from './lot-tally.ts'
import type { Expected } from './expected.ts'
import type { StateReader, StateWriter } from './state-bytes.ts'
import { Units } from './units.ts'

/** An event that moved or converted units which were not all known. */
interface Gap {
  /** The event, as accounts of lots number it. */
  readonly lot: number
  readonly account: number
  readonly from: number
  /** Asset of the lot that the unknown units are. */
  readonly to: number
  readonly isCarried: boolean
}

/** How many numbers say a gap. */
const GAP_NUMBERS = 5

/**
 * Units by account and asset: what came in, less what went out, is what is left, but for units that rows name as of unknown
 * origin. In the universal pool that holds by asset, and an account ends with lots of no more than it holds.
 */
export class PoolTally {
  readonly #table: EventTable
  readonly #checks: Checks
  readonly #hasWarned: (event: number) => boolean
  readonly #isUniversal: boolean
  readonly #accounts: LotAccounts
  /** Expected units. Under the universal pool units of unknown origin are in no account. */
  readonly #net: Units
  readonly #left: Units
  readonly #gaps: Gap[] = []
  /** Units of the accounts at the end of 2024, if they shared one pool until then. */
  #atSwitch: Units | undefined

  /**
   * @param hasWarned whether units were missing at an event.
   * @param accounts of the same table.
   * @param from what should be left where the table begins.
   */
  constructor(
    table: EventTable,
    checks: Checks,
    hasWarned: (event: number) => boolean,
    isUniversal: boolean,
    accounts: LotAccounts,
    from: StateReader | undefined,
  ) {
    const assets = table.assets.length
    this.#table = table
    this.#checks = checks
    this.#hasWarned = hasWarned
    this.#isUniversal = isUniversal
    this.#accounts = accounts
    this.#left = new Units(assets)
    this.#net = from === undefined ? new Units(assets) : Units.read(assets, from)
    if (from === undefined) return
    if (from.numbers()[0] === 1) this.#atSwitch = Units.read(assets, from)
    const gaps = from.numbers()
    for (let n = 0; n < gaps.length; n += GAP_NUMBERS)
      this.#gaps.push({
        lot: accounts.eventAt(gaps[n]!),
        account: gaps[n + 1]!,
        from: gaps[n + 2]!,
        to: gaps[n + 3]!,
        isCarried: gaps[n + 4] === 1,
      })
  }

  /** Writes the expected units before the next event. */
  write(to: StateWriter): void {
    this.#net.write(to)
    to.numbers([this.#atSwitch === undefined ? 0 : 1])
    this.#atSwitch?.write(to)
    to.numbers(
      this.#gaps.flatMap((gap) => [
        this.#accounts.placeOf(gap.lot),
        gap.account,
        gap.from,
        gap.to,
        gap.isCarried ? 1 : 0,
      ]),
    )
  }

  move(m: Expected): void {
    const { event } = m
    const net = this.#net
    const account = this.#table.account[event]!
    if (this.#isUniversal && this.#table.day[event]! >= this.#table.jurisdiction.lotsByAccountFrom)
      this.#atSwitch ??= net.copy()
    if (m.rows === 'disposals' || m.rows === 'removals') net.add(account, m.asset, -m.quantity)
    if (m.feeAsset !== NONE) net.add(account, m.feeAsset, -m.feeQuantity)
    for (const { asset, units } of m.lots) net.add(account, asset, units)
    if (m.movedAsset === NONE) return
    const isConverted = m.convertedAsset !== NONE
    net.add(account, m.movedAsset, -m.movedQuantity - m.carried)
    if (isConverted) net.add(account, m.convertedAsset, m.convertedQuantity)
    else net.add(this.#table.toAccount[event]!, m.movedAsset, m.movedQuantity)
    if (!m.isMoveOfLots || !this.#hasWarned(event)) return
    const to = isConverted ? m.convertedAsset : m.movedAsset
    this.#gaps.push({ lot: event, account, from: m.movedAsset, to, isCarried: m.carried > 0n })
  }

  /** Units of a row that no lot is known of: they left without having come. */
  missing(event: number, asset: number, quantity: bigint): void {
    const isInAccount = !this.#isUniversal || this.#atSwitch !== undefined
    this.#net.add(isInAccount ? this.#table.account[event]! : NONE, asset, quantity)
  }

  hold(account: number, asset: number, quantity: bigint): void {
    this.#left.add(account, asset, quantity)
  }

  /** When every event and every row is in, and the lots are settled. */
  settle(lots: LotTally, families: AssetFamilies): void {
    const isAtLeast = new Uint8Array(this.#table.assets.length)
    for (const { lot, account, from, to, isCarried } of this.#gaps)
      if (isCarried || !isExact(families, to)) isAtLeast[families.familyOf[from]!] = 1
      else this.#net.add(account, from, lots.unknownOf(families, lot, to))
    const atLeast = (asset: number) => isAtLeast[families.familyOf[asset]!] === 1
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
    const net = new Units(this.#table.assets.length)
    const left = new Units(this.#table.assets.length)
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
    return `${this.#table.assets[asset]}${account === NONE ? '' : ` in ${this.#table.accounts[account]}`}`
  }

  #text(quantity: bigint, asset: number): string {
    return formatUnits(quantity, this.#table.scales[asset]!)
  }
}
