import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { type ImportHistory, messages } from '@lotbook/contract'
import { api, calls } from '../../app/api.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'
import { nameOf } from './import-state.ts'

export interface AccountNameProps {
  readonly row: ImportHistory
  readonly isRenaming: boolean
  readonly onRenaming: (isRenaming: boolean) => void
}

/** The name of an account, changed where it stands: Enter keeps, Escape does not. */
export function AccountName({ row, isRenaming, onRenaming }: AccountNameProps) {
  if (isRenaming) return <NameField row={row} onDone={() => onRenaming(false)} />
  return (
    <div className="group flex min-w-0 items-center gap-1">
      <div className="min-w-0">
        <p className="truncate font-medium">{nameOf(row)}</p>
        {row.custom_name !== null && <p className="truncate text-caption text-ink-3">{row.account_name}</p>}
      </div>
      <IconButton
        label={`Rename ${nameOf(row)}`}
        className="opacity-0 group-hover:opacity-100 focus-visible:opacity-100 max-md:hidden"
        onClick={() => onRenaming(true)}
      >
        <Pencil aria-hidden="true" className="size-3.5" />
      </IconButton>
    </div>
  )
}

function NameField({ row, onDone }: { row: ImportHistory; onDone: () => void }) {
  const client = useQueryClient()
  const [name, setName] = useState(nameOf(row))
  const { mutate, isPending } = useMutation({
    mutationFn: () => calls.imports.updateName({ id: row.id, name: name.trim() }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: api.imports.key() })
      toastDone(messages.name.updated)
      onDone()
    },
    onError: () => toastFailed(messages.name.failed),
  })

  function keep() {
    if (isPending) return
    if (name.trim() === '' || name.trim() === nameOf(row)) onDone()
    else mutate()
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
        aria-label={`Name of ${row.account_name}`}
        maxLength={100}
        value={name}
        className="h-8 w-48"
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
