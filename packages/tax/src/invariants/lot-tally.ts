import { formatUnits, MONEY_SCALE } from '@lotbook/money'
import { NONE, type EventTable } from '../engine/event-table.ts'
import type { DisposalRow } from '../engine/calculation-result.ts'
import type { AssetFamilies } from './asset-families.ts'
import type { Checks } from './invariant.ts'
import type { Movement } from './movement.ts'
import { magnitude } from './whole-units.ts'

/** What an event brought in of one family of assets, and what all rows say they used or hold of it. */
interface Account {
  readonly event: number
  readonly asset: number
  known: bigint
  basis: bigint
  /** At most so many units of unknown origin became a lot of the event, with basis 0 (R-MISS-1). */
  unknown: bigint
  used: bigint
  basisUsed: bigint
  /** The part of it where rows counted a second basis, or none: not the basis that came in (R-GIFT-2). */
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
  /** Of the first family that an event begins a lot of; further ones by name. */
  readonly #first: (Account | undefined)[]
  readonly #further = new Map<string, Account>()
  readonly #basisIn = new Map<number, bigint>()
  readonly #basisOut = new Map<number, bigint>()
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
    this.#first = Array.from({ length: table.count }, () => undefined)
  }

  begin(m: Movement): void {
    const { event } = m
    if (m.lotAsset !== NONE) {
      const lot = this.#add(event, m.lotAsset, m.lotQuantity, m.lotBasis)
      if (m.lossBasis !== null) lot.gift = { loss: m.lossBasis, units: 0n, lossUnits: 0n, lossUsed: 0n }
    }
    if (m.backAsset !== NONE) this.#add(event, m.backAsset, m.backQuantity, m.backBasis)
    if (m.addedBasis !== 0n) this.#addBasis(m.movedAsset, m.addedBasis)
    if (!m.isMoveOfLots || !this.#hasWarned(event)) return
    const asset = m.convertedAsset === NONE ? m.movedAsset : m.convertedAsset
    this.#account(event, asset).unknown = m.convertedAsset === NONE ? m.movedQuantity : m.convertedQuantity
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
    this.#basisOut.set(family, (this.#basisOut.get(family) ?? 0n) + basis)
    const account = this.#account(lot, asset)
    account.basisUsed += basis
    if (dual === 'loss' || dual === 'neither') {
      account.isDual = true
      account.dualBasis += basis
      this.#dualFamilies.add(family)
    } else if (account.gift !== undefined) account.gift.units += quantity
    const lossBasis = loss ?? (dual === 'loss' ? basis : null)
    if (lossBasis !== null && account.gift !== undefined) {
      account.gift.lossUnits += quantity
      account.gift.lossUsed += lossBasis
    }
    if ((dual !== undefined || loss !== null) && account.gift === undefined)
      this.#checks['basis-conserved'].fail(`${this.#name(lot, asset)} has one basis, and a row of two`)
    // Units of another coin by a ratio are not units of this one.
    if (this.#families.hasRatio[family] === 0 || asset === account.asset) account.used += quantity
  }

  /** Units of unknown origin that became a lot of an event, where the rows tell exactly; undefined where they do not. */
  unknownOf(event: number, asset: number): bigint | undefined {
    const family = this.#families.of[asset]!
    if (!this.isExact(asset)) return undefined
    const account = this.#find(event, family)
    return account === undefined ? 0n : account.used - account.known
  }

  /** Whether rows tell of each unit of an asset which lot it was. */
  isExact(asset: number): boolean {
    const family = this.#families.of[asset]!
    return this.#families.hasRatio[family] === 0 && this.#families.hasCarriedUnits[family] === 0
  }

  /** When every event and every row is in. */
  settle(): void {
    for (const account of this.#first) if (account !== undefined) this.#settleLot(account)
    for (const account of this.#further.values()) this.#settleLot(account)
    const check = this.#checks['basis-conserved']
    for (const family of new Set([...this.#basisIn.keys(), ...this.#basisOut.keys()])) {
      check.checked += 1
      const came = this.#basisIn.get(family) ?? 0n
      const went = this.#basisOut.get(family) ?? 0n
      const holds = this.#dualFamilies.has(family) ? went <= came : went === came
      if (!holds)
        check.fail(
          `${this.#t.assets[family]}: a basis of ${money(came)} came in, rows and lots have ${money(went)}`,
        )
    }
  }

  #settleLot(lot: Account) {
    const { event, asset, known, unknown, used, basis, basisUsed } = lot
    const family = this.#families.of[asset]!
    // Units may have gone by a ratio and come back by another.
    if (this.#families.hasRatio[family] === 0 || this.#families.cameOfAnother[asset] === 0) {
      const check = this.#checks['lots-used-once']
      check.checked += 1
      if (used > known + unknown || (used < known && this.isExact(asset)))
        check.fail(
          `${this.#name(event, asset)}: ${this.#units(known, asset)} came in, rows use ${this.#units(used, asset)}`,
        )
    }
    if (this.#families.hasRatio[family] === 1 || this.#families.hasFeesInBasis[family] === 1) return
    const check = this.#checks['basis-conserved']
    check.checked += 1
    if (lot.isDual ? !this.#isByQuantity(lot) : basisUsed !== basis)
      check.fail(`${this.#name(event, asset)}: its basis is ${money(basis)}, rows have ${money(basisUsed)}`)
  }

  /** Of a gift with two bases, what rows say of each is its share by quantity. */
  #isByQuantity({ gift, known, basis, basisUsed, dualBasis }: Account): boolean {
    if (gift === undefined || known === 0n) return false
    const isShare = (used: bigint, units: bigint, whole: bigint) =>
      magnitude(used * known - whole * units) <= SPLITS * known
    return (
      isShare(basisUsed - dualBasis, gift.units, basis) && isShare(gift.lossUsed, gift.lossUnits, gift.loss)
    )
  }

  #add(event: number, asset: number, quantity: bigint, basis: bigint): Account {
    const account = this.#account(event, asset)
    account.known += quantity
    account.basis += basis
    this.#addBasis(asset, basis)
    return account
  }

  #addBasis(asset: number, basis: bigint) {
    const family = this.#families.of[asset]!
    this.#basisIn.set(family, (this.#basisIn.get(family) ?? 0n) + basis)
  }

  #find(event: number, family: number): Account | undefined {
    const first = this.#first[event]
    if (first === undefined || this.#families.of[first.asset] === family) return first
    return this.#further.get(`${event}/${family}`)
  }

  #account(event: number, asset: number): Account {
    const family = this.#families.of[asset]!
    const found = this.#find(event, family)
    if (found !== undefined) return found
    const fresh: Account = {
      event,
      asset,
      known: 0n,
      basis: 0n,
      unknown: 0n,
      used: 0n,
      basisUsed: 0n,
      dualBasis: 0n,
      isDual: false,
      gift: undefined,
    }
    if (this.#first[event] === undefined) this.#first[event] = fresh
    else this.#further.set(`${event}/${family}`, fresh)
    return fresh
  }

  #name(event: number, asset: number): string {
    return `lot ${this.#t.ids[event]} of ${this.#t.assets[asset]}`
  }

  #units(quantity: bigint, asset: number): string {
    return formatUnits(quantity, this.#t.scales[asset]!)
  }
}

function money(value: bigint): string {
  return formatUnits(value, MONEY_SCALE)
}
