import { typeLabel, type TransactionType } from '@lotbook/journal'
import type { CauseKind } from './compare-calculations.ts'
import type { ComparedRow } from './row-differences.ts'

const KINDS: Readonly<Record<string, string>> = {
  gift: 'Gift sent',
  donation: 'Donation',
  sent_unresolved: 'Sent, not matched',
  fee: 'Fee paid in kind',
  contract_loss: 'Loss on a contract',
}

/** The word for the kind of a disposal or removal. */
export function kindLabel(kind: string): string {
  return KINDS[kind] ?? typeLabel(kind as TransactionType, null)
}

/** The word for what a row of a result is. */
export function rowLabel(row: ComparedRow): string {
  return 'category' in row ? typeLabel('incoming', row.category) : kindLabel(row.kind)
}

/** Origins of a change that are no file. */
export const BY_HAND = 'hand'
export const BY_RULE = 'rule'

/**
 * A cause as a person reads it; `origin` is the file that a transaction first came with, `BY_HAND`, `BY_RULE` or not known; of
 * settings those that changed.
 */
export function causeLabel(kind: CauseKind, origin: string | null): string {
  switch (kind) {
    case 'engine':
      return 'Another version of the engine or its rules'
    case 'settings':
      return origin === null ? 'Tax settings' : `Tax settings (${origin})`
    case 'added':
      if (origin === BY_HAND) return 'Entered by hand'
      return origin === null ? 'Transactions added' : `Added by ${origin}`
    case 'removed':
      if (origin === BY_HAND) return 'Left out by hand'
      if (origin === BY_RULE) return 'Left out by a rule'
      return origin === null ? 'Transactions removed' : `Removed with ${origin}`
    case 'edited':
      if (origin === BY_HAND) return 'Edited by hand'
      if (origin === BY_RULE) return 'Changed by a rule'
      return origin === null ? 'Transactions changed' : `Read anew from ${origin}`
    case 'matched':
      return 'Self-transfers matched or taken apart'
    case 'named':
      return 'Lots named for sales, or kept as filed'
    case 'valued':
      return origin === BY_HAND ? 'Values set by hand' : 'Prices'
    case 'other':
      return 'Order of transactions at the same moment'
  }
}
