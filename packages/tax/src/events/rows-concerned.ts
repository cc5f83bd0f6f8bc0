import type { CalculationSettings } from '../schema/calculation-input.ts'
import { AMOUNTS_PER_EVENT, FEE, NONE, type EventTable } from './event-table.ts'
import { openChoices, TRANSFER_FEE } from './open-choices.ts'
import { declared, isExchange, isRebasing, pairKey } from './treatments-in-force.ts'

/** How many events of a history each open question bears on, whichever choice is in force. */
export function rowsConcerned(
  table: EventTable,
  settings: CalculationSettings,
): Readonly<Record<string, number>> {
  const { jurisdiction } = table
  const { treatments, questions } = jurisdiction
  const { ofExchangeFee, tokens } = questions
  const counts = new Map(Object.keys(openChoices(jurisdiction)).map((name) => [name, 0]))
  const count = (name: string | undefined) => {
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const questionOf = treatments.map(questions.ofTreatment)
  const isPair = isExchange(jurisdiction)
  const isRebase = isRebasing(jurisdiction)
  const { kindOfPair, rebasing } = declared(table, settings)
  const isCoin = (asset: number) => asset !== NONE && table.isCash[asset] === 0
  for (let e = 0; e < table.count; e++) {
    const code = table.treatment[e]!
    const [from, to] = [table.fromAsset[e]!, table.toAsset[e]!]
    const kind = isPair[code] === 1 ? kindOfPair.get(pairKey(table, from, to)) : undefined
    const ofRebase = isRebase[code] === 1 && rebasing.has(to) ? tokens.rebasing : undefined
    count(kind ?? ofRebase ?? questionOf[code])
    const hasFee = !table.amounts.isZero(e * AMOUNTS_PER_EVENT + FEE)
    const hasFurther = table.furtherCosts.has(e)
    if (!hasFee && !hasFurther) continue
    const { operation } = treatments[code]!
    if (operation === 'exchange' && isCoin(from) && isCoin(to)) count(ofExchangeFee)
    if (operation === 'transfer' && (hasFurther || isCoin(table.feeAsset[e]!))) count(TRANSFER_FEE)
  }
  return Object.fromEntries(counts)
}
