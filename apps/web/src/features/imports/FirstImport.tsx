import { useQueries } from '@tanstack/react-query'
import { PartyPopper, X } from 'lucide-react'
import { Suspense } from 'react'
import { type ImportHistory, paths } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { useSlots } from '../../client/slots.ts'
import { useIsRegistered } from '../../client/use-is-registered.ts'
import { ButtonLink, IconButton } from '../../ui/Button.tsx'
import { formatDay } from '../../ui/format/format-date-time.ts'
import { allComplete, counted, nameOf, rangeOf, rowsText } from './import-state.ts'

/** Accounts whose dates are asked for: a first import has one, or a few. */
const MOST = 10

/** After the first import: what came in, from when to when, and what to add next. */
export function FirstImport({ rows, onClose }: { rows: readonly ImportHistory[]; onClose: () => void }) {
  const { AddSourceButton } = useSlots()
  const isRegistered = useIsRegistered()
  const isDone = allComplete(rows)
  const covers = useQueries({
    queries: rows
      .slice(0, MOST)
      .map(({ id }) => api.imports.exchangeSources.queryOptions({ input: { id, page: 1 } })),
    combine: (answers) => rangeOf(answers.flatMap(({ data }) => data?.data ?? [])),
  })
  if (rows.length === 0) return null

  const isAsking = isDone && rows.some(({ question }) => question !== null)
  const transactions = rows.reduce((sum, row) => sum + row.total_transactions, 0)
  const asRows = rowsText(
    transactions,
    rows.reduce((sum, row) => sum + row.joined_transactions, 0),
  )
  return (
    <section
      aria-label="Your first import"
      className="flex items-start gap-4 rounded-card border border-line bg-gain-soft p-4 md:p-6"
    >
      <PartyPopper aria-hidden="true" className="mt-1 size-6 shrink-0 text-gain max-sm:hidden" />
      <div className="grid min-w-0 grow gap-3">
        <div>
          <h2 className="text-h2 font-semibold">
            {isAsking && transactions === 0
              ? 'Your file needs an answer'
              : isDone
                ? `${counted(transactions, 'transaction')} in your book`
                : 'Your first import is running'}
          </h2>
          <p className="mt-1 text-ink-2" role="status">
            {isAsking && transactions === 0
              ? 'It leaves open how it is to be read, and nothing is guessed. Answer below; it need not be sent again.'
              : isDone
                ? `From ${namesOf(rows)}${covers === undefined ? '.' : `, ${formatDay(covers.from)} to ${formatDay(covers.to)}.`}`
                : `From ${namesOf(rows)}. You can leave this page; it goes on.`}
          </p>
          {isDone && asRows !== undefined && <p className="mt-1 text-ink-2">{asRows}</p>}
        </div>
        <p className="max-w-[68ch]">
          Next, add every other exchange and wallet you have used. Where coins were sent between them, both
          sides are needed: else what you moved looks like something you sold or were paid.
        </p>
        <div className="flex flex-wrap gap-2">
          <Suspense>
            <AddSourceButton />
          </Suspense>
          {isDone && isRegistered(paths.transactions) && (
            <ButtonLink to={paths.transactions}>View transactions</ButtonLink>
          )}
          {isDone && isRegistered(paths.onboarding(3)) && (
            <ButtonLink to={paths.onboarding(3)}>Go on to the review</ButtonLink>
          )}
        </div>
      </div>
      <IconButton label="Close" onClick={onClose}>
        <X aria-hidden="true" className="size-4" />
      </IconButton>
    </section>
  )
}

function namesOf(rows: readonly ImportHistory[]): string {
  const names = rows.map(nameOf)
  return names.length > 3 ? counted(names.length, 'account') : new Intl.ListFormat('en').format(names)
}
