import type { Jurisdiction } from '../jurisdiction.ts'
import { choicesOf } from './choices.ts'
import { crossCheck } from './cross-check.ts'
import { deductionOf } from './donation.ts'
import { ESTIMATE_YEARS } from './estimate.ts'
import { TRANSFER_FEES } from './settings.ts'
import { basisThatCounts } from './gift-basis.ts'
import { costsOf, withGasSpentFirst } from './fees.ts'
import { estimatedTax, taxpayerOf } from './estimate-of-year.ts'
import { form8949Box } from './form-8949-box.ts'
import { linesOfReturn } from './income-lines.ts'
import { longTermFrom } from './holding-period.ts'
import { openQuestions } from './open-questions.ts'
import { reasonsUnder } from './rules-of-row.ts'
import { treatmentsUnder } from './treatments-in-force.ts'
import { countsInCash, PAIR_TYPES, ruleOf, RULES_VERSIONS, treatmentCode, TREATMENTS } from './treatments.ts'

/** Federal tax of the United States on digital assets that individuals hold as capital assets (docs/tax). */
export const unitedStates: Jurisdiction = {
  code: 'US',
  rulesVersion: RULES_VERSIONS[0].version,
  treatments: TREATMENTS,
  treatmentCode,
  pairTypes: PAIR_TYPES,
  countsInCash,
  questions: openQuestions,
  transferFees: TRANSFER_FEES,
  treatmentsUnder,
  rulesUnder: (settings) => {
    const choices = choicesOf(settings)
    return (event, memory) => {
      const movements = ruleOf(event.treatment).movements(event, costsOf(event), memory, choices)
      return event.isFeeGas ? withGasSpentFirst(movements) : movements
    }
  },
  reasonsUnder,
  // R-POOL-1; Treas. Reg. 1.1012-1(j), Rev. Proc. 2024-28.
  lotsByAccountFrom: Date.UTC(2025, 0, 1) / 86_400_000,
  contractKinds: ['margin_gain', 'contract_loss'],
  deductedKinds: ['donation'],
  longTermFrom,
  basisThatCounts,
  deductionOf,
  boxOf: form8949Box,
  crossCheck,
  incomeLines: linesOfReturn,
  horizon: ESTIMATE_YEARS,
  estimates: {
    ofYear: (year, taxed, taxpayer) => estimatedTax(year, taxed, taxpayerOf(taxpayer)),
  },
}
