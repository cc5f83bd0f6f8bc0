/** Side door of the law of the United States: what a form, a screen or a command of that country needs beyond `Jurisdiction`. */
export { addedTax, type AddedTax } from './added-tax.ts'
export { FILING_STATUSES, type FilingStatus } from './brackets.ts'
export * from './capital-gains.ts'
export { declaredTrades } from './choices-in-force.ts'
export * from './donation-forms.ts'
export * from './estimated-payments.ts'
export * from './gift-exclusion.ts'
export * from './how-acquired.ts'
export * from './income-lines.ts'
export {
  incomeOnLines,
  NO_BUSINESS_FACTS,
  type BusinessFacts,
  type IncomeOnLines,
} from './income-on-lines.ts'
export * from './removal-facts.ts'
export { selfEmploymentTax, type SelfEmploymentTax } from './self-employment.ts'
export * from './theft-loss.ts'
export { estimateTax, ESTIMATE_YEARS, type EstimateInput, type EstimateResult } from './estimate.ts'
export { estimatedTax, estimatedTaxes, type EstimateOf } from './estimate-of-year.ts'
export { form8949Box } from './form-8949-box.ts'
export { isLongTerm, longTermFrom } from './holding-period.ts'
export { standingOfIdentification, type IdentificationStanding } from './identification.ts'
export * from './safe-harbor-standing.ts'
export { TRANSFER_FEES } from './settings.ts'
export { unitedStates } from './united-states.ts'
export { TOKEN_KINDS, UNSETTLED, type UnsettledChoices } from './unsettled.ts'
export { RULES_VERSIONS } from './treatments.ts'
