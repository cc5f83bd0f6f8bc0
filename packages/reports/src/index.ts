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
export * from './estimated-payments-csv.ts'
export { firstPageOf } from './draw-pages.ts'
export * from './form-8949-csv.ts'
export * from './form-change.ts'
export * from './form-8949-pdf.ts'
export * from './form-8949.ts'
export * from './form-8949-statement.ts'
export { type FormShape } from './form-8949-summary.ts'
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
export { allProgramFiles, TAX_PROGRAMS, taxProgramFiles } from './tax-programs/tax-programs.ts'
export * from './year-report.ts'
export * from './receipt.ts'
export * from './rests-on.ts'
export * from './workpapers.ts'
export type { BrokerResult } from './broker-lines/broker-outcome.ts'
export {
  brokerReconciliationCsv,
  brokerResults,
  OUTCOME_WORDS,
  reconcileBrokerForms,
  reconciliationOf,
  type BrokerNames,
  type BrokerReconciliation,
} from './broker-lines/broker-reconciliation.ts'
export {
  filedForms,
  formsToFill,
  readOfficialForm,
  type OfficialForms,
} from './official-forms/filed-forms.ts'
export {
  FIRST_OFFICIAL_YEAR,
  OFFICIAL_FORMS,
  officialFileName,
  type OfficialKind,
} from './official-forms/form-fields.ts'
export { isRefused, type OfficialForm, type RefusedForm } from './official-forms/official-form.ts'
export { lossesTakenBack, type NotDeductible, type TakenBack } from './broker-lines/loss-not-allowed.ts'
export { noticeReplyPdf, reasonOf } from './broker-lines/notice-reply.ts'
export { auditWorkbook, type WorkbookParts } from './workbook/audit-workbook.ts'
export type * from './workbook/packet-records.ts'
export { holdingsOfYearCsv } from './holdings-of-year-csv.ts'
export { packetSettings, treatmentRecords, type PacketSettings } from './packet-facts.ts'
export { coverPage, type CoverParts } from './cover-page.ts'
