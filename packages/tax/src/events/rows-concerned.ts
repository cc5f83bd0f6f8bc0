import { TRANSFER_FEES, UNSETTLED, type Unsettled } from '@lotbook/rules/us'
import type { CalculationSettings } from '../schema/calculation-input.ts'
import { AMOUNTS_PER_EVENT, FEE, NONE, type EventTable } from './event-table.ts'
import { declared, isRebase, PAIR_EXCHANGES, pairKey } from './treatments-in-force.ts'

/** Everything that is open, with the network fees of own transfers (R-TRF-2). */
export type OpenTreatment = Unsettled | 'transfer_fee'

/** The choices of each, the default first. */
export const OPEN_CHOICES: Readonly<Record<OpenTreatment, readonly string[]>> = {
  ...UNSETTLED,
  transfer_fee: TRANSFER_FEES,
}

/** How many events of a history each open treatment bears on, whichever choice is in force. */
export function rowsConcerned(
  table: EventTable,
  settings: CalculationSettings,
): Readonly<Record<OpenTreatment, number>> {
  const names = Object.keys(OPEN_CHOICES) as OpenTreatment[]
  const counts = Object.fromEntries(names.map((name) => [name, 0])) as Record<OpenTreatment, number>
  const { kindOfPair, rebasing } = declared(table, settings)
  const isAsset = (asset: number) => asset !== NONE && table.isCash[asset] === 0
  for (let e = 0; e < table.count; e++) {
    const code = table.treatment[e]!
    const { subType, operation } = table.jurisdiction.treatments[code]!
    const [from, to] = [table.fromAsset[e]!, table.toAsset[e]!]
    const kind = PAIR_EXCHANGES.has(code) ? kindOfPair.get(pairKey(table, from, to)) : undefined
    const byPlace = kind ?? (isRebase(rebasing, code, to) ? 'rebase' : BY_SUB_TYPE[subType ?? ''])
    if (byPlace !== undefined) counts[byPlace] += 1
    const hasFee = !table.amounts.isZero(e * AMOUNTS_PER_EVENT + FEE)
    const hasFurther = table.furtherCosts.has(e)
    if (!hasFee && !hasFurther) continue
    if (operation === 'exchange' && isAsset(from) && isAsset(to)) counts.exchange_fee += 1
    if (operation === 'transfer' && (hasFurther || isAsset(table.feeAsset[e]!))) counts.transfer_fee += 1
  }
  return counts
}

const BY_SUB_TYPE: Readonly<Record<string, Unsettled>> = {
  airdrop: 'airdrop',
  staking_lockup: 'staking_lockup',
  staking_return: 'staking_return',
  rebate: 'rebate',
  loan_received: 'loan',
  loan_repayment: 'loan',
}

/** The settings with one treatment as it could be chosen. */
export function settingsTreating(
  settings: CalculationSettings,
  treatment: OpenTreatment,
  choice: string,
): CalculationSettings {
  if (treatment !== 'transfer_fee')
    return { ...settings, treatments: { ...settings.treatments, [treatment]: choice } }
  const fee = TRANSFER_FEES.find((one) => one === choice)
  return fee === undefined ? settings : { ...settings, transfer_fee: fee }
}
