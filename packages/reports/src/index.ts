export * from './allocation-notes.ts'
export * from './allocation-record.ts'
export * from './allocation-rule.ts'
export {
  amendedReturn,
  type AmendedReturn,
  type AmendedReturnInput,
  type Line1040X,
  type ReturnSide,
} from './amended-return/amended-return.ts'
export type { AmendedLine } from './amended-return/amended-line.ts'
export { amendedReturnCsv } from './amended-return/amended-return-csv.ts'
export * from './amendment-csv.ts'
export * from './amendment-pdf.ts'
export * from './amendment.ts'
export * from './audit-trail-csv.ts'
export * from './capital-years.ts'
export * from './csv.ts'
export * from './donee-record.ts'
export * from './form-8949-csv.ts'
export * from './form-8949-pdf.ts'
export * from './form-8949.ts'
export * from './income-csv.ts'
export * from './interest-paid-csv.ts'
export * from './income-lines.ts'
export * from './income-lines-csv.ts'
export * from './method-records.ts'
export * from './money-text.ts'
export * from './removal-words.ts'
export * from './removals-csv.ts'
export * from './removals-of-year.ts'
export * from './removals-pdf.ts'
export * from './schedule-d.ts'
export {
  checkedLine,
  notInYear,
  TAX_PROGRAM_IDS,
  type TaxProgram,
  type TaxProgramId,
} from './tax-programs/tax-program.ts'
export type { Steps } from './tax-programs/steps.ts'
export {
  allProgramSteps,
  TAX_PROGRAMS,
  taxProgramFiles,
  taxProgramSteps,
} from './tax-programs/tax-programs.ts'
export * from './year-report.ts'
export * from './receipt.ts'
export * from './rests-on.ts'
export * from './workpapers.ts'
export { matchBrokerLines, linesThatCount, type BrokerMatch } from './broker-lines/match-broker-lines.ts'
export {
  BROKER_OUTCOMES,
  brokerResult,
  type BrokerOutcome,
  type BrokerResult,
} from './broker-lines/broker-outcome.ts'
export {
  brokerReconciliationCsv,
  OUTCOME_WORDS,
  reconcileBrokerForms,
  type BrokerReconciliation,
} from './broker-lines/broker-reconciliation.ts'
