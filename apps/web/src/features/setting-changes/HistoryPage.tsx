import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SettingChange } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { usePutBack } from '../../client/use-saved-toast.ts'
import { SettingsPage } from '../../shell/SettingsPage.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { DateTime } from '../../ui/Values.tsx'
import { useAssetNames } from '../transactions/use-asset-names.ts'
import { changeWords } from './change-words.ts'

/** Every change of a setting, the newest first; what counts now can be put back. */
export function HistoryPage() {
  return (
    <SettingsPage title="History">
      <Card title="Changes to your settings" flush>
        <p className="max-w-[76ch] px-card pt-1 pb-4 text-ink-2">
          Undo restores what was there before the change. Passwords, two-factor codes and recovery codes are
          listed too, but cannot be undone. Theme and row height are kept in each browser and have no history.
        </p>
        <Changes />
      </Card>
    </SettingsPage>
  )
}

function Changes() {
  const query = useInfiniteQuery(
    api.settingChanges.list.infiniteOptions({
      input: (cursor: string | undefined) => (cursor === undefined ? {} : { cursor }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
  )
  const { data, error, refetch, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  if (data === undefined) {
    return error === null ? (
      <Loading label="history">
        <div className="px-card pb-4">
          <Skeleton className="h-40 w-full" />
        </div>
      </Loading>
    ) : (
      <ErrorState
        title="The history could not be loaded"
        text={toApiError(error).message}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  const rows = data.pages.flatMap((page) => page.rows)
  if (rows.length === 0) {
    return <EmptyState title="No changes yet" text="Each setting you change is listed here." />
  }
  return (
    <>
      <ul aria-label="Changes to your settings" className="divide-y divide-line border-t border-line">
        {rows.map((change) => (
          <li
            key={change.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-card py-3"
          >
            {change.kind === 'treatment' ? <TreatmentChange change={change} /> : <Change change={change} />}
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-card py-3">
          <p className="text-table text-ink-2">
            {rows.length.toLocaleString()} of {(data.pages.at(-1)?.total ?? 0).toLocaleString()}
          </p>
          <Button size="small" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show older changes
          </Button>
        </div>
      )}
    </>
  )
}

/** A change of a treatment, which may name assets. */
function TreatmentChange({ change }: { readonly change: SettingChange }) {
  return <Change change={change} assetName={useAssetNames()} />
}

function Change({
  change,
  assetName = (asset) => asset,
}: {
  readonly change: SettingChange
  readonly assetName?: (asset: string) => string
}) {
  const putBack = usePutBack()
  const [isBusy, setBusy] = useState(false)
  const words = changeWords(change, assetName)
  async function undo() {
    setBusy(true)
    await putBack([change.id])
    setBusy(false)
  }
  return (
    <>
      <div className="grid min-w-0 gap-1">
        {words.map(({ name, before, after }) => (
          <p key={name} className="break-words">
            <strong className="font-medium">{name}</strong>
            {after !== undefined && (
              <>
                {': '}
                <span className="text-ink-2">{before}</span> <span aria-hidden="true">→</span>
                <span className="sr-only">is now</span> {after}
              </>
            )}
          </p>
        ))}
        <p className="text-table text-ink-2">
          <DateTime instant={change.recorded_at} zone /> by {change.recorded_by}
          {change.is_undo && ' · put back'}
        </p>
      </div>
      {change.can_undo && (
        <Button
          size="small"
          busy={isBusy}
          aria-label={`Undo: ${words.map(({ name }) => name).join(', ')}`}
          onClick={() => void undo()}
        >
          Undo
        </Button>
      )}
    </>
  )
}
