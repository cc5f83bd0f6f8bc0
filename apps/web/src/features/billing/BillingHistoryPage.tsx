import { useQuery } from '@tanstack/react-query'
import { messages, type Purchase } from '@lotbook/contract'
import { apiHost } from '../../client/api.ts'
import { laterApi } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import { SettingsPage } from '../../shell/SettingsPage.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatDay } from '../../ui/format/format-date-time.ts'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { StatusBadge, type StatusLook } from '../../ui/StatusBadge.tsx'
import { dollars } from './money-of-cents.ts'

/** Purchases by year, with its receipts. */
export function BillingHistoryPage() {
  const { data, error, refetch, isFetching } = useQuery(laterApi.billing.history.queryOptions())
  return (
    <SettingsPage title={messages.nav.billing}>
      {data === undefined ? (
        error === null ? (
          <Loading label="your purchases">
            <Skeleton className="h-60 w-full" />
          </Loading>
        ) : (
          <ErrorState
            title="Your purchases could not be loaded"
            text={toApiError(error).message}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )
      ) : (
        <Card
          title="Plans and receipts"
          flush
          actions={
            <ButtonLink size="small" to={`/pricing?callUrl=settings&taxYear=${data.current_tax_year}`}>
              See the plans
            </ButtonLink>
          }
        >
          {data.purchases.length === 0 ? (
            <EmptyState
              title="Nothing yet"
              text="Plans you choose or pay for are listed here, with their receipts."
            />
          ) : (
            <ul className="divide-y divide-line pt-1">
              {data.purchases.map((purchase) => (
                <Row key={purchase.id} purchase={purchase} />
              ))}
            </ul>
          )}
        </Card>
      )}
    </SettingsPage>
  )
}

const STATES: Readonly<Record<Purchase['state'], { look: StatusLook; label: string }>> = {
  open: { look: 'waiting', label: 'Not paid yet' },
  paid: { look: 'done', label: 'Paid' },
  refused: { look: 'failed', label: 'Refused' },
  cancelled: { look: 'optional', label: 'Not bought' },
  refunded: { look: 'notes', label: 'Refunded' },
  disputed: { look: 'warn', label: 'Disputed' },
}

/** Money that went back, and what it leaves. */
function returnedWords({ state, refunded_cents, counts_as }: Purchase): string {
  if (state === 'disputed') return ' · the plan does not count while your bank looks into the payment'
  if (state !== 'paid' || refunded_cents === 0) return ''
  return ` · ${dollars(refunded_cents)} refunded${counts_as === null ? '' : `, counts as ${counts_as} now`}`
}

function Row({ purchase }: { readonly purchase: Purchase }) {
  const { id, tax_year, plan_name, state, price_cents, paid_by, paid_with, created_at, invoice, problem } =
    purchase
  const label =
    problem !== null
      ? 'Needs a refund'
      : state === 'paid' && price_cents === 0
        ? 'Chosen'
        : STATES[state].label
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-card py-3">
      <div className="min-w-0">
        <p className="font-medium">
          {plan_name}, tax year {tax_year}
        </p>
        <p className="text-table text-ink-2">
          {formatDay(created_at)}
          {paid_by !== null && ` · paid by ${paid_by}`}
          {returnedWords(purchase)}
          {paid_with === 'test' && ' · test checkout, nothing was charged'}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <StatusBadge look={problem !== null ? 'warn' : STATES[state].look} label={label} />
        <span className="tabular-nums">{dollars(price_cents)}</span>
        {invoice !== null && (
          <a
            className="inline-flex min-h-6 items-center font-medium text-accent underline underline-offset-2"
            href={`${apiHost()}/billings/receipts/${id}`}
          >
            Receipt {invoice}
          </a>
        )}
      </div>
    </li>
  )
}
