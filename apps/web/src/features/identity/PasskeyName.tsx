import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { calls } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'

export interface PasskeyNameProps {
  readonly id: string
  readonly name: string
  /** Loads the passkeys anew. */
  readonly onSaved: () => Promise<unknown>
  readonly onDone: () => void
}

/** Field for the name of a passkey: Enter saves it, Escape does not. An empty name leaves the old one. */
export function PasskeyName({ id, name, onSaved, onDone }: PasskeyNameProps) {
  const [typed, setTyped] = useState(name)
  const { mutate, isPending } = useMutation({
    mutationFn: (to: { name: string; isUndo?: boolean }) =>
      calls.identity.renamePasskey({ id, name: to.name }),
    onSuccess: async (_, { isUndo = false }) => {
      await onSaved()
      toastDone('Passkey renamed', isUndo ? undefined : () => mutate({ name, isUndo: true }))
      onDone()
    },
    onError: (thrown) => toastFailed(toApiError(thrown).message),
  })

  return (
    <form
      className="flex min-w-0 items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        const next = typed.trim()
        if (next === '' || next === name) onDone()
        else if (!isPending) mutate({ name: next })
      }}
    >
      <TextInput
        // The field stands where the person has just asked for it.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        small
        aria-label={`Name of ${name}`}
        autoComplete="off"
        maxLength={60}
        value={typed}
        className="w-48!"
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setTyped(target.value)}
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
