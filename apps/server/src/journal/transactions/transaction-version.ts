import { createHash } from 'node:crypto'
import { EDITABLE_FIELDS, type TransactionFields } from './imported-transaction.ts'

/**
 * Version of a transaction that a correction is based on: it changes with every field that counts, and not with values worked out from them, such as
 * matches and values. Whoever corrects says which one they saw.
 */
export function versionOf(fields: TransactionFields): string {
  const said = EDITABLE_FIELDS.map((field) => fields[field])
  return createHash('sha256').update(JSON.stringify(said)).digest('base64url').slice(0, 22)
}
