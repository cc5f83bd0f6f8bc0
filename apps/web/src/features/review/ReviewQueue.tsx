import { useCallback, useEffect, useState } from 'react'
import { paths, REVIEW_KINDS, type ReviewItem, type ReviewKind } from '@lotbook/contract'
import { isZero } from '@lotbook/money'
import { toApiError } from '../../client/api-error.ts'
import { findingWords } from '../transactions/finding-words.ts'
import { countOf, isChosen, NONE, type Selection, stillThere, toggled } from '../../client/selection.ts'
import type { ReviewQueueProps } from '../../client/slots.ts'
import { useStart } from '../../client/start.ts'
import { TaxCurrencyNote } from '../../client/CurrencyNotes.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { readAmount } from '../../ui/format/amount.ts'
import { formatMoney } from '../../ui/format/format-money.ts'
import { formatCount } from '../../ui/format/shorten.ts'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { readPreferences } from '../../ui/preferences.ts'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { useCurrentInSight } from '../../ui/use-current-in-sight.ts'
import { VirtualTable } from '../../ui/VirtualTable.tsx'
import { BulkBar } from './BulkBar.tsx'
import { NarrowItem, reviewColumns } from './review-columns.tsx'
import { ReviewSheet } from './ReviewSheet.tsx'
import { type ReviewFilter, useReview, useReviewActions, useReviewCounts } from './use-review.ts'

const COMING = 3

/** Everything that needs a person, in one list, what changes most first; each item opens with the ways to settle it. */
export function ReviewQueue({ search, goTo, filters, onOpenTransaction }: ReviewQueueProps) {
  const { tax_currency: currency } = useStart().setting
  const filter = filterOf(search)
  // Led to one asset, a person answers its transactions one by one.
  const isByAsset = filter.asset === undefined
  const list = useReview(filter, isByAsset)
  const counts = useReviewCounts()
  const [selection, setSelection] = useState<Selection>(NONE)
  const isRoomy = useMedia('(min-width: 1280px)')
  const isBeside = isRoomy && search.item !== undefined
  const { rows, total } = list
  const ids = rows.map((row) => row.id)
  const actions = useReviewActions(ids)
  const chosen = stillThere(selection, ids)

  const open = useCallback((item: ReviewItem) => goTo({ ...search, item: item.id }), [goTo, search])
  const close = useCallback(() => {
    const { item: _item, ...rest } = search
    goTo(rest)
  }, [goTo, search])
  const at = rows.findIndex((row) => row.id === search.item)
  const [lastAt, setLastAt] = useState(-1)
  if (at >= 0 && at !== lastAt) setLastAt(at)
  // Once the open item is settled, what took its place in the list comes next; after one that never was in it, the first.
  const after = at >= 0 ? at + 1 : Math.max(lastAt, 0)
  const step = useCallback(
    (by: 1 | -1) => {
      const next = rows[by === 1 ? after : after - (at >= 0 ? 2 : 1)]
      if (next !== undefined) goTo({ ...search, item: next.id }, { replace: true })
      return next !== undefined
    },
    [after, at, goTo, rows, search],
  )
  useQueueKeys({ isOpen: search.item !== undefined, step, undoLast: actions.undoLast })

  const toggle = (id: string) => setSelection(toggled(chosen, id, ids))
  const only = (item: ReviewItem) => ({ items: [item.id], isByAsset })
  return (
    <div className={cx('grid grid-cols-[minmax(0,1fr)] gap-4', isBeside && 'pr-[520px]')}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Headline counts={counts.data} currency={currency} isAccepted={filter.state === 'accepted'} />
        {counts.data !== undefined && counts.data.total > 0 && (
          <ButtonLink size="small" to={paths.onboarding(3)}>
            One question at a time
          </ButtonLink>
        )}
      </div>
      <TaxCurrencyNote />
      <Kinds counts={counts.data} search={search} goTo={goTo} />
      {filters.length > 0 && (
        <FilterBar
          filters={filters}
          onRemove={(id) => goTo(without(search, id))}
          onClear={() => goTo(filters.reduce((left, { id }) => without(left, id), search))}
        />
      )}
      {list.data === undefined ? (
        <Card flush>
          {list.error === null ? (
            <Loading label="the review queue">
              <div className="grid gap-3 p-4">
                {Array.from({ length: 6 }, (_, n) => (
                  <Skeleton key={n} className="h-6" />
                ))}
              </div>
            </Loading>
          ) : (
            <ErrorState
              title="The review queue could not be loaded"
              text={`${toApiError(list.error).message} Nothing is lost.`}
              busy={list.isFetching}
              onRetry={() => void list.refetch()}
            />
          )}
        </Card>
      ) : total === 0 ? (
        <Card flush>
          <EmptyState
            title={filter.state === 'accepted' ? 'Nothing was accepted as is' : 'Nothing to review'}
            text={
              filter.state === 'accepted'
                ? 'Items you settle with “Accept as is” are listed here and can be reopened.'
                : filter.kind === undefined && filters.length === 0
                  ? (counts.data?.accepted ?? 0) > 0
                    ? 'Nothing is waiting for you. What you accepted as is still counts as before.'
                    : 'Every transaction is understood, priced and covered.'
                  : 'No items of this kind are waiting for you.'
            }
            actions={
              filter.kind !== undefined || filters.length > 0 ? (
                <Button onClick={() => goTo({ review: 'true' })}>Show everything</Button>
              ) : undefined
            }
          />
        </Card>
      ) : (
        <Listed
          list={list}
          currency={currency}
          openKey={search.item}
          chosen={chosen}
          onToggle={toggle}
          onOpen={open}
          onKey={(item, key) => {
            switch (key) {
              case 'x':
                toggle(item.id)
                return true
              case 'a':
                actions.act(item.state === 'accepted' ? 'reopen' : 'accept', only(item))
                return true
              case 's':
                actions.act('ignore', only(item))
                return true
              case 'm':
                if (item.code === 'weak_match') actions.act('match', only(item))
                return item.code === 'weak_match'
              default:
                return false
            }
          }}
        />
      )}
      {countOf(chosen, total) > 0 && (
        <BulkBar
          count={countOf(chosen, total)}
          total={total}
          isAccepted={filter.state === 'accepted'}
          areMatches={
            filter.kind === 'weak_match' ||
            (chosen !== 'all' && rows.every((row) => !chosen.has(row.id) || row.code === 'weak_match'))
          }
          isBusy={actions.isBusy}
          onAll={chosen === 'all' ? undefined : () => setSelection('all')}
          onClear={() => setSelection(NONE)}
          onAct={(action) =>
            // A request that was refused or did not arrive leaves the choice as it was.
            actions.act(
              action,
              chosen === 'all' ? { filter } : { items: [...chosen], isByAsset },
              undefined,
              () => setSelection(NONE),
            )
          }
        />
      )}
      {search.item !== undefined && (
        <ReviewSheet
          key={search.item}
          id={search.item}
          isBeside={isRoomy}
          isTogether={at >= 0 && rows[at]?.together !== null}
          currency={currency}
          actions={actions}
          onClose={close}
          onNext={rows[after] === undefined ? undefined : () => step(1)}
          onAlike={(alike) => goTo({ review: 'true', ...alike })}
          onOpenTransaction={onOpenTransaction}
        />
      )}
    </div>
  )
}

