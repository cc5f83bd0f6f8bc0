import { useState } from 'react'
import { eitherOf } from './own-key-words.ts'
import { OwnKeyFields } from './OwnKeyFields.tsx'
import { isUsed, type OwnKey } from './use-own-key.ts'

export interface OwnKeyPartProps {
  readonly own: OwnKey
  /** Nobody else answers just now. */
  readonly isSilent: boolean
  /** The form is on its way. */
  readonly isBusy: boolean
}

/** The customer's own key as a part of the form of an address: folded, unless nothing goes without it or it is refused. */
export function OwnKeyPart({ own, isSilent, isBusy }: OwnKeyPartProps) {
  const { chain, explorers, isMissing, refusal } = own
  const [isOpen, setOpen] = useState<boolean>()
  if (chain === undefined || chain.explorers.length === 0) return null
  const used = explorers.filter(isUsed)
  const isRefused = explorers.some((one) => one.kept !== null && !isUsed(one))
  const isWanted = isMissing || isRefused || refusal !== undefined || (isSilent && used.length === 0)
  return (
    <details
      open={isOpen ?? isWanted}
      onToggle={(event) => {
        if (event.currentTarget.open !== (isOpen ?? isWanted)) setOpen(event.currentTarget.open)
      }}
      className="rounded-card border border-line p-3"
    >
      <summary className="w-fit font-medium">
        Use your own explorer key
        <span className="font-normal text-ink-3">
          {used.length === 0 ? (isMissing ? '' : ' (optional)') : ` (saved for ${eitherOf(used)})`}
        </span>
      </summary>
      <div className="mt-3">
        <OwnKeyFields own={own} isBusy={isBusy} />
      </div>
    </details>
  )
}
