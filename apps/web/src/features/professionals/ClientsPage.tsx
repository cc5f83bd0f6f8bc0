import { useQuery } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { type Client, type CLIENT_STATES, paths, type SentInvitation } from '@lotbook/contract'
import { api, calls } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { stringifySearch } from '../../client/search.ts'
import { useStart } from '../../client/start.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { chartCsv } from '../../ui/charts/chart-data.ts'
import { saveFile } from '../../ui/charts/save-file.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Page } from '../../ui/Page.tsx'
import { Select } from '../../ui/Select.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { knownEffect, questionsWaiting } from './client-words.ts'
import { clientList } from './client-list.ts'
import { ClientTable } from './ClientTable.tsx'
import { InvitationCard } from './InvitationCard.tsx'
import { InviteForm } from './InviteForm.tsx'
import { OpenIssues, QUESTIONS } from './OpenIssues.tsx'
import { SentInvitations } from './SentInvitations.tsx'
import { StateStrip } from './StateStrip.tsx'

type State = (typeof CLIENT_STATES)[number] | 'all'
const POLL_MS = 2_000

/** A professional's clients: each one's year at a glance, what is open across them, who has not answered. */
export function ClientsPage() {
  const search = useSearch({ from: '/signed-in/shell/tax-pro/tax_pro/dashboard' })
  const router = useRouter()
  const year = search.year === undefined ? undefined : Number(search.year)
  const { data, error, refetch, isFetching } = useQuery(
    api.professionals.customers.queryOptions({
      input: year === undefined || !Number.isInteger(year) ? {} : { tax_year: year },
      select: (answer) => answer.data,
      // Years that are still being looked up are asked for again until they are there.
      refetchInterval: (query) => ((query.state.data?.data.pending ?? 0) > 0 ? POLL_MS : false),
      refetchOnMount: 'always',
    }),
  )
  const received = useQuery(
    api.professionals.customerCpa.queryOptions({ select: (answer) => answer.data.invited }),
  )
  const [invites, setInvites] = useState(false)
  const [sought, setSought] = useState('')
  const verified = useStart().get_user_role.is_email_verified
  const show = (next: typeof search) => {
    const { ended: _ended, ...rest } = { ...search, ...next }
    router.history.replace(paths.taxProDashboard + stringifySearch(rest))
  }
  const state = (search.state ?? 'all') as State
  const listed = data === undefined ? [] : chosen(data.clients, state, search.kind, sought)
  const waiting = data?.invited.filter(({ state: one }) => one !== 'accepted') ?? []

  return (
    <Page
      title="Clients"
      summary={data !== undefined && `${countWords(data.clients.length)} · tax year ${data.tax_year}`}
      actions={
        <>
          {data !== undefined && (
            <Select
              small
              aria-label="Tax year"
              value={String(data.tax_year)}
              onChange={({ target }) => show({ year: target.value })}
            >
              {yearsAround(data.tax_year).map((one) => (
                <option key={one}>{one}</option>
              ))}
            </Select>
          )}
          {data !== undefined && data.clients.length > 0 && (
            <Button
              icon={<Download aria-hidden="true" className="size-4 text-ink-2" />}
              disabledReason={listed.length === 0 ? 'No client is in the list' : undefined}
              onClick={() =>
                saveFile(
                  new Blob([chartCsv(clientList(listed))], { type: 'text/csv' }),
                  `clients-${data.tax_year}.csv`,
                )
              }
            >
              Export
            </Button>
          )}
          <Button
            look="primary"
            disabledReason={verified ? undefined : 'Confirm your email first'}
            onClick={() => setInvites(true)}
          >
            Invite client
          </Button>
        </>
      }
    >
      <div className="grid gap-6">
        {search.ended === 'true' && (
          <Banner tone="warn">
            You no longer have access to those books: the client ended it, or it ran out. Ask them to invite
            you again; nothing of theirs is kept here.
          </Banner>
        )}
        {received.data?.map((invitation) => (
          <InvitationCard key={invitation.id} invitation={invitation} />
        ))}
        {data === undefined ? (
          error === null ? (
            <Loading label="your clients">
              <Skeleton className="h-80 w-full" />
            </Loading>
          ) : toApiError(error).code === 'second_factor_enrolment_required' ? (
            <Card>
              <EmptyState
                title="Set up two-factor authentication first"
                text="You look into other people’s books here, so your password alone is not enough."
                actions={
                  <ButtonLink look="primary" to={paths.taxProMfa}>
                    Set it up
                  </ButtonLink>
                }
              />
            </Card>
          ) : (
            <ErrorState
              title="Your clients could not be loaded"
              text={toApiError(error).message}
              busy={isFetching}
              onRetry={() => void refetch()}
            />
          )
        ) : data.clients.length === 0 ? (
          <Card>
            <EmptyState
              title="Your first client"
              text="They get an email, see what you will be able to do, and accept. From then on you see their year here."
              actions={
                <Button
                  disabledReason={verified ? undefined : 'Confirm your email first'}
                  onClick={() => setInvites(true)}
                >
                  Invite client
                </Button>
              }
            />
          </Card>
        ) : (
          <>
            <StateStrip
              clients={data.clients}
              invited={waiting.length}
              chosen={state}
              onChoose={(id) => show({ state: id })}
            />
            <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
              <Card flush>
                <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-card pt-4 pb-2">
                  <TextInput
                    type="search"
                    aria-label="Find a client"
                    placeholder="Find a client"
                    value={sought}
                    onChange={({ target }) => setSought(target.value)}
                    className="max-w-xs"
                  />
                  <p className="text-table text-ink-3">Largest effect first</p>
                </div>
                <ClientTable clients={listed} year={data.tax_year} />
              </Card>
              <div className="grid min-w-0 gap-6">
                <OpenIssues
                  clients={data.clients}
                  chosen={search.kind}
                  onChoose={(kind) => show(kind === undefined ? { kind: '' } : { kind })}
                />
                {waiting.length > 0 && <Waiting invitations={waiting} />}
              </div>
            </div>
          </>
        )}
        {data?.clients.length === 0 && waiting.length > 0 && <Waiting invitations={waiting} />}
      </div>
      <Dialog isOpen={invites} onClose={() => setInvites(false)} title="Invite client">
        <InviteForm
          legend="You will be able to"
          startsWith="work"
          send={(invite) => calls.professionals.inviteClient(invite)}
          onSent={() => setInvites(false)}
        />
      </Dialog>
    </Page>
  )
}

