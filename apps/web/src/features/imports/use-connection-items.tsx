import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound, RotateCw } from 'lucide-react'
import { type ImportHistory, paths } from '@lotbook/contract'
import { calls } from '../../client/api.ts'
import type { MenuItem } from '../../ui/Menu.tsx'
import { toastDone } from '../../ui/toast-store.ts'
import { nameOf } from './import-state.ts'
import { refreshHistory } from './refresh-accounts.ts'
import { resyncRefused } from './resync-refused.ts'

type Connected = Pick<
  ImportHistory,
  | 'id'
  | 'account_slug'
  | 'account_name'
  | 'custom_name'
  | 'resync_id'
  | 'resync_method'
  | 'resync_disabled'
  | 'status_code'
  | 'takes_own_key'
>

/** Actions on an account that is connected: fetch what is new, replace its key, sign in again. None for an account of files. */
export function useConnectionItems(row: Connected): readonly MenuItem[] {
  const client = useQueryClient()
  const resync = useMutation({
    mutationFn: () => calls.imports.resyncAccount({ id: row.id }),
    onSuccess: () => toastDone(`Getting new transactions of ${nameOf(row)}`),
    onError: (thrown) => resyncRefused(thrown, row.resync_id ?? ''),
    onSettled: () => refreshHistory(client),
  })
  if (row.resync_id === null) return []
  const shape = 'size-4 shrink-0'
  const label =
    row.resync_method === 'api'
      ? 'Replace the key'
      : row.resync_method === 'oauth'
        ? 'Sign in again'
        : row.takes_own_key && 'Use your own key'
  return [
    // Without a key nothing can be fetched, but where the operator may have one by now; without a grant Coinbase is asked for one.
    ...(row.resync_disabled || (row.status_code === 'needs_key' && row.resync_method !== 'wallet')
      ? []
      : [
          {
            kind: 'action' as const,
            label: 'Get new transactions',
            onSelect: () => resync.mutate(),
            icon: <RotateCw aria-hidden="true" className={shape} />,
          },
        ]),
    ...(label
      ? [
          {
            kind: 'link' as const,
            label,
            to: paths.importFix(row.account_slug, row.resync_id, row.resync_method),
            icon: <KeyRound aria-hidden="true" className={shape} />,
          },
        ]
      : []),
  ]
}
