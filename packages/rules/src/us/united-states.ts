import type { Jurisdiction } from '../jurisdiction.ts'
import { choicesOf } from './choices.ts'
import { deductionOf } from './donation.ts'
import { costsOf } from './fees.ts'
import { form8949Box } from './form-8949-box.ts'
import { basisThatCounts } from './gift-basis.ts'
import { longTermFrom } from './holding-period.ts'
import { reasonsUnder } from './rules-of-row.ts'
import { ruleOf, RULES_VERSIONS, TREATMENTS } from './treatments.ts'

/** Federal tax of the United States on digital assets that individuals hold as capital assets (docs/tax). */
export const unitedStates: Jurisdiction = {
  code: 'US',
  rulesVersion: RULES_VERSIONS[0].version,
  treatments: TREATMENTS,
  rulesUnder: (settings) => {
    const choices = choicesOf(settings)
    return (event, memory) => ruleOf(event.treatment).movements(event, costsOf(event), memory, choices)
  },
  reasonsUnder,
  // R-POOL-1; Treas. Reg. 1.1012-1(j), Rev. Proc. 2024-28.
  lotsByAccountFrom: Date.UTC(2025, 0, 1) / 86_400_000,
  longTermFrom,
  basisThatCounts,
  deductionOf,
  boxOf: form8949Box,
}
