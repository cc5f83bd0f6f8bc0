import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { FileColumns, FilePreview, OwnFormat } from '@lotbook/contract'
import { laterApi, laterCalls } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import { useAfterUploadPath } from '../../client/after-upload-path.ts'
import { useDebounced } from '../../client/use-debounced.ts'
import { useDraft } from '../../client/use-draft.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { cx } from '../../ui/cx.ts'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { toastDone } from '../../ui/toast-store.ts'
import { FileSummary } from './FileSummary.tsx'
import { ColumnRoles, FormatFacts, TypeWords } from './MapperFields.tsx'
import { PreviewRows } from './PreviewRows.tsx'
import { refreshHistory } from './refresh-accounts.ts'

const RESTED_MS = 300

/** The columns of a file with what each holds, beside its first rows as they read so. */
export function Mapper({
  uploadId,
  file,
  onHeaderLine,
}: {
  uploadId: string
  file: FileColumns
  onHeaderLine: (line: number) => void
}) {
  const router = useRouter()
  const client = useQueryClient()
  const pathAfter = useAfterUploadPath()
  const [{ format }, setDraft, forget] = useDraft<{ format: OwnFormat }>(
    `columns ${uploadId} ${file.header_line}`,
    {
      format: file.format,
    },
  )
  const change = (next: Partial<OwnFormat>) => setDraft({ format: { ...format, ...next } })
  const asked = useDebounced(JSON.stringify(format), RESTED_MS)
  const preview = useQuery({
    ...laterApi.ownFormats.preview.queryOptions({
      input: { id: uploadId, format: JSON.parse(asked) as OwnFormat },
    }),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })
  const save = useMutation(
    laterApi.ownFormats.save.mutationOptions({
      onSuccess: async () => {
        forget()
        await readOthers()
        toastDone(`${file.file_name} added to Import Queue.`)
        await Promise.all([
          refreshHistory(client),
          client.invalidateQueries({ queryKey: laterApi.ownFormats.list.key() }),
        ])
        router.history.push(pathAfter(false))
      },
    }),
  )
  const isCurrent = asked === JSON.stringify(format) && !preview.isFetching
  const reason = whyNot(format, isCurrent ? preview.data : undefined)

  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,30rem)_minmax(0,1fr)]">
      <div className="grid min-w-0 gap-6">
        <FormatFacts file={file} format={format} onChange={change} onHeaderLine={onHeaderLine} />
        <ColumnRoles file={file} format={format} onChange={change} />
        <TypeWords file={file} format={format} onChange={change} />
      </div>
      <div className="grid min-w-0 gap-4 xl:sticky xl:top-4">
        <Card title="How it reads">
          <div aria-busy={preview.isFetching} className={cx('min-h-40', preview.isFetching && 'opacity-60')}>
            {preview.error !== null && (
              <p className="mb-3 text-danger">{toApiError(preview.error).message}</p>
            )}
            {preview.isPending && (
              <Loading label="the first rows">
                <Skeleton className="h-40 w-full" />
              </Loading>
            )}
            {preview.data !== undefined && (
              <>
                {preview.data.message !== null && (
                  <p role="status" className="mb-3 wrap-anywhere text-danger">
                    {preview.data.message}
                  </p>
                )}
                <FileSummary preview={preview.data} />
                {preview.data.rows.length > 0 && <PreviewRows preview={preview.data} />}
              </>
            )}
          </div>
        </Card>
        {save.error !== null && (
          <p role="alert" className="wrap-anywhere text-danger">
            {toApiError(save.error).message}
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          <Button
            look="primary"
            busy={save.isPending}
            {...(reason === undefined ? {} : { disabledReason: reason })}
            onClick={() => save.mutate({ id: uploadId, format })}
          >
            Save and import
          </Button>
          <ButtonLink to="/imports/formats">Not now</ButtonLink>
        </div>
        <p className="text-table text-ink-2">
          The description is saved with your own formats. It contains column names and type words, and none of
          your history.
        </p>
      </div>
    </div>
  )
}

/** As many files may wait for the description of one of them. */
const MOST_WAITING = 20

/** Has the files that wait read by the new format too; those with other columns go on waiting. */
async function readOthers(): Promise<void> {
  const { waiting } = await laterCalls.ownFormats.list()
  for (const { upload_id: id } of waiting.slice(0, MOST_WAITING))
    await laterCalls.ownFormats.read({ id }).catch(() => undefined)
}

/** Why the description cannot be saved as it stands. */
function whyNot(format: OwnFormat, preview: FilePreview | undefined): string | undefined {
  if (format.name.trim() === '') return 'Give the format a name first.'
  if (preview === undefined) return 'The file is being read.'
  if (preview.message !== null) return 'The file cannot be read this way yet.'
  if (preview.questions.some(({ kind }) => kind === 'date_order') && format.date_order === null)
    return 'Choose the order of day and month first.'
  if ((preview.summary?.transactions ?? 0) === 0) return 'No row can be read this way.'
  return undefined
}
