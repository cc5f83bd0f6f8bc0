import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ImportHistory, messages } from '@lotbook/contract'
import { calls } from '../../client/api.ts'
import { Button } from '../../ui/Button.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'
import { nameOf } from './import-state.ts'
import { refreshAccounts } from './refresh-accounts.ts'

/** Field for the name of an account: Enter saves it, Escape does not. */
export function NameField({ row, onDone }: { row: ImportHistory; onDone: () => void }) {
  const client = useQueryClient()
  const [name, setName] = useState(nameOf(row))
  const { mutate, isPending } = useMutation({
    mutationFn: (to: { name: string; isUndo?: boolean }) =>
      calls.imports.updateName({ id: row.id, name: to.name }),
    onSuccess: async (_, { isUndo = false }) => {
      await refreshAccounts(client)
      const before = nameOf(row)
      toastDone(messages.name.updated, isUndo ? undefined : () => mutate({ name: before, isUndo: true }))
      onDone()
    },
    onError: () => toastFailed(messages.name.failed),
  })

  function keep() {
    if (isPending) return
    if (name.trim() === '' || name.trim() === nameOf(row)) onDone()
    else mutate({ name: name.trim() })
  }

  return (
    <form
      className="flex min-w-0 items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        keep()
      }}
    >
      <TextInput
        // The field stands where the person has just asked for it.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        small
        aria-label={`Name of ${row.account_name}`}
        maxLength={100}
        value={name}
        className="w-48!"
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setName(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone()
        }}
      />
      <Button type="submit" size="small" busy={isPending}>
        Save
      </Button>
    </form>
  )
}
