import { type AccessToken, SCOPE_WORDS } from '@lotbook/contract'
import { Button } from '../../ui/Button.tsx'
import { formatAgo, formatDay, localAndIso } from '../../ui/format/format-date-time.ts'
import { useNow } from '../../ui/use-now.ts'

export interface TokenRowProps {
  readonly token: AccessToken
  readonly isBusy: boolean
  readonly onRevoke: () => void
}

/** One access token: its scopes, its end, its last use. */
export function TokenRow({ token, isBusy, onRevoke }: TokenRowProps) {
  const now = useNow()
  const { name, beginning, scopes, expires_at, last_used_at, is_expired } = token
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-table text-ink-2">
          <span className="font-mono">{beginning}…</span>
          {' · '}
          {scopes.map((scope) => SCOPE_WORDS[scope].name).join(', ')}
        </p>
        <p className="text-table text-ink-2">
          <span title={localAndIso(expires_at)} className={is_expired ? 'text-danger' : undefined}>
            {is_expired ? 'Expired' : 'Expires'} {formatDay(expires_at)}
          </span>
          {' · '}
          {last_used_at === null ? (
            'Not used yet'
          ) : (
            <span title={localAndIso(last_used_at)}>Last used {formatAgo(last_used_at, now)}</span>
          )}
        </p>
      </div>
      <Button size="small" aria-label={`Revoke ${name}`} busy={isBusy} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  )
}
