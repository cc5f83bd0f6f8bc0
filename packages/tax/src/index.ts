export { calculate, CalculationCancelled, type CalculateOptions, type Progress } from './engine/calculate.ts'
export type * from './engine/calculation-input.ts'
export type * from './engine/calculation-result.ts'
export { METHODS } from './engine/calculation-input.ts'
export { parseCalculationInput, problemsOfInput } from './engine/parse-input.ts'
export { CalculationInputError, describeProblem, type InputProblem } from './engine/input-problem.ts'
export { WARNING_CODES, type WarningCode } from './engine/warnings.ts'
export type { Box } from './us/form-8949-box.ts'
export { isLongTerm, longTermFrom, type Term } from './us/holding-period.ts'
export { estimateTax, ESTIMATE_YEARS, type EstimateInput, type EstimateResult } from './us/estimate.ts'
export { FILING_STATUSES, type FilingStatus } from './us/brackets.ts'
export { canonicalJson } from './canonical-json.ts'
export {
  ENGINE_VERSION,
  hashOf,
  type Manifest,
  manifestOf,
  RULES_VERSION,
  type Verification,
  verifyManifest,
} from './manifest.ts'
export { matchSelfTransfers } from './matching/self-transfer.ts'
export { transferEvents } from './matching/transfer-events.ts'
export type { MatchDecision, MatchQuality, MatchSide, SelfTransfer } from './matching/match-side.ts'
export { inputOfJournal, type JournalEntry, type MadeMatch } from './engine/input-of-journal.ts'
export {
  valueTransaction,
  type PriceFound,
  type PriceOf,
  type Side,
  type Sides,
  type Valuation,
  type Valued,
} from './valuing/value-transaction.ts'