type Counts = ReturnType<typeof useReviewCounts>['data']

function Headline(props: { counts: Counts; currency: string; isAccepted: boolean }) {
  const { counts, currency, isAccepted } = props
  if (counts === undefined) return <Skeleton className="h-6 w-80" />
  const { total, effect, unknown, accepted } = counts
  if (isAccepted) return <p className="text-ink-2">{formatCount(accepted)} accepted as they are.</p>
  if (total === 0) return null
  return (
    <p>
      <strong className="font-semibold">{formatCount(total)} to review</strong> in all years
      {!isZero(readAmount(effect)) && ` · may change up to ${formatMoney(effect, { currency })}`}
      {unknown > 0 && ` · tax effect not determined: ${formatCount(unknown)}`}
      <span className="text-ink-2">. Largest effect first.</span>
    </p>
  )
}

function Kinds({ counts, search, goTo }: { counts: Counts } & Pick<ReviewQueueProps, 'search' | 'goTo'>) {
  const isCounted = counts !== undefined
  const list = useCurrentInSight<HTMLUListElement>(isCounted && `${search.kind ?? ''} ${search.state ?? ''}`)
  if (counts === undefined) return <Skeleton className="h-8 w-full" />
  const { kind: _kind, state: _state, item: _item, ...rest } = search
  const isAccepted = search.state === 'accepted'
  const chip = (label: string, count: number, isOn: boolean, to: ReviewQueueProps['search']) => (
    <li key={label}>
      <button
        type="button"
        aria-pressed={isOn}
        onClick={() => goTo(to)}
        className={cx(
          'inline-flex h-8 items-center gap-2 rounded-full border px-3 text-table whitespace-nowrap pointer-coarse:h-11',
          isOn
            ? 'border-accent bg-accent-soft font-medium'
            : 'border-line bg-surface hover:border-line-strong',
        )}
      >
        {label} <span className="text-ink-2">{formatCount(count)}</span>
      </button>
    </li>
  )
  return (
    <ul ref={list} aria-label="Kinds of problem" className="flex gap-2 overflow-x-auto p-0.5 md:flex-wrap">
      {chip('All', counts.total, search.kind === undefined && !isAccepted, rest)}
      {counts.kinds.map(({ code, count }) => {
        const { mark, many = mark } = findingWords(code)
        return chip(many, count, search.kind === code && !isAccepted, { ...rest, kind: code })
      })}
      {(counts.accepted > 0 || isAccepted) &&
        chip('Accepted as is', counts.accepted, isAccepted, { ...rest, state: 'accepted' })}
    </ul>
  )
}

