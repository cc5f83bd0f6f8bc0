import { Eye } from 'lucide-react'
import { useState } from 'react'
import { screenMessages } from '@lotbook/contract'
import { toApiError } from '../../client/api-error.ts'
import { useStart } from '../../client/start.ts'
import { Button } from '../../ui/Button.tsx'
import { toastFailed } from '../../ui/toast-store.ts'
import { stopViewing } from '../../client/view-as.ts'

/** Above everything while one looks at somebody else's books; it cannot be put away. */
export function MasqueradeBar() {
  const { viewing } = useStart().get_user_role
  const [busy, setBusy] = useState(false)
  if (viewing === null) return null
  const leave = () => {
    setBusy(true)
    stopViewing().catch((thrown: unknown) => {
      setBusy(false)
      toastFailed(toApiError(thrown).message)
    })
  }
  return (
    // In the middle: a sheet at the right edge lies over the ends of the bar.
    <aside
      aria-label="Viewing a client"
      data-print="hide"
      className="fixed inset-x-0 top-0 z-30 flex h-[78px] items-center justify-center gap-x-4 bg-masq px-4 text-table text-on-masq max-md:flex-col max-md:gap-y-0.5 md:h-[38px]"
    >
      <p className="flex max-w-full min-w-0 items-center gap-2">
        <Eye aria-hidden="true" className="size-4 shrink-0" />
        <span className="min-w-0 truncate">
          {screenMessages.viewing.bar} <strong>{viewing.username}</strong>
        </span>
      </p>
      <Button
        size="small"
        className="border-on-masq/55! bg-transparent! text-on-masq! shadow-none! hover:bg-white/10!"
        busy={busy}
        onClick={leave}
      >
        {screenMessages.viewing.exit}
      </Button>
    </aside>
  )
}
