import type { FoundPerson } from '@lotbook/contract'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { formatAgo, formatDay } from '../../ui/format/format-date-time.ts'
import type { Column } from '../../ui/table-columns.ts'
import { accountWords, historyWords, roleWords } from './person-words.ts'

export interface PeopleTableProps {
  readonly people: readonly FoundPerson[]
  readonly onView: (person: FoundPerson) => void
}

/** People who were found, one line each. */
export function PeopleTable({ people, onView }: PeopleTableProps) {
  const columns: Column<FoundPerson>[] = [
    { id: 'person', head: 'Person', isRowHead: true, cell: (person) => <Name person={person} /> },
    { id: 'roles', head: 'Role', cell: ({ roles }) => roleWords(roles) },
    { id: 'account', head: 'Account', cell: (person) => <Lines lines={accountWords(person)} /> },
    { id: 'history', head: 'History', cell: ({ state }) => <Lines lines={historyWords(state)} /> },
    {
      id: 'seen',
      head: 'Last seen',
      cell: ({ last_seen_at, signed_up_at }) =>
        last_seen_at === null ? (
          <span className="text-ink-2">Signed up {formatDay(signed_up_at)}</span>
        ) : (
          formatAgo(last_seen_at, new Date())
        ),
    },
    { id: 'view', head: 'View', hideHead: true, cell: (person) => <View person={person} onView={onView} /> },
  ]
  return (
    <DataTable
      caption="People"
      columns={columns}
      rows={people}
      rowKey={({ id }) => id}
      narrow={(person) => (
        <span className="grid gap-2">
          <Name person={person} />
          <span className="text-table text-ink-2">
            {[roleWords(person.roles), ...accountWords(person), ...historyWords(person.state)].join(' · ')}
          </span>
          <span>
            <View person={person} onView={onView} />
          </span>
        </span>
      )}
    />
  )
}

function Name({ person: { name, email } }: { readonly person: FoundPerson }) {
  return (
    <span className="grid min-w-40">
      <span className="font-medium wrap-anywhere">{name}</span>
      {name !== email && <span className="text-ink-2 wrap-anywhere">{email}</span>}
    </span>
  )
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <span className="grid">
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </span>
  )
}

function View({ person, onView }: { readonly person: FoundPerson } & Pick<PeopleTableProps, 'onView'>) {
  if (person.state === null) return null
  return (
    <Button size="small" aria-label={`View as customer: ${person.name}`} onClick={() => onView(person)}>
      View as customer
    </Button>
  )
}
