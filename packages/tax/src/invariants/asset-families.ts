import type { CalculationSettings } from '../engine/calculation-input.ts'
import { AMOUNTS_PER_EVENT, FEE, FROM, NONE, TO, type EventTable } from '../engine/event-table.ts'
import { treatmentsInForce } from '../us/treatments-in-force.ts'
import { TREATMENTS } from '../us/treatments.ts'

/** Assets that a rebrand joins, so that a lot of one can be a lot of the other. */
export class AssetFamilies {
  /** The family of each asset, named by one of them. */
  readonly of: Int32Array
  /** By family: units were converted by a ratio, so that a lot's own share of the new ones is a rounding. */
  readonly hasRatio: Uint8Array
  /** By family: the fee of a transfer went into the lots moved, so that their basis is not what they came in with. */
  readonly hasFeesInBasis: Uint8Array
  /** By family: units of such a fee left without a row. */
  readonly hasCarriedUnits: Uint8Array
  /** By asset: units of another were converted into it. */
  readonly cameOfAnother: Uint8Array

  constructor(table: EventTable, settings: CalculationSettings) {
    const treatment = treatmentsInForce(table, settings)
    const { count, assets, fromAsset, toAsset, feeAsset, amounts } = table
    this.of = Int32Array.from(assets, (_, asset) => asset)
    this.hasRatio = new Uint8Array(assets.length)
    this.hasFeesInBasis = new Uint8Array(assets.length)
    this.hasCarriedUnits = new Uint8Array(assets.length)
    this.cameOfAnother = new Uint8Array(assets.length)
    const goesInBasis = (settings.transfer_fee ?? 'dispose') !== 'dispose'
    const byRatio: number[] = []
    const withFee: number[] = []
    for (let e = 0; e < count; e++) {
      const { operation } = TREATMENTS[treatment[e]!]!
      const at = e * AMOUNTS_PER_EVENT
      if (operation === 'transfer' && goesInBasis && feeAsset[e] !== NONE && !amounts.isZero(at + FEE))
        withFee.push(fromAsset[e]!)
      if (operation !== 'convert' || fromAsset[e] === NONE || toAsset[e] === NONE) continue
      this.#join(fromAsset[e]!, toAsset[e]!)
      this.cameOfAnother[toAsset[e]!] = 1
      if (amounts.compare(at + FROM, at + TO) !== 0) byRatio.push(toAsset[e]!)
    }
    for (const asset of assets.keys()) this.of[asset] = this.#head(asset)
    for (const asset of byRatio) this.hasRatio[this.of[asset]!] = 1
    for (const asset of withFee) {
      this.hasFeesInBasis[this.of[asset]!] = 1
      if (settings.transfer_fee === 'carry') this.hasCarriedUnits[this.of[asset]!] = 1
    }
  }

  #head(asset: number): number {
    let head = asset
    while (this.of[head] !== head) head = this.of[head]!
    return head
  }

  #join(a: number, b: number) {
    this.of[this.#head(a)] = this.#head(b)
  }
}
