import { explain } from './explain.ts'
import { exports } from './exports.ts'
import { identity } from './identity.ts'
import { imports } from './imports.ts'
import { onboarding } from './onboarding.ts'
import { settings } from './settings.ts'
import { sources } from './sources.ts'
import { start } from './start.ts'
import { tax } from './tax.ts'
import { traces } from './traces.ts'
import { transactions } from './transactions.ts'

export * from './common.ts'
export * from './errors.ts'
export * from './explain.ts'
export * from './exports.ts'
export * from './identity.ts'
export * from './imports.ts'
export * from './messages.ts'
export * from './notifications.ts'
export * from './onboarding.ts'
export * from './paths.ts'
export * from './route.ts'
export * from './settings.ts'
export * from './sources.ts'
export * from './start.ts'
export * from './tax.ts'
export * from './traces.ts'
export * from './transactions.ts'

/** Every call between web and server, grouped by feature. */
export const contract = {
  identity,
  onboarding,
  settings,
  start,
  sources,
  traces,
  imports,
  transactions,
  tax,
  explain,
  exports,
}
export type Contract = typeof contract
