import type { ChosenTreatments } from '../open-questions.ts'
import { choiceOf } from './choices-in-force.ts'
import { isPairKind } from './open-questions.ts'
import type { RuleSettings } from './settings.ts'
import { treatmentCode, VARIANTS } from './treatments.ts'

const AIRDROP = codeOf('incoming', 'airdrop')
const REBATE = codeOf('incoming', 'rebate')
const MISC_REWARD = codeOf('incoming', 'misc_reward')
const LOAN_RECEIVED = codeOf('incoming', 'loan_received')
const LOAN_REPAYMENT = codeOf('outgoing', 'loan_repayment')
const TRADE = codeOf('trade', null)
const SWAP = codeOf('swap', null)

/** Treatments under the choices that settings make (R-OPEN-1 to R-OPEN-11). */
export function treatmentsUnder(settings: RuleSettings): ChosenTreatments {
  const changed = new Map<number, number>()
  if (choiceOf(settings, 'airdrop') === 'zero_basis') changed.set(AIRDROP, VARIANTS.zeroBasis)
  if (choiceOf(settings, 'rebate') === 'income') changed.set(REBATE, MISC_REWARD)
  if (choiceOf(settings, 'loan') === 'liability') {
    changed.set(LOAN_RECEIVED, VARIANTS.borrow)
    changed.set(LOAN_REPAYMENT, VARIANTS.repay)
  }
  const isIncomeOfRebase = choiceOf(settings, 'rebase') === 'income'
  return {
    ofStated: (code) => changed.get(code) ?? code,
    ofPair(code, kind) {
      if (!isPairKind(kind)) return code
      // The choice counts, whatever the row was called.
      if (choiceOf(settings, kind) === 'swap') return SWAP
      return asTrade(code)
    },
    ofRebase: (code) => (isIncomeOfRebase ? code : VARIANTS.zeroBasis),
    // Money and a coin differ in kind whatever the row calls it, so its gain does not wait (R-SWP-1).
    withCash: asTrade,
  }
}

const asTrade = (code: number) => (code === SWAP ? TRADE : code)

function codeOf(type: string, subType: string | null): number {
  const code = treatmentCode(type, subType)
  if (code === undefined) throw new Error(`no treatment: ${type}/${subType}`)
  return code
}
