import type { ChosenTreatments, Jurisdiction } from '@lotbook/rules'
import type { CalculationSettings } from '../schema/calculation-input.ts'
import { NONE, type EventTable } from './event-table.ts'

/**
 * How each event of a history is treated under the choices in force: the codes of the table where all are defaults,
 * no token is declared and nothing is renamed that cannot be, else a copy of them.
 */
export function treatmentsInForce(table: EventTable, settings: CalculationSettings): Uint8Array {
  const { treatments, treatmentsUnder } = table.jurisdiction
  const by = treatmentsUnder(settings)
  const ofCash = Uint8Array.from(treatments, (_, code) => by.withCash(code))
  const chosen = treatmentsChosen(table, settings, by)
  const changed: number[] = []
  for (let e = 0; e < table.count; e++) {
    const code = chosen[e]!
    if (ofCash[code] !== code && (isCash(table, table.fromAsset[e]!) || isCash(table, table.toAsset[e]!)))
      changed.push(e)
  }
  if (changed.length === 0) return chosen
  const inForce = chosen.slice()
  for (const e of changed) inForce[e] = ofCash[chosen[e]!]!
  return inForce
}

function isCash(table: EventTable, asset: number): boolean {
  return asset !== NONE && table.isCash[asset] === 1
}

function treatmentsChosen(
  table: EventTable,
  settings: CalculationSettings,
  { ofStated, ofPair, ofRebase }: ChosenTreatments,
): Uint8Array {
  const { jurisdiction } = table
  const stated = Uint8Array.from(jurisdiction.treatments, (_, code) => ofStated(code))
  const { kindOfPair, rebasing } = declared(table, settings)
  const isDefault = stated.every((chosen, code) => chosen === code)
  if (isDefault && kindOfPair.size === 0 && rebasing.size === 0) return table.treatment
  const isPair = isExchange(jurisdiction)
  const isRebase = isRebasing(jurisdiction)
  const inForce = table.treatment.slice()
  for (let e = 0; e < table.count; e++) {
    const code = table.treatment[e]!
    const to = table.toAsset[e]!
    if (isPair[code] === 1) {
      const kind = kindOfPair.get(pairKey(table, table.fromAsset[e]!, to))
      if (kind !== undefined) inForce[e] = ofPair(code, kind)
    } else if (isRebase[code] === 1 && rebasing.has(to)) inForce[e] = ofRebase(code)
    else inForce[e] = stated[code]!
  }
  return inForce
}

/** Marks with 1 the codes of treatments that exchange one asset for another. */
export function isExchange({ treatments, treatmentCode, pairTypes }: Jurisdiction): Uint8Array {
  const codes = new Set(pairTypes.map((type) => treatmentCode(type, null)))
  return Uint8Array.from(treatments, (_, code) => (codes.has(code) ? 1 : 0))
}

/** Marks with 1 the codes of treatments under which a receipt of a rebasing token is a rebase. */
export function isRebasing({ treatments, questions }: Jurisdiction): Uint8Array {
  return Uint8Array.from(treatments, (treatment) => (questions.tokens.isRebase(treatment) ? 1 : 0))
}

/** Declared tokens, by the assets of a history. */
export function declared(table: EventTable, settings: CalculationSettings) {
  const assetAt = new Map(table.assets.map((name, asset) => [name, asset]))
  const kindOfPair = new Map<number, string>()
  const rebasing = new Set<number>()
  for (const token of settings.tokens ?? []) {
    const asset = assetAt.get(token.asset) ?? NONE
    if (asset === NONE) continue
    if (token.kind === table.jurisdiction.questions.tokens.rebasing) rebasing.add(asset)
    else {
      const other = assetAt.get(token.of ?? '') ?? NONE
      if (other !== NONE) kindOfPair.set(pairKey(table, asset, other), token.kind)
    }
  }
  return { kindOfPair, rebasing }
}

/** One number for two assets, whichever comes first. */
export function pairKey(table: EventTable, a: number, b: number): number {
  return Math.min(a, b) * table.assets.length + Math.max(a, b)
}
