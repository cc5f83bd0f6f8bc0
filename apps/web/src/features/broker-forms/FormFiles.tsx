import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BrokerFile } from '@lotbook/contract'
import { toApiError } from '../../client/api-error.ts'
import { laterApi } from '../../client/later-api.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { toastFailed } from '../../ui/toast-store.ts'
import { DateTime } from '../../ui/Values.tsx'
import { refreshForms, useUndoLines } from './use-broker-lines.ts'

/** The files that lines of the year came in, and the way to take one out. */
export function FormFiles({ year, files }: { readonly year: number; readonly files: readonly BrokerFile[] }) {
  const client = useQueryClient()
  const undo = useUndoLines()
  const { mutate, isPending, variables } = useMutation(
    laterApi.brokerForms.remove.mutationOptions({
      onError: (thrown) => toastFailed(toApiError(thrown).message),
    }),
  )
  if (files.length === 0) return null
  return (
    <Card title="Imported files">
      <ul className="divide-y divide-rule">
        {files.map(({ id, file_name, received_at, lines, problems }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
            <span className="min-w-0">
              <span className="block truncate font-medium">{file_name}</span>
              <span className="block text-table text-ink-2">
                {lines.toLocaleString()} {lines === 1 ? 'line' : 'lines'} · <DateTime instant={received_at} />
                {problems > 0 && (
                  <span className="text-warn">
                    {' '}
                    · {problems.toLocaleString()} {problems === 1 ? 'problem' : 'problems'}
                  </span>
                )}
              </span>
            </span>
            <Button
              size="small"
              busy={isPending && variables.file_id === id}
              onClick={() =>
                mutate(
                  { year, file_id: id },
                  {
                    onSuccess: ({ change_id }) => {
                      undo(`The lines of ${file_name} are removed`, change_id)
                      void refreshForms(client)
                    },
                  },
                )
              }
            >
              Remove<span className="sr-only"> {file_name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
