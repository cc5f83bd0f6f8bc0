import { accessTokens } from './access-tokens.ts'
import { admin } from './admin.ts'
import { bell } from './bell.ts'
import { billing } from './billing.ts'
import { brokerForms } from './broker-forms.ts'
import { claims } from './claims.ts'
import { comparisons } from './comparisons.ts'
import { connections } from './connections.ts'
import { explorerKeys } from './explorer-keys.ts'
import { explain } from './explain.ts'
import { estimates } from './estimates.ts'
import { exports } from './exports.ts'
import { filing } from './filing.ts'
import { holdings } from './holdings.ts'
import { identity } from './identity.ts'
import { imports } from './imports.ts'
import { journalRuns } from './journal-runs.ts'
import { labs } from './labs.ts'
import { mailedCodes } from './mailed-codes.ts'
import { manifests } from './manifests.ts'
import { manualEntry } from './manual-entry.ts'
import { methods } from './methods.ts'
import { monitoring } from './monitoring.ts'
import { onboarding } from './onboarding.ts'
import { ownFormats } from './own-formats.ts'
import { review } from './review.ts'
import { prices } from './prices.ts'
import { professionals } from './professionals.ts'
import { removalForms } from './removal-forms.ts'
import { roads } from './road.ts'
import { safeHarbor } from './safe-harbor.ts'
import { rules } from './rules.ts'
import { settingChanges } from './setting-changes.ts'
import { settings } from './settings.ts'
import { sources } from './sources.ts'
import { start } from './start.ts'
import { tax } from './tax.ts'
import { taxReturns } from './tax-returns.ts'
import { taxYears } from './tax-years.ts'
import { traces } from './traces.ts'
import { transactions } from './transactions.ts'
import { treatments } from './treatments.ts'
import { wallets } from './wallets.ts'
import { webhooks } from './webhooks.ts'
import { workpapers } from './workpapers.ts'

export * from './access-tokens.ts'
export * from './access-token-names.ts'
export * from './admin.ts'
export * from './api-version.ts'
export * from './bell.ts'
export * from './billing.ts'
export * from './claims.ts'
export * from './common.ts'
export * from './comparisons.ts'
export * from './connection-messages.ts'
export * from './connections.ts'
export * from './explorer-keys.ts'
export * from './display-currency.ts'
export * from './errors.ts'
export * from './explain.ts'
export * from './estimates.ts'
export * from './exports.ts'
export * from './printed-kinds.ts'
export * from './field-words.ts'
export * from './filing.ts'
export * from './holding-names.ts'
export * from './holdings.ts'
export * from './identity.ts'
export * from './income-line-names.ts'
export * from './imports.ts'
export * from './invariant-broken.ts'
export * from './journal-runs.ts'
export * from './broker-form-names.ts'
export * from './broker-forms.ts'
export * from './broker-line-template.ts'
export * from './broker-lines.ts'
export * from './labs.ts'
export * from './labs-names.ts'
export * from './left-out.ts'
export * from './mailed-codes.ts'
export * from './manifests.ts'
export * from './manual-entry.ts'
export * from './manual-form.ts'
export * from './messages.ts'
export * from './method-names.ts'
export * from './methods.ts'
export * from './monitoring.ts'
export * from './notifications.ts'
export * from './onboarding.ts'
export * from './own-formats.ts'
export * from './own-format-names.ts'
export * from './paths.ts'
export * from './screens.ts'
export * from './review.ts'
export * from './review-options.ts'
export * from './plan-names.ts'
export * from './prices.ts'
export * from './professional-messages.ts'
export * from './professional-names.ts'
export * from './professionals.ts'
export * from './road.ts'
export * from './road-steps.ts'
export * from './route.ts'
export * from './removal-forms.ts'
export * from './removal-names.ts'
export * from './safe-harbor.ts'
export * from './safe-harbor-names.ts'
export * from './rule-names.ts'
export * from './rules.ts'
export * from './setting-changes.ts'
export * from './screen-messages.ts'
export * from './settings.ts'
export * from './source-names.ts'
export * from './sources.ts'
export * from './start.ts'
export * from './subscription-status.ts'
export * from './tax.ts'
export * from './tax-returns.ts'
export * from './tax-years.ts'
export * from './traces.ts'
export * from './transactions.ts'
export * from './tax-program-names.ts'
export * from './treatment-names.ts'
export * from './treatments.ts'
export * from './wallets.ts'
export * from './webhook-names.ts'
export * from './webhooks.ts'
export * from './wizards.ts'
export * from './workpaper-names.ts'
export * from './workpapers.ts'

/** Every call between web and server, grouped by feature. */
export const contract = {
  accessTokens,
  admin,
  bell,
  filing,
  identity,
  monitoring,
  onboarding,
  settingChanges,
  settings,
  start,
  sources,
  traces,
  imports,
  ownFormats,
  manualEntry,
  transactions,
  rules,
  journalRuns,
  review,
  roads,
  tax,
  comparisons,
  connections,
  explorerKeys,
  mailedCodes,
  removalForms,
  taxReturns,
  taxYears,
  manifests,
  methods,
  treatments,
  holdings,
  labs,
  safeHarbor,
  explain,
  billing,
  brokerForms,
  claims,
  estimates,
  exports,
  prices,
  professionals,
  wallets,
  webhooks,
  workpapers,
}
export type Contract = typeof contract
