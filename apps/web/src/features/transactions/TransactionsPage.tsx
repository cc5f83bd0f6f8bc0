import { Suspense, useCallback, useEffect, useRef } from 'react'
import { messages, paths } from '@lotbook/contract'
import { toApiError } from '../../client/api-error.ts'
import { UndoManyDialog } from '../journal-runs/UndoManyDialog.tsx'
import { RoadPlace } from '../../client/RoadPlace.tsx'
import { useSlots } from '../../client/slots.ts'
import { useIsRegistered } from '../../client/use-is-registered.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatCount } from '../../ui/format/shorten.ts'
import { Page } from '../../ui/Page.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { type Facets, filterLabel } from './filter-labels.ts'
import { joinedText } from './joined-words.ts'
import { TransactionFilters } from './TransactionFilters.tsx'
import { TransactionList } from './TransactionList.tsx'
import { TransactionSheet } from './TransactionSheet.tsx'
import {
  activeFilters,
  type TabId,
  tabOf,
  type TransactionSearch,
  withoutFilters,
  withTab,
} from './transaction-search.ts'
import { useBulk } from './use-bulk.ts'
import { useCorrections } from './use-corrections.ts'
import { useTransactionKeys } from './use-transaction-keys.ts'
import { useTransactionSearch } from './use-transaction-search.ts'
import { useFacets, useTransactions } from './use-transactions.ts'

/** Every transaction: to find, to look into, to correct. */
export function TransactionsPage() {
  const { ReviewQueue, RuleOffer, UndoRuleDialog } = useSlots()
  const [search, goTo] = useTransactionSearch()
  const list = useTransactions(search)
  const { data: facets } = useFacets()
  const corrections = useCorrections()
  const bulk = useBulk(corrections)

  const isRoomy = useMedia('(min-width: 1280px)')
  const { id } = search
  const isBeside = isRoomy && id !== undefined
  const at = list.rows.findIndex((row) => row.id === id)
  const previous = at > 0 ? list.rows[at - 1]?.id : undefined
  const next = at >= 0 ? list.rows[at + 1]?.id : undefined

  const onClose = useCallback(() => {
    const { id: _id, edit: _edit, ...rest } = search
    goTo(rest)
  }, [search, goTo])
  useTransactionKeys({ search, goTo, corrections, previous, next, onClose })
  useFocusOnRow(id)

  return (
    <Page title="Transactions">
      <div className={cx(isBeside && 'pr-[520px]')}>
        <Tabs
          label="Transactions"
          tabs={tabs(facets)}
          selected={tabOf(search)}
          onSelect={(tab) => goTo(withTab(search, tab))}
        >
          {search.review === 'true' && (
            <div className="mb-4">
              <RoadPlace at="review" />
            </div>
          )}
          {search.review === 'true' && facets?.types.length === 0 && facets.review === 0 ? (
            // Nobody is told that all is well before anything is there.
            <NothingYet />
          ) : search.review === 'true' ? (
            <Suspense fallback={<ListOutline />}>
              <ReviewQueue
                search={search}
                goTo={goTo}
                filters={FILTERS_OF_REVIEW.flatMap((name) =>
                  search[name] === undefined ? [] : [{ id: name, label: filterLabel(name, search, facets) }],
                )}
                onOpenTransaction={(opened) => goTo({ ...withoutItem(search), id: opened })}
              />
            </Suspense>
          ) : (
            <div className="grid gap-4">
              <TransactionFilters search={search} goTo={goTo} facets={facets} total={list.total} />
              {corrections.typesChanged > 0 && (
                <Suspense>
                  <RuleOffer edits={corrections.typesChanged} />
                </Suspense>
              )}
              <Listed
                search={search}
                goTo={goTo}
                list={list}
                facets={facets}
                corrections={corrections}
                bulk={bulk}
              />
            </div>
          )}
        </Tabs>
      </div>
      {id !== undefined && (
        <TransactionSheet
          id={id}
          search={search}
          goTo={goTo}
          corrections={corrections}
          isBeside={isBeside}
          previous={previous}
          next={next}
          onClose={onClose}
        />
      )}
      {corrections.asked?.rule_is_on === true && (
        <Suspense>
          <UndoRuleDialog
            rows={corrections.asked.rows}
            onClose={() => corrections.answer(null)}
            onUndo={corrections.answer}
          />
        </Suspense>
      )}
      {corrections.asked?.rule_is_on === false && (
        <UndoManyDialog
          rows={corrections.asked.rows}
          onClose={() => corrections.answer(null)}
          onUndo={() => corrections.answer(false)}
        />
      )}
    </Page>
  )
}

