import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { ListedTransaction } from '@lotbook/contract'
import { DayRatesNote } from '../../client/CurrencyNotes.tsx'
import { countOf, isChosen, NONE, toggled } from '../../client/selection.ts'
import { useStart } from '../../client/start.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { cx } from '../../ui/cx.ts'
import { formatCount } from '../../ui/format/shorten.ts'
import { useIsMobile } from '../../ui/use-media.ts'
import { VirtualTable } from '../../ui/VirtualTable.tsx'
import { BulkBar } from './BulkBar.tsx'
import { joinedText } from './joined-words.ts'
import { RowMenu } from './RowMenu.tsx'
import { NarrowRow, transactionColumns } from './transaction-columns.tsx'
import { filterInput, type TransactionSearch } from './transaction-search.ts'
import type { Bulk } from './use-bulk.ts'
import { useChosenRows } from './use-chosen-rows.ts'
import type { Corrections } from './use-corrections.ts'
import type { GoTo } from './use-transaction-search.ts'
import type { useTransactions } from './use-transactions.ts'

export interface TransactionListProps {
  readonly search: TransactionSearch
  readonly goTo: GoTo
  readonly list: ReturnType<typeof useTransactions>
  readonly corrections: Corrections
  readonly bulk: Bulk
}

// Rows of an outline under the last one, while the next page comes.
const COMING = 3

/** The list itself: a window of rows, further pages as one scrolls, and how many there are. */
export function TransactionList({ search, goTo, list, corrections, bulk }: TransactionListProps) {
  const { setting } = useStart()
  const { currency = setting.currency, tax_currency: taxCurrency = setting.tax_currency } =
    list.data?.pages[0] ?? {}
  const isMobile = useIsMobile()
  const joinedWords = joinedText(list.joined, search.account_id !== undefined)
  const [shown, setShown] = useState({ first: 0, end: 0 })
  const onShown = useCallback((first: number, end: number) => setShown({ first, end }), [])
  const { rows, total, reach, hasNextPage } = list
  const isRemoved = search.removed === 'true'
  const [isChoosing, setChoosing] = useState(false)
  const filter = JSON.stringify(filterInput(search))
  const ids = rows.map((row) => row.id)
  const [chosen, choose] = useChosenRows(filter, ids)
  const toggle = (id: string) => choose(toggled(chosen, id, ids))

  const open = (row: ListedTransaction) => goTo({ ...search, id: row.id, edit: undefined })
  const edit = (row: ListedTransaction) => goTo({ ...search, id: row.id, edit: 'true' })

  const columns = transactionColumns({
    currency,
    taxCurrency,
    isChosen: (id) => isChosen(chosen, id),
    onToggle: toggle,
    menu: (row) =>
      !isRemoved && (
        <RowMenu
          row={row}
          onOpen={() => open(row)}
          onEdit={() => edit(row)}
          onToggleIgnored={() => corrections.toggleIgnored(row)}
          onFilter={(filter) => goTo({ ...search, ...filter })}
        />
      ),
  })

  // At the head of a phone's list, whose foot is far away; else at the foot of the window.
  const line = (
    <div
      className={cx(
        'flex flex-wrap items-center justify-between gap-x-4 border-line bg-surface px-4 py-2 text-table text-ink-2',
        isMobile ? 'rounded-t-card border-b' : 'sticky bottom-0 z-10 rounded-b-card border-t',
      )}
    >
      <p>
        {formatCount(Math.min(shown.first + 1, total))}–{formatCount(Math.min(shown.end, total))} of{' '}
        {formatCount(total)}
      </p>
      {isMobile && (
        <div className="flex">
          <Button
            size="small"
            look="quiet"
            aria-pressed={isChoosing}
            onClick={() => {
              setChoosing(!isChoosing)
              choose(NONE)
            }}
          >
            {isChoosing ? 'Done choosing' : 'Choose'}
          </Button>
          <Button size="small" look="quiet" onClick={() => goTo(turned(search))}>
            {search.order === 'oldest' ? 'Oldest first' : 'Newest first'}
          </Button>
        </div>
      )}
      {joinedWords !== undefined && <p className="basis-full text-caption">{joinedWords}</p>}
      {currency !== taxCurrency && (
        <div className="basis-full">
          <DayRatesNote />
        </div>
      )}
    </div>
  )

  return (
    <>
      <span ref={useTopOf(filter)} className="-mt-4 scroll-mt-20" />
      <Card flush>
        {isMobile && line}
        <VirtualTable
          caption="Transactions"
          columns={columns}
          count={rows.length + (hasNextPage ? COMING : 0)}
          total={total}
          rowAt={(index) => rows[index]}
          rowKey={(row) => row.id}
          onRange={reach}
          onShown={onShown}
          sort={{ column: 'at', direction: search.order === 'oldest' ? 'ascending' : 'descending' }}
          onSort={() => goTo(turned(search))}
          {...(!isRemoved && { onOpen: open })}
          openKey={search.id}
          onRowKey={(row, event) => {
            if (event.key === 'x') toggle(row.id)
            if (event.key === 'x' || isRemoved) return event.key === 'x'
            switch (event.key) {
              case 'e':
                edit(row)
                return true
              case 's':
                corrections.toggleIgnored(row)
                return true
              case 'f':
                event.currentTarget
                  .querySelector<HTMLElement>(`[data-key="${row.id}"] [data-row-menu]`)
                  ?.click()
                return true
              default:
                return false
            }
          }}
          narrow={(row) => (
            <NarrowRow
              row={row}
              currency={currency}
              taxCurrency={taxCurrency}
              choose={isChoosing ? { isChosen: isChosen(chosen, row.id), onToggle: toggle } : undefined}
            />
          )}
          height="page"
        />
        {!isMobile && line}
      </Card>
      <BulkBar
        count={countOf(chosen, total)}
        total={total}
        which={chosen === 'all' ? { filter: filterInput(search) } : { ids: [...chosen] }}
        isRemoved={isRemoved}
        bulk={bulk}
        onAll={chosen === 'all' ? undefined : () => choose('all')}
        onClear={() => choose(NONE)}
      />
    </>
  )
}

// Another filter begins at its first row, wherever the list had been scrolled to; one that is in sight stays where it is.
function useTopOf(filter: string) {
  const top = useRef<HTMLSpanElement>(null)
  const known = useRef(filter)
  useLayoutEffect(() => {
    if (known.current === filter) return
    known.current = filter
    if ((top.current?.getBoundingClientRect().top ?? 0) < 0) top.current?.scrollIntoView()
  }, [filter])
  return top
}

/** The other order, from its beginning. */
function turned({ order, ...search }: TransactionSearch): TransactionSearch {
  return order === 'oldest' ? search : { ...search, order: 'oldest' }
}
