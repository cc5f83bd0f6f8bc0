import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type Client, paths } from '@lotbook/contract'
import { api, calls } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FactRow, Facts } from '../../ui/Facts.tsx'
import { formatDateTime, formatDay } from '../../ui/format/format-date-time.ts'
import { Page } from '../../ui/Page.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'
import { Money } from '../../ui/Values.tsx'
import { findingWords } from '../transactions/finding-words.ts'
import { SCOPE_WORDS, untilWords } from './access-words.ts'
import { calculationWords, importWords, planWords, stateStatus } from './client-words.ts'
import { viewAs } from './view-as.ts'

/** One client before one looks into their books: where the year stands, what one may do, and the way in. */
export function ClientPage() {
  const { id = '', year: asked } = useSearch({ from: '/signed-in/shell/tax-pro/tax_pro/view_customer' })
  const year = /^20\d\d$/.test(asked ?? '') ? asked : undefined
  const { data, error, refetch, isFetching } = useQuery(
    api.professionals.clientPage.queryOptions({
      input: { id, ...(year === undefined ? {} : { tax_year: Number(year) }) },
      select: (answer) => answer.data,
      refetchOnMount: 'always',
    }),
  )
  if (data !== undefined) return <TheClient client={data} year={year} />
  return (
    <Page title="Client">
      {error === null ? (
        <Loading label="the client">
          <Skeleton className="h-60 w-full" />
        </Loading>
      ) : (
        <Card>
          <ErrorState
            title="There is no such client"
            text={toApiError(error).message}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        </Card>
      )}
    </Page>
  )
}

function TheClient({ client, year }: { readonly client: Client; readonly year: string | undefined }) {
  const { id, name, email, scope, expires_at, ended_at, since } = client
  const [busy, setBusy] = useState(false)
  const yearPart = year === undefined ? '' : `&taxYear=${year}`
  const isUpgrade = client.year?.plan === 'upgrade_required'
  const upgradePart = isUpgrade ? '&upgrade=true' : ''
  const type = isUpgrade ? 'upgrade' : 'new'
  const view = () => {
    setBusy(true)
    viewAs(id).catch((thrown: unknown) => {
      setBusy(false)
      toastFailed(toApiError(thrown).message)
    })
  }
  return (
    <Page
      title={name}
      heading={<span className="wrap-anywhere">{name}</span>}
      summary={
        <>
          {name !== email && `${email} · `}client since {formatDay(since)}
        </>
      }
      actions={
        <>
          <ButtonLink to={paths.taxProDashboard}>All clients</ButtonLink>
          {scope !== null && (
            <Button look="primary" busy={busy} onClick={view}>
              View as client
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-6">
        {scope === null ? (
          <Banner tone="warn">
            Your access ended{ended_at === null ? '' : ` on ${formatDay(ended_at)}`}: {name} took it back, or
            it ran out. Ask them to invite you again; nothing of theirs is kept here.
          </Banner>
        ) : (
          <Card title="Your access">
            <p>
              <strong className="font-medium">{SCOPE_WORDS[scope].title}.</strong> {SCOPE_WORDS[scope].text}{' '}
              {untilWords(expires_at)}.
            </p>
            <p className="mt-2 text-ink-2">
              {name} can read in their log what you open and change, and gets an email the first time each
              day. Passwords, exchange keys and who has access stay theirs alone.
            </p>
          </Card>
        )}
        {client.year !== null && <Year year={client.year} asked={year} />}
        {scope !== null && (
          <Card title="Plan">
            <div className="flex flex-wrap gap-2">
              <ButtonLink to={`/tax_pro/payments/invitation?clientId=${id}${yearPart}${upgradePart}`}>
                Invite to pay
              </ButtonLink>
              <ButtonLink to={`/tax_pro/paymentForm?id=${id}${yearPart}&type=${type}`}>
                Pay for them
              </ButtonLink>
            </div>
          </Card>
        )}
        <End id={id} name={name} />
      </div>
    </Page>
  )
}

function Year({
  year,
  asked,
}: {
  readonly year: NonNullable<Client['year']>
  readonly asked: string | undefined
}) {
  return (
    <Card
      title={asked === undefined ? 'The year' : `Tax year ${asked}`}
      actions={<StatusBadge {...stateStatus(year.state)} />}
    >
      <Facts>
        <FactRow name="Imports">{importWords(year.imports)}</FactRow>
        <FactRow name="Review">{year.review} open</FactRow>
        <FactRow name="Could change by up to">
          {year.effect === null ? 'Unknown' : <Money amount={year.effect} currency="USD" />}
        </FactRow>
        <FactRow name="Calculation">
          {calculationWords(year.calculation)}
          {year.calculated_at !== null && `, ${formatDateTime(year.calculated_at)} UTC`}
        </FactRow>
        <FactRow name="Filed">
          {year.filed_on === null ? 'Not yet' : formatDay(`${year.filed_on}T00:00:00Z`)}
        </FactRow>
        <FactRow name="Plan">{planWords(year.plan)}</FactRow>
      </Facts>
      {year.issues.length > 0 && (
        <ul className="mt-4 grid gap-1 border-t border-line pt-4">
          {year.issues.map(({ code, count, effect }) => (
            <li key={code} className="flex flex-wrap justify-between gap-x-4">
              <span>
                {findingWords(code).mark} <span className="text-ink-2">· {count}</span>
              </span>
              <span className="text-ink-2">
                {effect === null ? (
                  'unknown'
                ) : (
                  <>
                    ≤ <Money amount={effect} currency="USD" />
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function End({ id, name }: { readonly id: string; readonly name: string }) {
  const [asks, setAsks] = useState(false)
  const router = useRouter()
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => calls.professionals.leaveClient({ id }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: api.professionals.key() })
      toastDone(`${name} is no longer your client`)
      router.history.push(paths.taxProDashboard)
    },
    onError: (thrown) => toastFailed(toApiError(thrown).message),
  })
  return (
    <div>
      <Button look="quiet" aria-label={`End the work for ${name}`} onClick={() => setAsks(true)}>
        End the work
      </Button>
      <ConfirmDialog
        isOpen={asks}
        title={`End the work for ${name}?`}
        text="Your access ends and they leave your list. To work for them again you need a new invitation."
        confirm="End the work"
        isDestructive
        busy={isPending}
        onConfirm={() => mutate()}
        onClose={() => setAsks(false)}
      />
    </div>
  )
}
