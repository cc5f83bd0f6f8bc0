import { type Webhook, WEBHOOK_EVENT_WORDS } from '@lotbook/contract'
import { Button } from '../../ui/Button.tsx'
import { formatAgo, formatDay, localAndIso } from '../../ui/format/format-date-time.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { useNow } from '../../ui/use-now.ts'

export interface WebhookRowProps {
  readonly webhook: Webhook
  readonly isBusy: boolean
  readonly onShow: () => void
  readonly onTurnOn: () => void
  readonly onTest: () => void
  readonly onRemove: () => void
}

/** One webhook: where it goes, what it is told of, and whether messages arrive. */
export function WebhookRow({ webhook, isBusy, onShow, onTurnOn, onTest, onRemove }: WebhookRowProps) {
  const { url, events, created_at, off } = webhook
  return (
    <li className="grid gap-3 py-3">
      <div className="min-w-0">
        <p className="font-medium break-all">{url}</p>
        <p className="text-table text-ink-2">
          {events.map((event) => WEBHOOK_EVENT_WORDS[event]).join(' · ')}
        </p>
        <p className="text-table text-ink-2" title={localAndIso(created_at)}>
          Added {formatDay(created_at)}
        </p>
        <State webhook={webhook} />
      </div>
      <div className="flex flex-wrap gap-2">
        {off === null ? (
          <Button size="small" aria-label={`Send a test to ${url}`} busy={isBusy} onClick={onTest}>
            Send a test
          </Button>
        ) : (
          <Button size="small" aria-label={`Turn on ${url}`} busy={isBusy} onClick={onTurnOn}>
            Turn on
          </Button>
        )}
        <Button size="small" aria-label={`Log of ${url}`} onClick={onShow}>
          Log
        </Button>
        <Button size="small" aria-label={`Remove ${url}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </li>
  )
}

function State({ webhook: { off, failing_since } }: { readonly webhook: Webhook }) {
  const now = useNow()
  if (off !== null) {
    const why = off.reason === 'gone' ? 'it answered that it is gone' : 'no message arrived for a day'
    return <StatusBadge look="failed" wraps label={`Off since ${formatDay(off.at)}: ${why}`} />
  }
  if (failing_since === null) return null
  return (
    <StatusBadge
      look="warn"
      wraps
      label={`Failing, first ${formatAgo(failing_since, now)}. We keep trying.`}
    />
  )
}
