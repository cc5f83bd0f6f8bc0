import { formatUnits, MONEY_SCALE } from '@lotbook/money'
import { NONE, type EventTable } from '../engine/event-table.ts'
import type { DisposalRow } from '../engine/calculation-result.ts'
import type { AssetFamilies } from './asset-families.ts'
import type { Checks } from './invariant.ts'
import type { Movement } from './movement.ts'
import { magnitude } from './whole-units.ts'

/** What few lots have beside units and basis. */
interface Beside {
  /** What came in of it, and its basis; of a gift with two bases only. */
  known: bigint
  basis: bigint
  /** At most so many units of unknown origin became a lot of the event, with basis 0 (R-MISS-1). */
  unknown: bigint
  /** Basis that rows counted as another than came in, or as none (R-GIFT-2). */
  dualBasis: bigint
  isDual: boolean
  gift: TwoBases | undefined
}

/** A gift worth less than the donor paid. Each basis is shared out by quantity; rows and lots name one or both. */
interface TwoBases {
  readonly loss: bigint
  units: bigint
  lossUnits: bigint
  lossUsed: bigint
}

/** How far a share by quantity may be off after many splits: a millionth of a dollar, in 10^-12. */
const SPLITS = 1_000_000n

/**
 * Units and basis, lot by lot: what came in is what rows used and what is left. Where units were converted by a ratio, or a
 * fee went into the basis of lots, single lots are held to a bound and the whole family of assets to the last unit.
 */
export class LotTally {
  readonly #t: EventTable
  readonly #families: AssetFamilies
  readonly #checks: Checks
  readonly #hasWarned: (event: number) => boolean
  /**
   * Accounts of lots, in columns: one for each event and family of assets that it begins a lot of, of the first family under the
   * event's own number. Both sums are what came in less what rows used and what is left: zero, when all is in.
   */
  readonly #events: number[] = []
  readonly #assets: number[]
  readonly #units: bigint[]
  readonly #basis: bigint[]
  readonly #beside = new Map<number, Beside>()
  /** Accounts of further families, by event and family. */
  readonly #further = new Map<string, number>()
  readonly #basisIn: (bigint | undefined)[]
  readonly #basisOut: (bigint | undefined)[]
  readonly #dualFamilies = new Set<number>()

  constructor(
    table: EventTable,
    families: AssetFamilies,
    checks: Checks,
    hasWarned: (event: number) => boolean,
  ) {
    this.#t = table
    this.#families = families
    this.#checks = checks
    this.#hasWarned = hasWarned
    this.#assets = Array.from({ length: table.count }, () => NONE)
    this.#units = Array.from({ length: table.count }, () => 0n)
    this.#basis = Array.from({ length: table.count }, () => 0n)
    this.#basisIn = table.assets.map(() => undefined)
    this.#basisOut = table.assets.map(() => undefined)
  }

