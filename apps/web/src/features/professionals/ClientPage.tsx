import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type Client, paths } from '@lotbook/contract'
import { defaultTaxYear } from '@lotbook/journal'
import { api, calls } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { stringifySearch } from '../../client/search.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatDay } from '../../ui/format/format-date-time.ts'
import { Page } from '../../ui/Page.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'
import { Workpapers } from '../workpapers/Workpapers.tsx'
import { ClientOverview } from './ClientOverview.tsx'
import { viewAs } from '../../client/view-as.ts'

/** One client before one looks into their books: where the year stands, what one may do, and the way in. */
export function ClientPage() {
  const { id = '', year: asked, part } = useSearch({ from: '/signed-in/shell/tax-pro/tax_pro/view_customer' })
  const year = /^20\d\d$/.test(asked ?? '') ? asked : undefined
  const { data, error, refetch, isFetching } = useQuery(
    api.professionals.clientPage.queryOptions({
      input: { id, ...(year === undefined ? {} : { tax_year: Number(year) }) },
      select: (answer) => answer.data,
      refetchOnMount: 'always',
    }),
  )
  if (data !== undefined) return <TheClient client={data} year={year} isPapers={part === 'workpapers'} />
  return (
    <Page title="Client">
      {error === null ? (
        <Loading label="the client">
          <Skeleton className="h-60 w-full" />
        </Loading>
      ) : (
        <Card>
          <ErrorState
            title="Client not found"
            text={toApiError(error).message}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        </Card>
      )}
    </Page>
  )
}

function TheClient({
  client,
  year,
  isPapers,
}: {
  readonly client: Client
  readonly year: string | undefined
  readonly isPapers: boolean
}) {
  const { id, name, email, scope, ended_at, since } = client
  const [busy, setBusy] = useState(false)
  const router = useRouter()
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
      {scope === null ? (
        <div className="grid gap-6">
          <Banner tone="warn">
            Your access ended{ended_at === null ? '' : ` on ${formatDay(ended_at)}`}: {name} ended it, or it
            expired. Ask them to invite you again. Nothing of theirs is kept here.
          </Banner>
          <End id={id} name={name} />
        </div>
      ) : (
        <Tabs<'overview' | 'workpapers'>
          label="Parts"
          selected={isPapers ? 'workpapers' : 'overview'}
          onSelect={(part) =>
            router.history.replace(`/tax_pro/view_customer${stringifySearch({ id, year, part })}`)
          }
          tabs={[
            { id: 'overview', label: 'Overview' },
            { id: 'workpapers', label: 'Workpapers' },
          ]}
        >
          {isPapers ? (
            <Workpapers clientId={id} year={year === undefined ? yearInSeason() : Number(year)} />
          ) : (
            <div className="grid gap-6">
              <ClientOverview client={client} scope={scope} year={year} />
              <End id={id} name={name} />
            </div>
          )}
        </Tabs>
      )}
    </Page>
  )
}

/** The year that the server shows where none is asked for. */
const yearInSeason = () => defaultTaxYear(Date.now())

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
