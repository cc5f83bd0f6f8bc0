import type { ImportSource } from '@lotbook/contract'
import { formatAgo, formatDay } from '../../ui/format/format-date-time.ts'

type Fetched = Pick<
  ImportSource,
  'file_type' | 'import_status' | 'status_code' | 'last_sync' | 'next_sync' | 'history_limit'
>

/** Sentences on a connected account: when it was fetched, what comes next, and what its API does not give. None for a file. */
export function fetchState(source: Fetched, now: Date): readonly string[] {
  const { file_type, import_status, last_sync, history_limit } = source
  if (file_type !== 'api' && file_type !== 'wallet') return []
  return [
    last_sync === null ? 'Not fetched yet.' : `Last fetched ${formatAgo(last_sync, now)}.`,
    ...(import_status === 'in-progress' ? [] : nextStep(source)),
    ...(history_limit === null
      ? []
      : [`How far back its API goes: ${history_limit} Upload a file for anything older.`]),
  ]
}

function nextStep({ file_type, status_code, next_sync }: Fetched): readonly string[] {
  if (status_code === 'needs_key')
    return [
      file_type === 'wallet'
        ? 'A key continues where it stopped.'
        : 'A new key continues where the old one stopped.',
    ]
  if (status_code === 'needs_oauth') return ['Signing in again continues where it stopped.']
  if (next_sync === null) return []
  return status_code === 'failed'
    ? [`Lotbook tries again on ${formatDay(next_sync)}; what was fetched so far is kept.`]
    : [`Fetched again on ${formatDay(next_sync)}.`]
}
