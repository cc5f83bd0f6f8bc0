import { formatUnits, MONEY_SCALE } from '@lotbook/money'
import type { Acquire } from '@lotbook/rules'
import { NONE, type EventTable } from '../events/event-table.ts'
import type { DisposalReader } from './row-reader.ts'
import { isExact, isPooledBasis, type AssetFamilies } from './asset-families.ts'
import type { Checks } from './invariant.ts'
import { BESIDE_AMOUNTS, BESIDE_FLAGS, LotAccounts, type Beside } from './lot-accounts.ts'
import type { Expected } from './expected.ts'
import type { StateReader, StateWriter } from './state-bytes.ts'
import { magnitude } from './whole-units.ts'

/** Bits of an asset for gifts with two bases: a counted basis that is not the one received, and any row with two. */
const IS_DUAL = 1
const OF_TWO = 2

/** How far a share by quantity may be off after many splits: a millionth of a dollar, in 10^-12. */
const SPLITS = 1_000_000n

/**
 * Units and basis, lot by lot: what came in is what rows used and what is left. Where units were converted by a ratio, or a
 * fee went into the basis of lots, single lots are held to a bound and the whole family of assets to the last unit.
 */
export class LotTally {
  readonly #table: EventTable
  readonly #checks: Checks
  readonly #hasWarned: (event: number) => boolean
  readonly #accounts: LotAccounts
  /** Once settled: further accounts, by event and family. */
  readonly #joined = new Map<number, number>()
  /** Sums by asset. */
  readonly #basisIn: bigint[]
  readonly #basisOut: bigint[]
  readonly #isTouched: Int32Array
  readonly #ofTwo: Int32Array

  /** @param accounts of the same table, as they are where it begins; `from` what else is known there. */
  constructor(
    table: EventTable,
    checks: Checks,
    hasWarned: (event: number) => boolean,
    accounts: LotAccounts,
    from: StateReader | undefined,
  ) {
    this.#table = table
    this.#checks = checks
    this.#hasWarned = hasWarned
    this.#accounts = accounts
    const { assets } = table
    const amounts = () => {
      const before = from?.amounts() ?? []
      return assets.map((_, asset) => before[asset] ?? 0n)
    }
    const numbers = () => {
      const column = new Int32Array(assets.length)
      column.set(from?.numbers() ?? [])
      return column
    }
    this.#basisIn = amounts()
    this.#basisOut = amounts()
    this.#isTouched = numbers()
    this.#ofTwo = numbers()
  }

