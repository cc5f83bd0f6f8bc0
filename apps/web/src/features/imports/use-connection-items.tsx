import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound, RotateCw } from 'lucide-react'
import { type ImportHistory, paths } from '@lotbook/contract'
import { calls } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import type { MenuItem } from '../../ui/Menu.tsx'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'
import { nameOf, needsAccess } from './import-state.ts'
import { refreshHistory } from './refresh-accounts.ts'

type Connected = Pick<
  ImportHistory,
  | 'id'
  | 'account_slug'
  | 'account_name'
  | 'custom_name'
  | 'resync_id'
  | 'resync_disabled'
  | 'type'
  | 'status_code'
>

/** What can be done with an account that is connected: fetch what is new, replace its key. None for an account of files. */
export function useConnectionItems(row: Connected): readonly MenuItem[] {
  const client = useQueryClient()
  const resync = useMutation({
    mutationFn: () => calls.imports.resyncAccount({ id: row.id }),
    onSuccess: () => toastDone(`Fetching what is new of ${nameOf(row)}`),
    onError: (thrown) => toastFailed(toApiError(thrown).message),
    onSettled: () => refreshHistory(client),
  })
  if (row.resync_id === null) return []
  const shape = 'size-4 shrink-0'
  return [
    ...(row.resync_disabled || needsAccess(row)
      ? []
      : [
          {
            kind: 'action' as const,
            label: 'Fetch what is new',
            onSelect: () => resync.mutate(),
            icon: <RotateCw aria-hidden="true" className={shape} />,
          },
        ]),
    ...(row.type === 'api'
      ? [
          {
            kind: 'link' as const,
            label: 'Replace the key',
            to: paths.importFix(row.account_slug, row.resync_id),
            icon: <KeyRound aria-hidden="true" className={shape} />,
          },
        ]
      : []),
  ]
}
