import type { Scope } from './route.ts'

/** Days that an access token may last. */
export const TOKEN_DAYS = [30, 90, 365] as const

/** Access tokens that a customer may have in force at once. */
export const MOST_TOKENS = 20

/** Names of the scopes, and what each opens. */
export const SCOPE_WORDS: Readonly<Record<Scope, { readonly name: string; readonly hint: string }>> = {
  read: { name: 'Read', hint: 'See transactions, holdings, tax results and files. Changes nothing.' },
  import: { name: 'Import', hint: 'Upload files, answer what they ask, and sync connected accounts.' },
  calculate: { name: 'Calculate', hint: 'Start tax calculations and create export files.' },
}
