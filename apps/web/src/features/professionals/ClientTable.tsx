import { useRouter } from '@tanstack/react-router'
import type { Client } from '@lotbook/contract'
import { ButtonLink } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { formatAgo } from '../../ui/format/format-date-time.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { Money } from '../../ui/Values.tsx'
import { calculationWords, importWords, planWords, questionWords, stateStatus } from './client-words.ts'

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
      cell: ({ name, email }) => (
        <span className="grid">
          <span className="font-medium wrap-anywhere">{name}</span>
          {name !== email && <span className="text-ink-2 wrap-anywhere">{email}</span>}
        </span>
      ),
    },
    { id: 'state', head: 'State', cell: (client) => <State client={client} /> },
    {
      id: 'imports',
      head: 'Imports',
      cell: ({ year: its }) => (its === null ? '' : importWords(its.imports)),
    },
    {
      id: 'review',
      head: 'Review',
      isNumeric: true,
      cell: ({ year: its }) => (its === null ? '' : `${its.review} open`),
    },
    {
      id: 'questions',
      head: 'Questions',
      cell: ({ year: its }) => (its === null ? '' : questionCell(its.questions)),
    },
    {
      id: 'calculation',
      head: 'Calculation',
      cell: ({ year: its }) => (its === null ? '' : calculationWords(its.calculation)),
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
          <span className="flex items-center justify-between gap-3 text-table text-ink-2">
            <State client={client} />
            {client.year !== null && <span>{client.year.review} open</span>}
          </span>
        </span>
      )}
    />
  )
}

const questionCell = (questions: NonNullable<Client['year']>['questions']) =>
  Object.values(questions).some((count) => count > 0) ? questionWords(questions) : '–'

function State({ client: { scope, year } }: { readonly client: Client }) {
  if (scope === null) return <StatusBadge look="failed" label="Access ended" />
  if (year === null) return <StatusBadge look="running" label="Looking up" />
  return <StatusBadge {...stateStatus(year.state)} />
}

function Effect({ client: { year } }: { readonly client: Client }) {
  if (year === null) return null
  if (year.review === 0) return <span className="text-ink-3">–</span>
  if (year.effect === null) return <span className="text-ink-2">unknown</span>
  return (
    <span className="whitespace-nowrap">
      ≤ <Money amount={year.effect} currency="USD" />
    </span>
  )
}
