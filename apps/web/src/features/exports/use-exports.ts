import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { COMPLETION_POLL_MS, type ExportRow } from '@lotbook/contract'
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
      onSuccess: async ({ data: made }) => {
        // The same was made before: it is there at once.
        if (made.state === 'done') save(made)
        else asked.add(made.id)
        await client.invalidateQueries({ queryKey: laterApi.exports.key() })
      },
      onError: (thrown) => toastFailed(toApiError(thrown).message),
    }),
  )

  useEffect(() => {
    for (const row of data ?? []) {
      if (isBeingMade(row) || !asked.delete(row.id)) continue
      if (row.state === 'done') {
        announce(`${exportWords[row.kind].name} is ready.`)
        save(row)
      } else {
        toastFailed(`${exportWords[row.kind].name} could not be created. ${row.reason ?? ''}`.trim())
      }
    }
  }, [data])

  return {
    exports: data,
    error,
    refetch,
    isFetching,
    create: (kind: ExportKind, year: number | undefined, scope?: ExportScope) =>
      create.mutate({ kind, ...(year === undefined ? {} : { tax_year: year }), ...scope }),
    /** The export that is being requested at this moment. */
    asking: create.isPending ? create.variables : undefined,
  }
}

// Clicks a link to the file; the server answers with the name to save it under.
function save(row: ExportRow): void {
  const link = document.createElement('a')
  link.href = downloadUrl(row)
  link.download = row.file_name ?? ''
  link.click()
}
