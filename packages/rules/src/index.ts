/** Events by law: an event goes in, a list of movements comes out. No lots, no pools, no columns. */
export {
  NO_ASSET,
  type Account,
  type Asset,
  type Day,
  type Dollars,
  type DonorRecord,
  type Side,
  type TaxEvent,
} from './event.ts'
export type { Acquire, CapitalizedFee, CarriedFee, Contract, Convert, Movement, Move } from './movement.ts'
export { emptyMemory, type Memory } from './memory.ts'
export { ByAccount, UnitsByAccount } from './by-account.ts'
export { WARNING_CODES, type WarningCode } from './warning.ts'
export type { Treatment } from './treatment.ts'
export { choiceOf, declaredPairs, declaredTrades } from './us/choices-in-force.ts'
export type { Term } from './term.ts'
export { isLongTerm, longTermFrom } from './us/holding-period.ts'
export { TRANSFER_FEES, type RuleSettings, type TransferFee } from './us/settings.ts'
export {
  countsInCash,
  isKnownType,
  PAIR_TYPES,
  RULES_VERSIONS,
  subTypesOf,
  treatmentCode,
  TREATMENTS,
  VARIANTS,
} from './us/treatments.ts'
export {
  TOKEN_KINDS,
  UNSETTLED,
  type DeclaredToken,
  type TokenKind,
  type Unsettled,
  type UnsettledChoices,
} from './us/unsettled.ts'
export {
  CalculationInputError,
  describeProblem,
  eachUnknownField,
  quoted,
  UNKNOWN_FIELD,
  type InputProblem,
} from './input-problem.ts'
export { REPORTED, type Reported } from './reported.ts'
export { addedTax, type AddedTax } from './us/added-tax.ts'
export { FILING_STATUSES, type FilingStatus } from './us/brackets.ts'
export * from './us/capital-gains.ts'
export { estimateTax, ESTIMATE_YEARS, type EstimateInput, type EstimateResult } from './us/estimate.ts'
export { estimatedTax, estimatedTaxes, type EstimateOf, type TaxedYear } from './us/estimate-of-year.ts'
export { form8949Box } from './us/form-8949-box.ts'
export { standingOfIdentification, type IdentificationStanding } from './us/identification.ts'
export * from './us/safe-harbor-standing.ts'
export type { Box, EventRule, Jurisdiction, RowReasons } from './jurisdiction.ts'
export { jurisdictionOf } from './jurisdictions.ts'
export { unitedStates } from './us/united-states.ts'
