import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { GivenAccess } from '@lotbook/contract'
import { api, calls } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { formatDateTime, formatDay } from '../../ui/format/format-date-time.ts'
import { Select } from '../../ui/Select.tsx'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'
import { DURATIONS, SCOPE_WORDS, untilWords } from './access-words.ts'

/** The people who may look into one's books now. */
export function AccessList({ access }: { readonly access: readonly GivenAccess[] }) {
  if (access.length === 0)
    return <p className="px-card pt-3 pb-5 text-ink-2">Nobody but you can see your books.</p>
  return (
    <ul className="divide-y divide-line pt-1">
      {access.map((one) => (
        <AccessRow key={one.id} access={one} />
      ))}
    </ul>
  )
}

function AccessRow({ access }: { readonly access: GivenAccess }) {
  const { id, name, email, scope, granted_at, expires_at, last_viewed_at } = access
  const client = useQueryClient()
  const [asks, setAsks] = useState(false)
  const renewed = async (text: string) => {
    await client.invalidateQueries({ queryKey: api.professionals.key() })
    toastDone(text)
  }
  const change = useMutation({
    mutationFn: (wanted: { scope?: GivenAccess['scope']; days?: number | null }) =>
      calls.professionals.changeAccess({ id, ...wanted }),
    onSuccess: () => renewed('Access changed'),
    onError: (thrown) => toastFailed(toApiError(thrown).message),
  })
  const end = useMutation({
    mutationFn: () => calls.professionals.endAccess({ id }),
    onSuccess: async () => {
      setAsks(false)
      await renewed(`${name} no longer has access`)
    },
    onError: (thrown) => toastFailed(toApiError(thrown).message),
  })
  return (
    <li className="grid gap-3 px-card py-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">{name}</p>
          {name !== email && <p className="text-table text-ink-2 wrap-anywhere">{email}</p>}
          <p className="text-table text-ink-2">
            Since {formatDay(granted_at)} · {untilWords(expires_at)} ·{' '}
            {last_viewed_at === null
              ? 'Has not opened your books yet'
              : `Last seen ${formatDateTime(last_viewed_at)} UTC`}
          </p>
        </div>
        <Button look="danger" size="small" aria-label={`End access of ${name}`} onClick={() => setAsks(true)}>
          End access
        </Button>
      </div>
      <div className="flex flex-wrap gap-3">
        <label className="grid gap-1 text-table text-ink-2">
          Can
          <Select
            small
            value={scope}
            aria-label={`What ${name} can do`}
            onChange={({ target }) => change.mutate({ scope: target.value === 'work' ? 'work' : 'view' })}
          >
            {(['view', 'work'] as const).map((value) => (
              <option key={value} value={value}>
                {SCOPE_WORDS[value].title}
              </option>
            ))}
          </Select>
        </label>
        <label className="grid gap-1 text-table text-ink-2">
          From today on
          <Select
            small
            value="as-is"
            aria-label={`How long ${name} has access`}
            onChange={({ target }) =>
              change.mutate({ days: target.value === '' ? null : Number(target.value) })
            }
          >
            <option value="as-is">{untilWords(expires_at)}</option>
            {DURATIONS.map(({ days, label }) => (
              <option key={label} value={days ?? ''}>
                {label}
              </option>
            ))}
          </Select>
        </label>
      </div>
      <ConfirmDialog
        isOpen={asks}
        title={`End the access of ${name}?`}
        text="Their access ends right away. What they changed stays and can still be undone, and your log keeps what they did."
        confirm="End access"
        isDestructive
        busy={end.isPending}
        onConfirm={() => end.mutate()}
        onClose={() => setAsks(false)}
      />
    </li>
  )
}