  /**
   * Writes all that is known, except for the accounts.
   *
   * @param assets the number of assets so far.
   */
  write(to: StateWriter, assets: number): void {
    to.amounts(this.#basisIn.slice(0, assets))
    to.amounts(this.#basisOut.slice(0, assets))
    to.numbers(this.#isTouched.subarray(0, assets))
    to.numbers(this.#ofTwo.subarray(0, assets))
  }

  begin(m: Expected): void {
    const { event } = m
    for (const lot of m.lots) this.#beginLot(event, lot)
    if (m.addedBasis !== 0n) this.#addBasis(m.movedAsset, m.addedBasis)
    if (!m.isMoveOfLots || !this.#hasWarned(event)) return
    const asset = m.convertedAsset === NONE ? m.movedAsset : m.convertedAsset
    const beside = this.#accounts.besideOf(this.#accounts.of(event, asset))
    beside.unknown = m.convertedAsset === NONE ? m.movedQuantity : m.convertedQuantity
  }

  #beginLot(event: number, { asset, units, basis, lossBasis }: Acquire) {
    const isBesideGift = this.#accounts.gifts.has(event)
    const account = this.#add(event, asset, units, basis)
    if (lossBasis !== undefined) {
      const beside = this.#accounts.besideOf(account)
      beside.known += units
      beside.basis += basis
      beside.loss = lossBasis
      beside.isGift = true
      this.#accounts.gifts.add(event)
    } else if (isBesideGift && this.#accounts.beside.get(account)?.isGift === true) {
      // Beside a gift with two bases a fee given back is another lot of that event, all of which rows use with one basis.
      this.#accounts.besideOf(account).units -= units
    }
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
    dual: DisposalReader['dual_basis'],
    loss: bigint | null,
  ): void {
    this.#basisOut[asset]! += basis
    this.#isTouched[asset] = 1
    const accounts = this.#accounts
    const account = accounts.of(lot, asset)
    accounts.basis.add(account, -basis)
    accounts.units.add(account, -quantity)
    if (dual !== null || loss !== null || accounts.gifts.has(lot))
      this.#useOfTwo(accounts.besideOf(account), asset, quantity, basis, dual, loss)
  }

  /** The part of it that concerns gifts with two bases. */
  #useOfTwo(
    beside: Beside,
    asset: number,
    quantity: bigint,
    basis: bigint,
    dual: DisposalReader['dual_basis'],
    loss: bigint | null,
  ) {
    if (dual === 'loss' || dual === 'neither') {
      beside.isDual = true
      beside.dualBasis += basis
      this.#ofTwo[asset]! |= IS_DUAL
    } else beside.units += quantity
    if (dual !== null) this.#ofTwo[asset]! |= OF_TWO
    if (dual !== null || loss !== null) beside.hasTwo = true
    const lossBasis = loss ?? (dual === 'loss' ? basis : null)
    if (lossBasis === null) return
    beside.lossUnits += quantity
    beside.lossUsed += lossBasis
  }

  /** Units of unknown origin that became a lot of an event; for a settled tally, where rows are exact. */
  unknownOf({ familyOf }: AssetFamilies, lot: number, asset: number): bigint {
    const { assets, units } = this.#accounts
    const first = assets[lot]!
    const isFirst = first !== NONE && familyOf[first] === familyOf[asset]
    const account = isFirst ? lot : this.#joined.get(this.#accounts.keyOf(lot, familyOf[asset]!))
    return account === undefined ? 0n : -units.get(account)
  }

  /** When every event and every row is in. */
  settle(families: AssetFamilies): void {
    this.#join(families)
    this.#settleUsedUp(families)
    for (const [account, asset] of this.#accounts.assets.entries())
      if (asset !== NONE) this.#settleLot(families, account, asset)
    this.#settleFamilies(families)
  }

  /** Joins the accounts of an event whose assets are one family, into the first of them. */
  #join({ familyOf, hasRatio }: AssetFamilies) {
    const { assets, units, basis, beside, firsts } = this.#accounts
    for (let account = firsts; account < assets.length; account++) {
      const event = this.#accounts.eventOf(account)
      const family = familyOf[assets[account]!]!
      const key = this.#accounts.keyOf(event, family)
      const into = familyOf[assets[event]!] === family ? event : this.#joined.get(key)
      if (into === undefined) {
        this.#joined.set(key, account)
        continue
      }
      // Units of another coin by a ratio are not units of this one.
      if (hasRatio[family] === 0) units.add(into, units.get(account))
      basis.add(into, basis.get(account))
      const more = beside.get(account)
      if (more !== undefined) {
        const all = this.#accounts.besideOf(into)
        for (const name of BESIDE_AMOUNTS) all[name] += more[name]
        for (const name of BESIDE_FLAGS) all[name] ||= more[name]
      }
      assets[account] = NONE
    }
  }

  /** Lots that were used up before the table begins: everything holds of them, and each is asked of once. */
  #settleUsedUp(families: AssetFamilies) {
    for (const [names, count] of this.#accounts.usedUp) {
      const seen = new Set<number>()
      for (const asset of names.split(' ').map(Number)) {
        const family = families.familyOf[asset]!
        if (seen.has(family)) continue
        seen.add(family)
        if (isHeldToUnits(families, asset)) this.#checks['lots-used-once'].checked += count
        if (!isPooledBasis(families, asset)) this.#checks['basis-conserved'].checked += count
      }
    }
  }

  #settleLot(families: AssetFamilies, account: number, asset: number) {
    const units = this.#accounts.units.get(account)
    const basis = this.#accounts.basis.get(account)
    const beside = this.#accounts.beside.get(account)
    // One that was used up and is taken from again is counted among those.
    const asked = this.#accounts.reopened.has(account) ? 0 : 1
    const once = this.#checks['lots-used-once']
    const conserved = this.#checks['basis-conserved']
    if (beside?.hasTwo === true && !beside.isGift)
      conserved.fail(`${this.#name(account)} has one basis, and a row of two`)
    if (isHeldToUnits(families, asset)) {
      once.checked += asked
      if (-units > (beside?.unknown ?? 0n) || (units > 0n && isExact(families, asset)))
        once.fail(
          units > 0n
            ? `${this.#name(account)}: ${this.#text(units, asset)} are neither used by a row nor left`
            : `${this.#name(account)}: rows use ${this.#text(-units, asset)} more than came in`,
        )
    }
    if (isPooledBasis(families, asset)) return
    conserved.checked += asked
    if (beside?.isDual === true ? !isByQuantity(beside, basis) : basis !== 0n)
      conserved.fail(`${this.#name(account)}: of its basis ${money(basis)} is in no row and not left`)
  }

  #settleFamilies({ familyOf, hasFeesInBasis }: AssetFamilies) {
    const check = this.#checks['basis-conserved']
    const { assets } = this.#table
    const came = assets.map(() => 0n)
    const went = assets.map(() => 0n)
    const isTouched = new Uint8Array(assets.length)
    const isDual = new Uint8Array(assets.length)
    for (const [asset, family] of familyOf.entries()) {
      came[family]! += this.#basisIn[asset]!
      went[family]! += this.#basisOut[asset]!
      isTouched[family]! |= this.#isTouched[asset]!
      // Lots may differ by such a fee only. Then a row may hold pieces that lie between the two bases of a
      // gift beside pieces that do not.
      const bits = hasFeesInBasis[family] === 1 ? IS_DUAL | OF_TWO : IS_DUAL
      if ((this.#ofTwo[asset]! & bits) !== 0) isDual[family] = 1
    }
    for (const family of assets.keys()) {
      if (isTouched[family] === 0) continue
      check.checked += 1
      const [inwards, outwards] = [came[family]!, went[family]!]
      if (isDual[family] === 1 ? outwards > inwards : outwards !== inwards)
        check.fail(
          `${assets[family]}: a basis of ${money(inwards)} came in, rows and lots have ${money(outwards)}`,
        )
    }
  }

  #add(event: number, asset: number, quantity: bigint, basis: bigint): number {
    const account = this.#accounts.of(event, asset)
    this.#accounts.add(account, quantity, basis)
    this.#addBasis(asset, basis)
    return account
  }

  #addBasis(asset: number, basis: bigint) {
    this.#basisIn[asset]! += basis
    this.#isTouched[asset] = 1
  }

  #name(account: number): string {
    return `lot ${this.#accounts.nameOf(account)} of ${this.#table.assets[this.#accounts.assets[account]!]}`
  }

  #text(quantity: bigint, asset: number): string {
    return formatUnits(quantity, this.#table.scales[asset]!)
  }
}

/** Units may have gone by a ratio and come back by another. */
function isHeldToUnits({ familyOf, hasRatio, cameOfAnother }: AssetFamilies, asset: number): boolean {
  return hasRatio[familyOf[asset]!] === 0 || cameOfAnother[asset] === 0
}

/**
 * True if the rows of a gift with two bases have the share by quantity of each.
 *
 * @param left the part of its basis that no row has.
 */
function isByQuantity({ known, basis, dualBasis, ...gift }: Beside, left: bigint): boolean {
  if (!gift.isGift || known === 0n) return false
  const isShare = (used: bigint, units: bigint, whole: bigint) =>
    magnitude(used * known - whole * units) <= SPLITS * known
  return (
    isShare(basis - left - dualBasis, gift.units, basis) && isShare(gift.lossUsed, gift.lossUnits, gift.loss)
  )
}

function money(value: bigint): string {
  return formatUnits(value, MONEY_SCALE)
}
