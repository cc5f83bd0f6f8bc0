import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { laterApi } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import { findingWords } from '../transactions/finding-words.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatCount } from '../../ui/format/shorten.ts'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { ReviewItemView } from './ReviewItemView.tsx'
import { SettledItem } from './SettledItem.tsx'
import type { ReviewActions } from './use-review.ts'

export interface ReviewSheetProps {
  readonly id: string
  readonly isBeside: boolean
  /** The item stands for all missing prices of its asset. */
  readonly isTogether: boolean
  readonly currency: string
  readonly actions: ReviewActions
  readonly onClose: () => void
  readonly onNext: (() => void) | undefined
  /** Show all items like this one. */
  readonly onAlike: (like: { kind: string; account_id: string; asset: string }) => void
  readonly onOpenTransaction: (id: string) => void
}

/** One item of the queue: what is wrong, what it may change, and the ways to settle it. */
export function ReviewSheet(props: ReviewSheetProps) {
  const { id, isBeside, currency, actions, onClose, onNext, onAlike, onOpenTransaction } = props
  const { data, error, isFetching, refetch } = useQuery(laterApi.review.item.queryOptions({ input: { id } }))
  const transaction = data?.data.transaction
  const asset = (transaction?.from ?? transaction?.to)?.asset
  const isGone = error !== null && toApiError(error).code === 'not_found'
  const settled = data?.data.state === 'resolved' ? data.settled : null
  // Once answered it is no row of the queue any more, and still stands for all of them.
  const [isTogether, setTogether] = useState(props.isTogether)
  if (props.isTogether && !isTogether) setTogether(true)
  return (
    <Dialog
      isOpen
      form="page"
      modal={!isBeside}
      title={data === undefined ? 'Review' : findingWords(data.data.code).mark}
      onClose={onClose}
      footer={
        <Button
          look="quiet"
          disabledReason={
            onNext !== undefined
              ? undefined
              : settled === null
                ? 'this is the last one'
                : 'nothing else is open here'
          }
          onClick={onNext}
        >
          {settled === null ? 'Next' : 'Next open one'}
        </Button>
      }
    >
      {isGone ? (
        <div className="grid gap-3">
          <StatusBadge look="done" label="Settled" />
          <p className="text-ink-2">This is no longer open.</p>
        </div>
      ) : data === undefined ? (
        error === null ? (
          <Loading label="the item">
            <Skeleton className="h-40" />
          </Loading>
        ) : (
          <ErrorState
            title="The item could not be loaded"
            text={toApiError(error).message}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )
      ) : settled !== null ? (
        <SettledItem
          item={data.data}
          settled={settled}
          currency={currency}
          actions={actions}
          onOpenTransaction={onOpenTransaction}
        />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <ReviewItemView
            item={data.data}
            isTogether={isTogether}
            settled={data.settled}
            currency={currency}
            actions={actions}
            onOpenTransaction={onOpenTransaction}
            onAccepted={onNext}
          />
          {data.alike > 1 && !isTogether && transaction != null && asset !== undefined && (
            <div>
              <Button
                size="small"
                onClick={() => onAlike({ kind: data.data.code, account_id: transaction.account_id, asset })}
              >
                Show all {formatCount(data.alike)} like this
              </Button>
            </div>
          )}
        </div>
      )}
    </Dialog>
  )
}
