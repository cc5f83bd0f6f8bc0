import type { ImportSource } from '@lotbook/contract'

/** A part of the history to export: a source (`id`) of an account (`group`), or what came to an account (`id`) as `type`. */
export interface ExportSearch {
  id?: string
  group?: string
  type?: string
}

/**
 * A part of the journal that is exported by itself: a source with its account, or the transactions of an account that
 * came in one way.
 */
export type ExportScope =
  | { readonly source_id: string; readonly account_id: string }
  | { readonly account_id: string; readonly type: ImportSource['file_type'] }

const TYPES = ['api', 'wallet', 'manual', 'CSV'] as const
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The scope that an address asks for: undefined for the whole history, null where it is none. */
export function scopeOf({ id, group, type }: ExportSearch): ExportScope | undefined | null {
  if (id === undefined && group === undefined && type === undefined) return undefined
  if (id === undefined || !UUID.test(id)) return null
  if (group !== undefined) return UUID.test(group) ? { source_id: id, account_id: group } : null
  const known = TYPES.find((one) => one.toLowerCase() === type?.toLowerCase())
  return known === undefined ? null : { account_id: id, type: known }
}
