import type { FoundPerson } from '@lotbook/contract'

const ROLES: Readonly<Record<FoundPerson['roles'][number], string>> = {
  admin: 'Administrator',
  cpa: 'Tax professional',
  customer: 'Customer',
}

/** "Customer, Tax professional". */
export const roleWords = (roles: FoundPerson['roles']): string =>
  roles.length === 0 ? 'No role yet' : roles.map((role) => ROLES[role]).join(', ')

/** How the account itself stands. */
export function accountWords({
  is_verified,
  has_second_factor,
}: Pick<FoundPerson, 'is_verified' | 'has_second_factor'>): string[] {
  return [
    is_verified ? 'Email confirmed' : 'Email not confirmed',
    has_second_factor ? 'Two-factor on' : 'Two-factor off',
  ]
}

const CALCULATION: Readonly<Record<NonNullable<FoundPerson['state']>['calculation'], string>> = {
  none: 'Not calculated',
  queued: 'Calculation waiting',
  running: 'Calculation running',
  done: 'Calculated',
  failed: 'Calculation failed',
  cancelled: 'Calculation canceled',
}

/** How far the history of a customer is, in counts and states. */
export function historyWords(state: FoundPerson['state']): string[] {
  if (state === null) return ['None of their own']
  const { transactions, imports, review, calculation } = state
  return [
    `${transactions.toLocaleString('en-US')} ${transactions === 1 ? 'transaction' : 'transactions'}`,
    imports.failed > 0
      ? `${imports.failed} of ${imports.total} imports failed`
      : imports.running > 0
        ? `${imports.running} of ${imports.total} imports running`
        : `${imports.total} ${imports.total === 1 ? 'import' : 'imports'}`,
    `${CALCULATION[calculation]}, ${review.toLocaleString('en-US')} to review`,
  ]
}
