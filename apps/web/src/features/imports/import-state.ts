import { shortAccount } from '@lotbook/journal'
import type { ImportHistory, ImportSource } from '@lotbook/contract'
import { percentOf, type Progress } from '../../ui/progress.ts'
import { importStatus, type Status } from '../../ui/status-vocabulary.ts'

type Stated = Pick<ImportSource, 'import_status' | 'status_code' | 'note_count' | 'error_count'>

/** How an account or a source of it is spoken of. */
export function statusOf(row: Stated, progress: Progress | undefined): Status {
  if (row.status_code === 'cancelled' && row.import_status === 'complete') {
    return { look: 'optional', label: 'Cancelled' }
  }
  if (row.import_status === 'complete' && row.status_code === 'needs_mapping') {
    return { look: 'warn', label: 'Needs an answer' }
  }
  if (row.import_status === 'complete' && row.status_code === 'notes' && row.error_count > 0) {
    // Rows are missing from the book: more than a note.
    return { look: 'warn', label: `Done, ${counted(row.error_count, 'error')}` }
  }
  return importStatus({
    importStatus: row.status_code === 'deleting' ? 'deleting' : row.import_status,
    hasStarted: progress !== undefined && progress.state !== 'waiting',
    percent: progress === undefined ? null : (percentOf(progress) ?? null),
    count: progress?.done ?? null,
    needsKey: row.status_code === 'needs_key' || row.status_code === 'needs_oauth',
    failed: row.status_code === 'failed',
    notes: row.note_count,
  })
}

/** R4.29: all imports are complete when none is in progress. */
export function allComplete(rows: readonly Pick<ImportHistory, 'import_status'>[]): boolean {
  return rows.every((row) => row.import_status !== 'in-progress')
}

/** Whether the provider no longer lets the connection in, also where another goes on in its place. */
export function needsAccess({
  status_code,
  refused_key,
}: Pick<ImportHistory, 'status_code' | 'refused_key'>) {
  return status_code === 'needs_key' || status_code === 'needs_oauth' || refused_key !== null
}

/** The name that the person gave the account, else the name of its source. */
export function nameOf({ custom_name, account_name }: Pick<ImportHistory, 'custom_name' | 'account_name'>) {
  return shortAccount(custom_name ?? account_name)
}

/** "3 errors", "1 error and 2 notes"; undefined where there are none. */
export function issuesOf({ error_count, note_count }: Pick<ImportHistory, 'error_count' | 'note_count'>) {
  const parts = [
    ...(error_count > 0 ? [counted(error_count, 'error')] : []),
    ...(note_count > 0 ? [counted(note_count, 'note')] : []),
  ]
  return parts.length === 0 ? undefined : parts.join(' and ')
}

/** "1 transaction", "1,204 transactions". */
export function counted(n: number, word: string): string {
  return `${n.toLocaleString()} ${word}${n === 1 ? '' : 's'}`
}

/** "Kraken", "Kraken and Gemini", "Kraken, Gemini and 3 others". */
export function listed(names: readonly string[]): string {
  const shown = names.length > 3 ? names.slice(0, 2) : names
  const rest = names.length - shown.length
  const all = rest === 0 ? shown : [...shown, counted(rest, 'other')]
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1) ?? ''}`
}

/** From the first to the last instant of all; undefined where no source has any. */
export function rangeOf(sources: readonly { first_at: string | null; last_at: string | null }[]) {
  const from = sources.flatMap(({ first_at }) => first_at ?? []).toSorted()[0]
  const to = sources
    .flatMap(({ last_at }) => last_at ?? [])
    .toSorted()
    .at(-1)
  return from === undefined || to === undefined ? undefined : { from, to }
}

/** Beside how many transactions came in, how many rows the list has of them; undefined where each has one. */
export function rowsText(transactions: number, joined: number): string | undefined {
  if (joined === 0) return undefined
  const rows = (transactions - joined).toLocaleString()
  return `The list shows ${rows} rows: ${joined.toLocaleString()} arrived in ${joined === 1 ? 'a transfer' : 'transfers'} between your accounts, and a transfer is one row.`
}
