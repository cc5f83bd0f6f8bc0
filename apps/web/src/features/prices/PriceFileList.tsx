import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { paths, type PriceFile } from '@lotbook/contract'
import { laterApi } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { TextLink } from '../../ui/Link.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'
import { DateTime } from '../../ui/Values.tsx'
import { counted } from '../imports/import-state.ts'
import { daysWords, unknownWords, valuedWords } from './price-words.ts'
import { PriceProblems } from './PriceProblems.tsx'
import { refreshPrices, usePriceFiles } from './use-price-files.ts'

/** The price files there are, each with what it brought; a deletion can be taken back. */
export function PriceFileList() {
  const client = useQueryClient()
  const { data: files, error, refetch, isFetching } = usePriceFiles()
  const [opened, setOpened] = useState<string>()
  const onError = (thrown: unknown) => toastFailed(toApiError(thrown).message)
  const restore = useMutation(
    laterApi.prices.restore.mutationOptions({
      onSuccess: async (revalued) => {
        toastDone(`Price file is back. ${valuedWords(revalued)}`)
        await refreshPrices(client)
      },
      onError,
    }),
  )
  const remove = useMutation(
    laterApi.prices.remove.mutationOptions({
      onSuccess: async (revalued, { id }) => {
        toastDone(`Price file deleted. ${valuedWords(revalued)}`, () => restore.mutate({ id }))
        await refreshPrices(client)
      },
      onError,
    }),
  )

  if (files === undefined) {
    return error === null ? (
      <Loading label="price files">
        <div className="px-card py-4">
          <Skeleton className="h-10 w-full" />
        </div>
      </Loading>
    ) : (
      <ErrorState
        title="Your price files could not be loaded"
        text={toApiError(error).message}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  if (files.length === 0)
    return (
      <EmptyState
        title="No price files yet"
        text="The files you add above are listed here, with what they price."
      />
    )
  return (
    <>
      <ul aria-label="Price files" className="divide-y divide-line">
        {files.map((file) => (
          <FileRow
            key={file.id}
            file={file}
            isBusy={remove.isPending}
            onProblems={() => setOpened(file.id)}
            onDelete={() => remove.mutate({ id: file.id })}
          />
        ))}
      </ul>
      {opened !== undefined && <PriceProblems fileId={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

interface FileRowProps {
  readonly file: PriceFile
  readonly isBusy: boolean
  readonly onProblems: () => void
  readonly onDelete: () => void
}

function FileRow({ file, isBusy, onProblems, onDelete }: FileRowProps) {
  const { assets, problem_count } = file
  const named = assets.slice(0, 5).join(', ') + (assets.length > 5 ? ` and ${assets.length - 5} more` : '')
  const unknown = unknownWords(file.unknown_assets)
  return (
    <li className="flex items-start justify-between gap-3 px-card py-3">
      <div className="min-w-0">
        <p className="break-words font-medium">{file.file_name}</p>
        <p className="text-table text-ink-2">
          <TextLink to={`${paths.settingsPrices}?file_id=${file.id}`}>
            {counted(file.prices, 'price')}
          </TextLink>
          {named !== '' && ` of ${named}`}
          {file.from !== null && file.to !== null && `, ${daysWords(file.from, file.to)}`}.{' '}
          {file.used_by > 0
            ? `Used for ${counted(file.used_by, 'transaction')}.`
            : 'Not used for any transaction.'}
        </p>
        {unknown !== undefined && <p className="text-table text-ink-2">{unknown}</p>}
        <p className="flex flex-wrap items-center gap-x-2 text-caption text-ink-3">
          Added <DateTime instant={file.received_at} zone />
        </p>
        {problem_count > 0 && (
          <Button look="quiet" size="small" onClick={onProblems}>
            {counted(problem_count, 'row')} not used
          </Button>
        )}
      </div>
      <IconButton
        label={`Delete ${file.file_name}`}
        disabledReason={isBusy ? 'Another file is being deleted.' : undefined}
        onClick={onDelete}
      >
        <Trash2 aria-hidden="true" className="size-4" />
      </IconButton>
    </li>
  )
}
