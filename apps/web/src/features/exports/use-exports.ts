import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { COMPLETION_POLL_MS, type ExportRow, type Printing } from '@lotbook/contract'
import { apiHost } from '../../client/api.ts'
import { laterApi } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import { announce } from '../../ui/announce.ts'
import { toastFailed } from '../../ui/toast-store.ts'
import type { ExportScope } from './export-scope.ts'
import { type ExportKind, exportWords, isBeingMade } from './export-words.ts'

/** Exports that were asked for in this window and are not there yet. */
const asked = new Set<string>()

/** Address that the file of an export is fetched from. */
export function downloadUrl({ id }: Pick<ExportRow, 'id'>): string {
  return `${apiHost()}/exports/${id}/download`
}

/** The exports there are, and making one more: its file is saved as soon as it is there. */
export function useExports() {
  const client = useQueryClient()
  const { data, error, refetch, isFetching } = useQuery({
    ...laterApi.exports.list.queryOptions(),
    select: (answer) => answer.data,
    refetchInterval: ({ state }) =>
      state.data?.data.some(isBeingMade) === true ? COMPLETION_POLL_MS : false,
  })
  const create = useMutation(
    laterApi.exports.create.mutationOptions({
      // A request may have a Social Security number in it: it is forgotten with its answer.
      gcTime: 0,
      onSuccess: async ({ data: made }) => {
        // The same was made before: it is there at once.
        if (made.state === 'done') save(made)
        else asked.add(made.id)
        await client.invalidateQueries({ queryKey: laterApi.exports.key() })
        // A list that said so before this answer came is the same list now, and nothing else looks at it again.
        saveAsked(client.getQueryData(laterApi.exports.list.queryKey())?.data)
      },
      onError: (thrown) => toastFailed(toApiError(thrown).message),
    }),
  )

  useEffect(() => saveAsked(data), [data])

  return {
    exports: data,
    error,
    refetch,
    isFetching,
    create: (kind: ExportKind, year: number | undefined, scope?: ExportScope, printing?: Printing) =>
      create.mutate(
        {
          kind,
          ...(year === undefined ? {} : { tax_year: year }),
          ...scope,
          ...(printing === undefined ? {} : { printing }),
        },
        { onSettled: () => create.reset() },
      ),
    /** The export that is being requested at this moment. */
    asking: create.isPending ? create.variables : undefined,
  }
}

/** Saves the files that were asked for and are there, each once; says of one that failed why. */
function saveAsked(rows: readonly ExportRow[] = []): void {
  for (const row of rows) {
    if (isBeingMade(row) || !asked.delete(row.id)) continue
    if (row.state === 'done') {
      announce(`${exportWords[row.kind].name} is ready.`)
      save(row)
    } else {
      toastFailed(`${exportWords[row.kind].name} could not be created. ${row.reason ?? ''}`.trim())
    }
  }
}

// Clicks a link to the file; the server answers with the name to save it under.
function save(row: ExportRow): void {
  const link = document.createElement('a')
  link.href = downloadUrl(row)
  link.download = row.file_name ?? ''
  link.click()
}
