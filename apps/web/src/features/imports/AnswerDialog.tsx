import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FileAnswers } from '@lotbook/contract'
import { api, calls } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { useDraft } from '../../client/use-draft.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'
import { answersOf } from './file-answers.ts'
import { Questions } from './Questions.tsx'

export interface AnswerDialogProps {
  readonly sourceId: string
  readonly onClose: () => void
}

/** Answers what a stored file left open; it is read again from its bytes, without being sent again. */
export function AnswerDialog({ sourceId, onClose }: AnswerDialogProps) {
  const client = useQueryClient()
  const [{ said }, setDraft, forget] = useDraft<{ said: FileAnswers }>(`file ${sourceId}`, { said: {} })
  const leave = () => {
    forget()
    onClose()
  }
  const { data, error, refetch, isFetching } = useQuery({
    ...api.imports.question.queryOptions({ input: { id: sourceId, ...said } }),
    placeholderData: keepPreviousData,
  })
  const { mutate, isPending } = useMutation({
    mutationFn: (answers: FileAnswers) => calls.imports.answer({ id: sourceId, ...answers }),
    onSuccess: async () => {
      toastDone('Thank you. The file is being read.')
      leave()
      await Promise.all(
        [api.imports, api.tax, api.transactions, api.start].map((feature) =>
          client.invalidateQueries({ queryKey: feature.key() }),
        ),
      )
    },
    onError: (thrown) => toastFailed(toApiError(thrown).message),
  })
  const isOpen = data === undefined || data.questions.some(({ answer }) => answer === null)

  return (
    <Dialog
      isOpen
      onClose={leave}
      title={data === undefined ? 'How to read this file' : `How to read ${data.file_name}`}
      width="wide"
      footer={
        <>
          <Button onClick={leave}>Cancel</Button>
          <Button
            look="primary"
            busy={isPending}
            {...(isOpen || isFetching
              ? { disabledReason: isOpen ? 'Please answer the question first.' : 'The rows are being read.' }
              : {})}
            onClick={() => {
              if (data !== undefined) mutate(answersOf(data.questions))
            }}
          >
            Read the file
          </Button>
        </>
      }
    >
      {data === undefined ? (
        error === null ? (
          <Loading label="question">
            <Skeleton className="h-32 w-full" />
          </Loading>
        ) : (
          <ErrorState
            title="The question could not be loaded"
            text={toApiError(error).message}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )
      ) : (
        <div aria-busy={isFetching}>
          {data.questions.length === 0 && <p>This file has no open questions.</p>}
          <Questions preview={data} onAnswer={(next) => setDraft({ said: next })} />
        </div>
      )}
    </Dialog>
  )
}