  begin(m: Movement): void {
    const { event } = m
    if (m.lotAsset !== NONE) {
      const lot = this.#add(event, m.lotAsset, m.lotQuantity, m.lotBasis)
      if (m.lossBasis !== null) {
        const beside = this.#besideOf(lot)
        beside.known += m.lotQuantity
        beside.basis += m.lotBasis
        beside.gift = { loss: m.lossBasis, units: 0n, lossUnits: 0n, lossUsed: 0n }
      }
    }
    if (m.backAsset !== NONE) this.#add(event, m.backAsset, m.backQuantity, m.backBasis)
    if (m.addedBasis !== 0n) this.#addBasis(m.movedAsset, m.addedBasis)
    if (!m.isMoveOfLots || !this.#hasWarned(event)) return
    const asset = m.convertedAsset === NONE ? m.movedAsset : m.convertedAsset
    const lot = this.#account(event, asset)
    this.#besideOf(lot).unknown = m.convertedAsset === NONE ? m.movedQuantity : m.convertedQuantity
  }

  /** Units of a lock-up that ended begin anew, at what they are worth (R-OPEN-8). */
  renew(event: number, asset: number, quantity: bigint, basis: bigint): void {
    if (quantity > 0n) this.#add(event, asset, quantity, basis)
  }

  /**
   * A row of the result took from, or holds, units of a lot.
   *
   * @param dual of a disposal of a gift with two bases: which one counted.
   * @param loss of a lot that is left, its basis for a loss; null where it has none.
   */
  use(
    lot: number,
    asset: number,
    quantity: bigint,
    basis: bigint,
    dual: DisposalRow['dual_basis'],
    loss: bigint | null,
  ): void {
    const family = this.#families.of[asset]!
    this.#basisOut[family] = (this.#basisOut[family] ?? 0n) + basis
    const account = this.#account(lot, asset)
    this.#basis[account]! -= basis
    // Units of another coin by a ratio are not units of this one.
    if (this.#families.hasRatio[family] === 0 || asset === this.#assets[account])
      this.#units[account]! -= quantity
    if (dual !== undefined || loss !== null || this.#beside.has(account))
      this.#useOfTwo(account, quantity, basis, dual, loss)
  }

  /** The part of it that concerns gifts with two bases. */
  #useOfTwo(
    account: number,
    quantity: bigint,
    basis: bigint,
    dual: DisposalRow['dual_basis'],
    loss: bigint | null,
  ) {
    const beside = this.#besideOf(account)
    const { gift } = beside
    if (dual === 'loss' || dual === 'neither') {
      beside.isDual = true
      beside.dualBasis += basis
      this.#dualFamilies.add(this.#families.of[this.#assets[account]!]!)
    } else if (gift !== undefined) gift.units += quantity
    // Of lots that differ by such a fee only, a row may hold pieces that lie between their bases beside some that do not.
    const family = this.#families.of[this.#assets[account]!]!
    if (dual !== undefined && this.#families.hasFeesInBasis[family] === 1) this.#dualFamilies.add(family)
    const lossBasis = loss ?? (dual === 'loss' ? basis : null)
    if (lossBasis !== null && gift !== undefined) {
      gift.lossUnits += quantity
      gift.lossUsed += lossBasis
    }
    if ((dual !== undefined || loss !== null) && gift === undefined)
      this.#checks['basis-conserved'].fail(`${this.#name(account)} has one basis, and a row of two`)
  }

  /** Units of unknown origin that became a lot of an event, where the rows tell exactly; undefined where they do not. */
  unknownOf(event: number, asset: number): bigint | undefined {
    const family = this.#families.of[asset]!
    if (!this.isExact(asset)) return undefined
    const account = this.#find(event, family)
    return account === undefined ? 0n : -this.#units[account]!
  }

  /** Whether rows tell of each unit of an asset which lot it was. */
  isExact(asset: number): boolean {
    const family = this.#families.of[asset]!
    return this.#families.hasRatio[family] === 0 && this.#families.hasCarriedUnits[family] === 0
  }

  /** When every event and every row is in. */
  settle(): void {
    for (const [account, asset] of this.#assets.entries()) if (asset !== NONE) this.#settleLot(account, asset)
    const check = this.#checks['basis-conserved']
    for (const family of this.#t.assets.keys()) {
      const [inwards, outwards] = [this.#basisIn[family], this.#basisOut[family]]
      if (inwards === undefined && outwards === undefined) continue
      check.checked += 1
      const came = inwards ?? 0n
      const went = outwards ?? 0n
      const holds = this.#dualFamilies.has(family) ? went <= came : went === came
      if (!holds)
        check.fail(
          `${this.#t.assets[family]}: a basis of ${money(came)} came in, rows and lots have ${money(went)}`,
        )
    }
  }

  #settleLot(account: number, asset: number) {
    const family = this.#families.of[asset]!
    const units = this.#units[account]!
    const beside = this.#beside.get(account)
    // Units may have gone by a ratio and come back by another.
    if (this.#families.hasRatio[family] === 0 || this.#families.cameOfAnother[asset] === 0) {
      const check = this.#checks['lots-used-once']
      check.checked += 1
      if (-units > (beside?.unknown ?? 0n) || (units > 0n && this.isExact(asset)))
        check.fail(
          units > 0n
            ? `${this.#name(account)}: ${this.#text(units, asset)} are neither used by a row nor left`
            : `${this.#name(account)}: rows use ${this.#text(-units, asset)} more than came in`,
        )
    }
    if (this.#families.hasRatio[family] === 1 || this.#families.hasFeesInBasis[family] === 1) return
    const check = this.#checks['basis-conserved']
    check.checked += 1
    const basis = this.#basis[account]!
    if (beside?.isDual === true ? !isByQuantity(beside, basis) : basis !== 0n)
      check.fail(`${this.#name(account)}: of its basis ${money(basis)} is in no row and not left`)
  }

  #add(event: number, asset: number, quantity: bigint, basis: bigint): number {
    const account = this.#account(event, asset)
    this.#units[account]! += quantity
    this.#basis[account]! += basis
    const beside = this.#beside.get(account)
    if (beside?.gift !== undefined) {
      beside.known += quantity
      beside.basis += basis
    }
    this.#addBasis(asset, basis)
    return account
  }

  #addBasis(asset: number, basis: bigint) {
    const family = this.#families.of[asset]!
    this.#basisIn[family] = (this.#basisIn[family] ?? 0n) + basis
  }

  #find(event: number, family: number): number | undefined {
    const first = this.#assets[event]!
    if (first === NONE || this.#families.of[first] === family) return first === NONE ? undefined : event
    return this.#further.get(`${event}/${family}`)
  }

  #account(event: number, asset: number): number {
    const family = this.#families.of[asset]!
    const found = this.#find(event, family)
    if (found !== undefined) return found
    if (this.#assets[event] === NONE) {
      this.#assets[event] = asset
      return event
    }
    const fresh = this.#assets.push(asset) - 1
    this.#units.push(0n)
    this.#basis.push(0n)
    this.#events.push(event)
    this.#further.set(`${event}/${family}`, fresh)
    return fresh
  }

  #besideOf(account: number): Beside {
    let beside = this.#beside.get(account)
    if (beside === undefined) {
      beside = { known: 0n, basis: 0n, unknown: 0n, dualBasis: 0n, isDual: false, gift: undefined }
      this.#beside.set(account, beside)
    }
    return beside
  }

  #name(account: number): string {
    const { count, ids, assets } = this.#t
    const event = account < count ? account : this.#events[account - count]!
    return `lot ${ids[event]} of ${assets[this.#assets[account]!]}`
  }

  #text(quantity: bigint, asset: number): string {
    return formatUnits(quantity, this.#t.scales[asset]!)
  }
}

/** Of a gift with two bases, what rows say of each is its share by quantity. @param left of its basis, what no row has. */
function isByQuantity({ gift, known, basis, dualBasis }: Beside, left: bigint): boolean {
  if (gift === undefined || known === 0n) return false
  const isShare = (used: bigint, units: bigint, whole: bigint) =>
    magnitude(used * known - whole * units) <= SPLITS * known
  return (
    isShare(basis - left - dualBasis, gift.units, basis) && isShare(gift.lossUsed, gift.lossUnits, gift.loss)
  )
}

function money(value: bigint): string {
  return formatUnits(value, MONEY_SCALE)
}
