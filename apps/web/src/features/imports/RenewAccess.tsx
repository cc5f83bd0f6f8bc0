import { useState } from 'react'
import { type ImportHistory, paths } from '@lotbook/contract'
import { toApiError } from '../../client/api-error.ts'
import { continueWithCoinbase } from '../../client/continue-with-coinbase.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { toastFailed } from '../../ui/toast-store.ts'

export interface RenewAccessProps {
  readonly row: Pick<
    ImportHistory,
    'account_slug' | 'resync_id' | 'resync_method' | 'status_code' | 'refused_key'
  >
  /** The name of the account. */
  readonly name: string
  /** Why is said beside it. */
  readonly isExplained?: boolean
}

/** The way back in for a connection that its provider no longer lets in: a sign-in there, or a new key. */
export function RenewAccess({ row, name, isExplained = false }: RenewAccessProps) {
  const [isLeaving, setLeaving] = useState(false)
  const { resync_id: id, resync_method: method } = row
  if (id === null) return null
  if (row.status_code === 'needs_oauth')
    return (
      <Button
        size="small"
        busy={isLeaving}
        aria-label={`Sign in for ${name} again`}
        onClick={() => {
          setLeaving(true)
          continueWithCoinbase(id).catch((error: unknown) => {
            setLeaving(false)
            toastFailed(toApiError(error).message)
          })
        }}
      >
        Sign in again
      </Button>
    )
  return (
    <>
      {!isExplained && row.status_code !== 'needs_key' && (
        <span className="min-w-48 basis-full text-table break-words whitespace-normal text-ink-2">
          {refusedKeyWords(row)}
        </span>
      )}
      <ButtonLink
        size="small"
        to={paths.importFix(row.account_slug, id, method)}
        aria-label={method === 'wallet' ? `Enter a key for ${name}` : `Give ${name} a new key`}
      >
        {method === 'wallet' ? 'Enter a key' : 'Enter a new key'}
      </ButtonLink>
    </>
  )
}

/** Says of an address that it is fetched without the customer's own key, which its explorer no longer accepts. */
export const refusedKeyWords = ({ refused_key }: Pick<ImportHistory, 'refused_key'>): string =>
  `${refused_key ?? 'The explorer'} no longer accepts your key. This address is fetched without it.`
