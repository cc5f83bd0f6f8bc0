import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { type Client, paths } from '@lotbook/contract'
import { toApiError } from '../../client/api-error.ts'
import { viewAs } from '../../client/view-as.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { formatAgo } from '../../ui/format/format-date-time.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { toastFailed } from '../../ui/toast-store.ts'
import { Money } from '../../ui/Values.tsx'
import { knownEffect, planWords, questionParts, stateStatus } from './client-words.ts'
import { openWords, STEP_HEADS, StepBar, STEPS, YearProgress } from './YearProgress.tsx'

export interface ClientTableProps {
  readonly clients: readonly Client[]
  readonly year: number
}

/** Clients with their year, one line each. */
export function ClientTable({ clients, year }: ClientTableProps) {
  const router = useRouter()
  const pathOf = ({ id }: Client) => `/tax_pro/view_customer?id=${id}&year=${year}`
  if (clients.length === 0) return <p className="py-4 text-ink-2">No client is like this.</p>
  const columns: Column<Client>[] = [
    {
      id: 'client',
      head: 'Client',
      isRowHead: true,
      cell: (client) => (
        <span className="grid min-w-36 gap-0.5">
          <span className="font-medium wrap-anywhere">{client.name}</span>
          {client.name !== client.email && <span className="text-ink-2 wrap-anywhere">{client.email}</span>}
          <State client={client} />
        </span>
      ),
    },
    ...STEPS.map((step): Column<Client> => ({
      id: step,
      head: STEP_HEADS[step],
      isTight: true,
      cell: (client) =>
        client.year !== null && (
          <span className="block min-w-16 whitespace-nowrap">
            <StepBar step={step} year={client.year}>
              {step === 'review' && client.year.review > 0 && client.scope !== null ? (
                <OpenReview client={client} words={openWords(client.year)} />
              ) : undefined}
            </StepBar>
          </span>
        ),
    })),
    {
      id: 'questions',
      head: 'Questions',
      cell: ({ year: its }) => (its === null ? '' : <QuestionCell questions={its.questions} />),
    },
    { id: 'effect', head: 'Effect', isNumeric: true, cell: (client) => <Effect client={client} /> },
    { id: 'plan', head: 'Plan', cell: ({ year: its }) => (its === null ? '' : planWords(its.plan)) },
    {
      id: 'changed',
      head: 'Last change',
      cell: ({ year: its }) => (its === null ? '' : formatAgo(its.changed_at, new Date())),
    },
    {
      id: 'open',
      head: 'Open',
      hideHead: true,
      cell: (client) => (
        <ButtonLink size="small" to={pathOf(client)} aria-label={`View ${client.name}`}>
          View
        </ButtonLink>
      ),
    },
  ]
  return (
    <DataTable
      caption="Clients"
      columns={columns}
      rows={clients}
      rowKey={({ id }) => id}
      onOpen={(client) => router.history.push(pathOf(client))}
      narrow={(client) => (
        <span className="grid gap-1">
          <span className="flex items-start justify-between gap-3">
            <span className="font-medium wrap-anywhere">{client.name}</span>
            <Effect client={client} />
          </span>
          <State client={client} />
          {client.year !== null && <YearProgress year={client.year} />}
        </span>
      )}
    />
  )
}

/** The open items of a client, which are worked on in the client's own books. */
function OpenReview({ client: { id, name }, words }: { readonly client: Client; readonly words: string }) {
  const [isBusy, setBusy] = useState(false)
  const open = () => {
    setBusy(true)
    viewAs(id, { to: REVIEW }).catch((thrown: unknown) => {
      setBusy(false)
      toastFailed(toApiError(thrown).message)
    })
  }
  return (
    <button
      type="button"
      aria-label={`${words}: review as ${name}`}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? undefined : open}
      className="-my-1 inline-flex min-h-6 items-center font-medium text-ink underline decoration-line-strong decoration-dotted underline-offset-4 hover:decoration-ink hover:decoration-solid pointer-coarse:-my-3.5 pointer-coarse:min-h-11"
    >
      {words}
    </button>
  )
}

const REVIEW = `${paths.transactions}?review=true`

/** A count and its word stay on one line. */
function QuestionCell({ questions }: { readonly questions: NonNullable<Client['year']>['questions'] }) {
  const parts = questionParts(questions)
  if (parts.length === 0) return '–'
  return (
    <span className="grid">
      {parts.map((part) => (
        <span key={part} className="whitespace-nowrap">
          {part}
        </span>
      ))}
    </span>
  )
}

function State({ client: { scope, year } }: { readonly client: Client }) {
  if (scope === null) return <StatusBadge look="failed" label="Access ended" />
  if (year === null) return <StatusBadge look="running" label="Looking up" />
  return <StatusBadge {...stateStatus(year.state)} />
}

function Effect({ client: { year } }: { readonly client: Client }) {
  if (year === null) return null
  if (year.review === 0) return <span className="text-ink-3">–</span>
  const known = year.effect ?? knownEffect(year)
  if (known === null) return <span className="text-ink-2">unknown</span>
  return (
    <span className="grid justify-items-end">
      <span className="whitespace-nowrap">
        ≤ <Money amount={known} currency="USD" />
      </span>
      {year.effect === null && <span className="text-caption text-ink-2">and some unknown</span>}
    </span>
  )
}
