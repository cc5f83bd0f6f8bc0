import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FileColumns } from '@lotbook/contract'
import { laterApi } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Page } from '../../ui/Page.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { Mapper } from './Mapper.tsx'

/** A file that no format reads: what its columns hold is said once, and the next one like it is just read. */
export function DescribeFile({ uploadId }: { uploadId: string }) {
  const [headerLine, setHeaderLine] = useState<number>()
  const { data, error, isFetching, refetch } = useQuery({
    ...laterApi.ownFormats.columns.queryOptions({
      input: { id: uploadId, ...(headerLine !== undefined && { header_line: headerLine }) },
    }),
    placeholderData: keepPreviousData,
    staleTime: Infinity, // an uploaded file does not change
    retry: false,
  })
  return (
    <Page
      title={data === undefined ? 'Describe a file' : `What is in the columns of ${data.file_name}?`}
      summary={data !== undefined && <Known data={data} />}
    >
      {data !== undefined ? (
        <Mapper key={data.header_line} uploadId={uploadId} file={data} onHeaderLine={setHeaderLine} />
      ) : error === null ? (
        <Loading label="the columns of the file">
          <Skeleton className="h-96 w-full" />
        </Loading>
      ) : (
        <>
          <ErrorState
            title="The columns of this file could not be shown"
            text={toApiError(error).message}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
          {headerLine !== undefined && (
            <Button onClick={() => setHeaderLine(undefined)}>Use the header row that Lotbook found</Button>
          )}
          <ButtonLink to="/imports/formats">Your own formats</ButtonLink>
        </>
      )}
    </Page>
  )
}

/** What is known of the file beyond its columns: the report that it looks like. */
function Known({ data: { looks_like: looksLike, closest } }: { data: FileColumns }) {
  const near =
    closest === null
      ? ''
      : ` It comes closest to ${closest.name}${changesOf(closest)}; if you changed the file, upload it as you downloaded it.`
  return (
    <p>
      {looksLike === null
        ? `Lotbook does not know this layout.${near}`
        : `This looks like ${looksLike}, whose rows Lotbook does not know yet.`}{' '}
      Describe the columns once. Lotbook reads the next file like this by itself.
    </p>
  )
}

function changesOf({
  new_columns: more,
  missing_columns: missing,
}: NonNullable<FileColumns['closest']>): string {
  const changes = [
    ...(more.length > 0 ? [`new: ${more.slice(0, 6).join(', ')}`] : []),
    ...(missing.length > 0 ? [`missing: ${missing.slice(0, 6).join(', ')}`] : []),
  ]
  return changes.length === 0 ? '' : ` (${changes.join('; ')})`
}
