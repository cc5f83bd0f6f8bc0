import { createHash } from 'node:crypto'
import { EDITABLE_FIELDS, type TransactionFields } from './imported-transaction.ts'

/**
 * What a correction is made of: it changes with every field that counts, and not with what is worked out from them, such as
 * matches and values. Whoever corrects says which one they saw.
 */
export function versionOf(fields: TransactionFields): string {
  const said = EDITABLE_FIELDS.map((field) => fields[field])
  return createHash('sha256').update(JSON.stringify(said)).digest('base64url').slice(0, 22)
}