function Waiting({ invitations }: { readonly invitations: readonly SentInvitation[] }) {
  return (
    <Card title="Waiting for a client" flush>
      <SentInvitations invitations={invitations} />
    </Card>
  )
}

const countWords = (count: number) => (count === 1 ? '1 client' : `${count} clients`)

/** The year shown and those before and after it that a professional works on. */
function yearsAround(year: number): number[] {
  const newest = Math.max(year, new Date().getUTCFullYear())
  return Array.from({ length: 6 }, (_, back) => newest - back)
}

/** Clients in a state, with an open issue of a kind, found by name or address; the largest effect first, unknown last. */
function chosen(
  clients: readonly Client[],
  state: State,
  kind: string | undefined,
  sought: string,
): Client[] {
  const text = sought.trim().toLowerCase()
  return clients
    .filter(({ year }) => state === 'all' || year?.state === state)
    .filter(({ year }) => kind === undefined || (year !== null && hasIssue(year, kind)))
    .filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(text))
    .toSorted((a, b) => effectOf(b) - effectOf(a))
}

function hasIssue({ issues, questions }: NonNullable<Client['year']>, kind: string): boolean {
  return kind === QUESTIONS ? questionsWaiting(questions) > 0 : issues.some(({ code }) => code === kind)
}

/** For the order alone: where nothing is known of an effect, it comes last. */
const effectOf = ({ year }: Client) =>
  Number((year === null ? null : (year.effect ?? knownEffect(year))) ?? -1)
