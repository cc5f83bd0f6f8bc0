import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../client/api.ts'
import { useSavedToast } from '../../client/use-saved-toast.ts'
import { useDraft } from '../../client/use-draft.ts'
import { toApiError } from '../../client/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { Day } from '../../ui/Values.tsx'

/** The day before which nothing changes, once it has arrived. */
export function Lock() {
  const { data, error, refetch, isFetching } = useQuery(
    api.taxYears.list.queryOptions({ select: (answer) => answer.data.locked_before }),
  )
  if (data !== undefined) return <LockForm key={data ?? ''} saved={data} />
  return error === null ? (
    <Loading label="lock">
      <Skeleton className="h-24 w-full" />
    </Loading>
  ) : (
    <ErrorState
      title="The lock could not be loaded"
      text={toApiError(error).message}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  )
}

function LockForm({ saved }: { saved: string | null }) {
  const client = useQueryClient()
  const toastSaved = useSavedToast()
  const [{ before }, setDraft, forget] = useDraft('lock', { before: saved ?? '' })
  const { mutate, isPending, error } = useMutation(
    api.taxYears.lock.mutationOptions({
      onSuccess: async ({ files_read_again: files, change_ids }, { before: day }) => {
        forget()
        await client.invalidateQueries({ queryKey: api.taxYears.key() })
        toastSaved(lockDone(day, files), change_ids)
      },
    }),
  )
  const refusal = error === null ? undefined : toApiError(error)
  const dayError = refusal?.fields['before']
  return (
    <Form
      refused={dayError === undefined ? refusal?.message : undefined}
      onSubmit={(event) => {
        event.preventDefault()
        if (before !== '' && before !== saved && !isPending) mutate({ before })
      }}
    >
      <p className="text-ink-2">
        {saved === null ? (
          'Nothing is locked.'
        ) : (
          <>
            Transactions before <Day day={saved} /> are locked.
          </>
        )}{' '}
        Nothing before the lock can be edited, matched or deleted, and new rows of a file from before it are
        set aside with a note. Once you lift the lock or set it earlier, that period is recalculated and those
        files are read again.
      </p>
      <Field label="Lock everything before" {...(dayError === undefined ? {} : { error: dayError })}>
        <TextInput
          type="date"
          className="max-w-56"
          value={before}
          onChange={(event) => setDraft({ before: event.target.value })}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          busy={isPending}
          disabledReason={before === '' || before === saved ? 'Choose another day.' : undefined}
        >
          Set lock
        </Button>
        {saved !== null && (
          <Button busy={isPending} onClick={() => mutate({ before: null })}>
            Lift lock
          </Button>
        )}
      </div>
    </Form>
  )
}

function lockDone(day: string | null, files: number): string {
  const done =
    day === null ? 'The lock is lifted. What it held back is being recalculated.' : 'The lock is set.'
  if (files === 0) return done
  return `${done} ${files === 1 ? '1 file is' : `${files.toLocaleString()} files are`} read again: see Imports.`
}