interface ListedProps {
  readonly list: ReturnType<typeof useReview>
  readonly currency: string
  readonly openKey: string | undefined
  readonly chosen: Selection
  readonly onToggle: (id: string) => void
  readonly onOpen: (item: ReviewItem) => void
  readonly onKey: (item: ReviewItem, key: string) => boolean
}

function Listed({ list, currency, openKey, chosen, onToggle, onOpen, onKey }: ListedProps) {
  const [shown, setShown] = useState({ first: 0, end: 0 })
  const onShown = useCallback((first: number, end: number) => setShown({ first, end }), [])
  const { rows, total, reach, hasNextPage } = list
  return (
    <Card flush>
      <VirtualTable
        caption="Review queue"
        columns={reviewColumns({
          currency,
          isChosen: (id) => isChosen(chosen, id),
          onToggle,
        })}
        count={rows.length + (hasNextPage ? COMING : 0)}
        total={total}
        rowAt={(index) => rows[index]}
        rowKey={(row) => row.id}
        onRange={reach}
        onShown={onShown}
        onOpen={onOpen}
        openKey={openKey}
        onRowKey={(row, event) => onKey(row, event.key)}
        narrow={(row) => <NarrowItem item={row} currency={currency} />}
        height="page"
      />
      <p className="bottom-0 z-10 rounded-b-card border-t md:sticky border-line bg-surface px-4 py-2 text-table text-ink-2">
        {formatCount(Math.min(shown.first + 1, total))}–{formatCount(Math.min(shown.end, total))} of{' '}
        {formatCount(total)}
      </p>
    </Card>
  )
}

interface QueueKeys {
  readonly isOpen: boolean
  readonly step: (by: 1 | -1) => boolean
  readonly undoLast: () => boolean
}

// Outside a row: z and Ctrl+Z undo, j and k go on while an item is open.
function useQueueKeys({ isOpen, step, undoLast }: QueueKeys) {
  useEffect(() => {
    function act({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
      if (altKey) return false
      if (
        target instanceof HTMLElement &&
        target.closest('input:not([type=radio]), textarea, select, [role="menu"]')
      )
        return false
      if (ctrlKey || metaKey) return key.toLowerCase() === 'z' && undoLast()
      if (readPreferences().shortcuts === false) return false
      if (key === 'z') return undoLast()
      return isOpen && ((key === 'j' && step(1)) || (key === 'k' && step(-1)))
    }
    function onKey(event: KeyboardEvent) {
      if (!event.defaultPrevented && act(event)) event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [isOpen, step, undoLast])
}

function filterOf({ kind, state, account_id, asset, year }: ReviewQueueProps['search']): ReviewFilter {
  return {
    state: state ?? 'open',
    ...(isKind(kind) ? { kind } : {}),
    ...(account_id === undefined ? {} : { account_id }),
    ...(asset === undefined ? {} : { asset }),
    ...(year === undefined ? {} : { year }),
  }
}

function isKind(text: string | undefined): text is ReviewKind {
  return REVIEW_KINDS.some((kind) => kind === text)
}

function without(search: ReviewQueueProps['search'], name: string): ReviewQueueProps['search'] {
  return Object.fromEntries(
    Object.entries(search).filter(([key]) => key !== name),
  ) as ReviewQueueProps['search']
}
