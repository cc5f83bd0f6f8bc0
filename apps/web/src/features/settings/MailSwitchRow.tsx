import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { MailSwitch } from '@lotbook/contract'
import { api, calls } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { useSavedToast } from '../../client/use-saved-toast.ts'
import { Switch } from '../../ui/Switch.tsx'
import { toastFailed } from '../../ui/toast-store.ts'

interface MailSwitchRowProps {
  readonly name: MailSwitch
  readonly isOn: boolean
  readonly label: string
  readonly hint: string
  /** What these mails are about, for the toast. */
  readonly about: string
}

/** A kind of mail that is on or off: saved at once, and put back by the toast that says so. */
export function MailSwitchRow({ name, isOn, label, hint, about }: MailSwitchRowProps) {
  const client = useQueryClient()
  const toastSaved = useSavedToast()
  const hintId = useId()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (wanted: boolean) => calls.settings.saveNotificationSettings({ [name]: wanted }),
    onSuccess: async ({ change_ids }, wanted) => {
      // The way back is offered once the switch shows what was saved.
      await client.invalidateQueries({ queryKey: api.settings.key() })
      toastSaved(`Emails about ${about} are ${wanted ? 'on' : 'off'}`, change_ids)
    },
    onError: (thrown) => toastFailed(toApiError(thrown).message),
  })
  return (
    <li className="grid gap-1 px-card py-3.5">
      <Switch
        label={label}
        aria-describedby={hintId}
        // The new choice shows at once, and falls back if it could not be saved.
        checked={isPending ? variables : isOn}
        onChange={({ target }) => {
          if (!isPending) mutate(target.checked)
        }}
      />
      <p id={hintId} className="pl-11 text-table text-ink-2">
        {hint}
      </p>
    </li>
  )
}
