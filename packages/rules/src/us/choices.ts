import type { RuleSettings, TransferFee } from './settings.ts'
import { choiceOf } from './choices-in-force.ts'

/** Choices that the rules of an event ask for, once for a whole history. */
export interface Choices {
  readonly transferFee: TransferFee
  /** True where both sides of an exchange share its costs (R-OPEN-12). */
  readonly splitsExchangeFees: boolean
  /** True where locking coins up gives them for a claim (R-OPEN-8). */
  readonly disposesLockups: boolean
  /** True where what returns beyond a lock-up is income (R-OPEN-9). */
  readonly isReturnIncome: boolean
}

/** The choices that settings make. */
export function choicesOf(settings: RuleSettings): Choices {
  return {
    transferFee: settings.transfer_fee ?? 'dispose',
    splitsExchangeFees: choiceOf(settings, 'exchange_fee') === 'split',
    disposesLockups: choiceOf(settings, 'staking_lockup') === 'dispose',
    isReturnIncome: choiceOf(settings, 'staking_return') === 'income',
  }
}
