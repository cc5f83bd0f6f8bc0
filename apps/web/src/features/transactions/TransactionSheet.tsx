import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { TransactionDetail as Detail } from '@lotbook/contract'
import { toApiError } from '../../client/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatDay } from '../../ui/format/format-date-time.ts'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { detailQuery } from './detail-query.ts'
import { TransactionDetail } from './TransactionDetail.tsx'
import { TransactionForm } from './TransactionForm.tsx'
import { headline } from './headline.ts'
import type { TransactionSearch } from './transaction-search.ts'
import type { Corrections } from './use-corrections.ts'
import type { GoTo } from './use-transaction-search.ts'

export interface TransactionSheetProps {
  readonly id: string
  readonly search: TransactionSearch
  readonly goTo: GoTo
  readonly corrections: Corrections
  /** The list beside it stays usable. */
  readonly isBeside: boolean
  readonly previous: string | undefined
  readonly next: string | undefined
  readonly onClose: () => void
}

/** One transaction at the right of the list, and over the whole of a phone. */
export function TransactionSheet(props: TransactionSheetProps) {
  const { id, search, goTo, corrections, isBeside, previous, next, onClose } = props
  const { data, error, refetch, isFetching } = useQuery(detailQuery(id))
  const detail = data?.data
  // Keys, menus and addresses lead here too: what would be refused when it is saved is not asked for.
  const isEditing = search.edit === 'true' && detail !== undefined && detail.locked_before === null
  const body = useRef<HTMLDivElement>(null)
  useFocusAfterEditing(body, isEditing)

  const endEditing = () => {
    const { edit: _edit, ...rest } = search
    goTo(rest)
  }
  const title = isEditing ? 'Edit transaction' : detail === undefined ? 'Transaction' : headline(detail)

  return (
    <Dialog
      isOpen
      form="page"
      modal={!isBeside}
      title={title}
      onClose={isEditing ? endEditing : onClose}
      footer={
        detail === undefined || isEditing ? undefined : (
          <>
            <Button
              look="quiet"
              busy={corrections.isBusy}
              disabledReason={whyLocked(detail)}
              onClick={() => corrections.toggleIgnored(detail)}
            >
              {detail.is_ignored ? 'Count it again' : 'Ignore'}
            </Button>
            <Button
              look="primary"
              disabledReason={whyLocked(detail)}
              onClick={() => goTo({ ...search, edit: 'true' })}
            >
              Edit
            </Button>
          </>
        )
      }
    >
      <div ref={body}>
        {detail === undefined ? (
          error === null ? (
            <Loading label="the transaction">
              <div className="grid gap-3">
                <Skeleton className="h-5 w-2/3" />
                <Skeleton className="h-24" />
                <Skeleton className="h-40" />
              </div>
            </Loading>
          ) : (
            <ErrorState
              title={
                toApiError(error).code === 'not_found'
                  ? 'This transaction is not here any more'
                  : 'The transaction could not be loaded'
              }
              text={toApiError(error).code === 'not_found' ? undefined : toApiError(error).message}
              busy={isFetching}
              onRetry={() => void refetch()}
            />
          )
        ) : isEditing ? (
          <TransactionForm key={id} detail={detail} corrections={corrections} onDone={endEditing} />
        ) : (
          <TransactionDetail
            detail={detail}
            search={search}
            goTo={goTo}
            corrections={corrections}
            previous={previous}
            next={next}
          />
        )}
      </div>
    </Dialog>
  )
}

function whyLocked({ locked_before: day }: Detail): string | undefined {
  return day === null ? undefined : `everything before ${formatDay(day)} is locked in your tax settings`
}

// The form that had the focus is gone; the focus goes to the title of what took its place.
function useFocusAfterEditing(body: React.RefObject<HTMLDivElement | null>, isEditing: boolean) {
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !isEditing) {
      body.current?.closest('dialog')?.querySelector('h2')?.focus()
    }
    wasEditing.current = isEditing
  }, [body, isEditing])
}