type ListedProps = React.ComponentProps<typeof TransactionList> & { facets: Facets | undefined }

// The list in its four states.
function Listed({ facets, ...props }: ListedProps) {
  const { search, goTo, list } = props
  if (list.data === undefined) {
    if (list.error !== null) {
      return (
        <Card flush>
          <ErrorState
            title="The transactions could not be loaded"
            text={`${toApiError(list.error).message} Nothing is lost.`}
            busy={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        </Card>
      )
    }
    return <ListOutline />
  }
  if (list.total > 0) return <TransactionList {...props} />
  const isFiltered = activeFilters(search).length > 0
  if (!isFiltered && facets?.types.length === 0) return <NothingYet />
  return (
    <Card flush>
      {isFiltered ? (
        <EmptyState
          title="No transactions match these filters"
          text={joinedText(list.joined, search.account_id !== undefined)}
          actions={<Button onClick={() => goTo(withoutFilters(search))}>Clear all</Button>}
        />
      ) : (
        <EmptyState {...emptyOf(tabOf(search))} />
      )}
    </Card>
  )
}

/** Filters of the list that the queue has too. */
const FILTERS_OF_REVIEW = ['account_id', 'asset', 'year'] as const

function withoutItem({ item: _item, ...rest }: TransactionSearch): TransactionSearch {
  return rest
}

const emptyOf = (tab: TabId) => EMPTY[tab === 'review' ? 'all' : tab]

const EMPTY: Readonly<Record<Exclude<TabId, 'review'>, { title: string; text: string }>> = {
  all: { title: 'No transactions', text: 'What you import appears here.' },
  transfers: {
    title: 'No transfers',
    text: 'Transfers between your own accounts are matched automatically once both accounts are imported.',
  },
  ignored: { title: 'Nothing is ignored', text: 'Transactions you ignore stay here and are not counted.' },
}

// No history at all: the one thing to do about it.
function NothingYet() {
  const isRegistered = useIsRegistered()
  return (
    <Card flush>
      <EmptyState
        title="No transactions yet"
        text="Add an exchange or a wallet, or upload a file. Every transaction appears here with where it came from."
        picture={<FutureList />}
        actions={
          <>
            {isRegistered(paths.imports) && (
              <ButtonLink look="primary" to={paths.imports}>
                {messages.import.open}
              </ButtonLink>
            )}
            {isRegistered(paths.importCsvs) && (
              <ButtonLink to={paths.importCsvs}>{messages.import.viaCsv}</ButtonLink>
            )}
          </>
        }
      />
    </Card>
  )
}

function FutureList() {
  return (
    <span className="grid w-72 gap-2">
      {['w-full', 'w-11/12', 'w-10/12'].map((width) => (
        <span key={width} className={cx('block h-6 rounded-control bg-sunken', width)} />
      ))}
    </span>
  )
}

function ListOutline() {
  return (
    <Card flush>
      <Loading label="transactions">
        <div className="grid gap-3 p-4">
          {Array.from({ length: 10 }, (_, n) => (
            <Skeleton key={n} className="h-6" />
          ))}
        </div>
      </Loading>
    </Card>
  )
}

function tabs(facets: Facets | undefined) {
  const all = facets?.types.reduce((sum, { count }) => sum + count, 0)
  const transfers = facets?.types.find(({ type }) => type === 'transfer')?.count ?? 0
  const counted = (count: number | undefined) => (count === undefined ? {} : { count: formatCount(count) })
  return [
    { id: 'all', label: 'All', ...counted(all) },
    { id: 'review', label: 'Review', ...counted(facets?.review) },
    { id: 'transfers', label: 'Transfers', ...counted(facets && transfers) },
    { id: 'ignored', label: 'Ignored' },
  ] as const
}

// Closing a transaction brings the focus back to its row, whichever was opened first.
function useFocusOnRow(id: string | undefined) {
  const last = useRef(id)
  useEffect(() => {
    if (id === undefined && last.current !== undefined) {
      document.querySelector<HTMLElement>(`[data-key="${last.current}"]`)?.focus({ preventScroll: true })
    }
    last.current = id
  }, [id])
}
