import type { CalculationSettings } from '../schema/calculation-input.ts'
import { AMOUNTS_PER_EVENT, FEE, FROM, NONE, TO, type EventTable } from '../events/event-table.ts'
import type { StateReader, StateWriter } from './state-bytes.ts'

/** Assets that a rebrand joins, so that a lot of one can be a lot of the other. */
export interface AssetFamilies {
  /** The family of each asset, named by one of them. */
  readonly familyOf: Int32Array
  /** By family: units were converted by a ratio, so that a lot's own share of the new ones is a rounding. */
  readonly hasRatio: Uint8Array
  /** By family: the fee of a transfer went into the lots moved, so that their basis is not what they came in with. */
  readonly hasFeesInBasis: Uint8Array
  /** By family: units of such a fee left without a row. */
  readonly hasCarriedUnits: Uint8Array
  /** By asset: units of another were converted into it. */
  readonly cameOfAnother: Uint8Array
}

/** Whether rows tell of each unit of an asset which lot it was. */
export function isExact({ familyOf, hasRatio, hasCarriedUnits }: AssetFamilies, asset: number): boolean {
  return hasRatio[familyOf[asset]!] === 0 && hasCarriedUnits[familyOf[asset]!] === 0
}

/** Whether lots of an asset are held to their basis as a family only. */
export function isPooledBasis({ familyOf, hasRatio, hasFeesInBasis }: AssetFamilies, asset: number): boolean {
  return hasRatio[familyOf[asset]!] === 1 || hasFeesInBasis[familyOf[asset]!] === 1
}

/** Bits of an asset: the ways in which its family was joined so far. */
const BY_RATIO = 1
const WITH_FEE = 2
const OF_ANOTHER = 4

/** The families as they come about, event by event. Once joined they stay joined. */
export class FamiliesSoFar {
  readonly #table: EventTable
  readonly #transferFee: CalculationSettings['transfer_fee']
  readonly #parent: Int32Array
  readonly #bits: Int32Array

  /** @param from how they are where the table begins. */
  constructor(table: EventTable, settings: CalculationSettings, from: StateReader | undefined) {
    this.#table = table
    this.#transferFee = settings.transfer_fee ?? table.jurisdiction.transferFees[0]
    this.#parent = Int32Array.from(table.assets, (_, asset) => asset)
    this.#bits = new Int32Array(table.assets.length)
    if (from === undefined) return
    this.#parent.set(from.numbers())
    this.#bits.set(from.numbers())
  }

  read(event: number, operation: string): void {
    if (operation !== 'transfer' && operation !== 'convert') return
    const { fromAsset, toAsset, feeAsset, furtherCosts, amounts } = this.#table
    const at = event * AMOUNTS_PER_EVENT
    const from = fromAsset[event]!
    const to = toAsset[event]!
    if (operation === 'transfer') {
      if (this.#transferFee === 'dispose' || from === NONE) return
      const hasFee = feeAsset[event] !== NONE && !amounts.isZero(at + FEE)
      const hasFurther = this.#transferFee === 'capitalize' && furtherCosts.has(event)
      if (hasFee || hasFurther) this.#bits[from]! |= WITH_FEE
    } else if (from !== NONE && to !== NONE) {
      this.#parent[this.#head(from)] = this.#head(to)
      this.#bits[to]! |= OF_ANOTHER | (amounts.compare(at + FROM, at + TO) === 0 ? 0 : BY_RATIO)
    }
  }

  now(): AssetFamilies {
    const assets = this.#parent.length
    const families = {
      familyOf: Int32Array.from(this.#parent, (_, asset) => this.#head(asset)),
      hasRatio: new Uint8Array(assets),
      hasFeesInBasis: new Uint8Array(assets),
      hasCarriedUnits: new Uint8Array(assets),
      cameOfAnother: Uint8Array.from(this.#bits, (bits) => (bits & OF_ANOTHER) / OF_ANOTHER),
    }
    for (const [asset, family] of families.familyOf.entries()) {
      if ((this.#bits[asset]! & BY_RATIO) !== 0) families.hasRatio[family] = 1
      if ((this.#bits[asset]! & WITH_FEE) === 0) continue
      families.hasFeesInBasis[family] = 1
      if (this.#transferFee === 'carry') families.hasCarriedUnits[family] = 1
    }
    return families
  }

  /** @param assets how many of them there are so far. */
  write(to: StateWriter, assets: number): void {
    to.numbers(this.#parent.subarray(0, assets))
    to.numbers(this.#bits.subarray(0, assets))
  }

  #head(asset: number): number {
    let head = asset
    while (this.#parent[head] !== head) head = this.#parent[head]!
    return head
  }
}
