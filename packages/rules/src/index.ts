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
export { termOf, type Term } from './term.ts'
export { declaredPairs } from './declared-pairs.ts'
export type { DeclaredToken, RuleSettings, TransferFee } from './settings.ts'
export type { IncomeLines, KindOfIncome, ReturnLine } from './income-lines.ts'
export type { Estimates, TaxedYear, Taxpayer } from './estimates.ts'
export type { ChosenTreatments, OpenQuestions, TokenKinds } from './open-questions.ts'
export {
  CalculationInputError,
  describeProblem,
  eachUnknownField,
  quoted,
  UNKNOWN_FIELD,
  type InputProblem,
} from './input-problem.ts'
export { REPORTED, type Reported } from './reported.ts'
export type { Box, CrossCheck, EventRule, Jurisdiction, RowReasons } from './jurisdiction.ts'
export { JURISDICTION_CODES, jurisdictionOf, type JurisdictionCode } from './jurisdictions.ts'
