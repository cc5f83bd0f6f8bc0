import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { FileAnswers } from '@lotbook/contract'
import { toApiError } from '../../client/api-error.ts'
import { useDraft } from '../../client/use-draft.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { FileSummary } from './FileSummary.tsx'
import { PreviewRows } from './PreviewRows.tsx'
import { answersOf } from './file-answers.ts'
import { answersDraft } from './file-marks.ts'
import { Questions } from './Questions.tsx'
import { checkFile } from './send-file.ts'

export interface CheckDialogProps {
  readonly file: File
  readonly exchangeValue: string | undefined
  readonly onImport: (answers: FileAnswers) => void
  readonly onSkip: () => void
}

/** E6: what a file holds and would bring, and what it asks, before anything of it is kept. */
export function CheckDialog({ file, exchangeValue, onImport, onSkip }: CheckDialogProps) {
  const [{ said }, setDraft, forget] = useDraft<{ said: FileAnswers }>(answersDraft(file), { said: {} })
  const skip = () => {
    forget()
    onSkip()
  }
  const { data, error, refetch, isFetching } = useQuery({
    // The file itself is no part of a key: name, size and date tell it from the others that are looked at.
    queryKey: ['check-file', file.name, file.size, file.lastModified, exchangeValue, said],
    queryFn: () => checkFile({ file, exchangeValue, answers: said }),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })
  const isOpen = data?.questions.some(({ answer }) => answer === null) ?? true
  // A table that no format reads: it is kept, and what its columns hold is asked next.
  const isUndescribed = data !== undefined && data.message !== null && data.header.length > 1
  const reason =
    data === undefined || isFetching
      ? 'The file is being checked.'
      : data.message !== null && !isUndescribed
        ? 'This file cannot be read.'
        : isOpen && !isUndescribed
          ? 'Please answer the question first.'
          : undefined
  return (
    <Dialog
      isOpen
      onClose={skip}
      title={`Check ${file.name}`}
      width="wide"
      footer={
        <>
          <Button onClick={skip}>Do not import</Button>
          <Button
            look="primary"
            {...(reason === undefined ? {} : { disabledReason: reason })}
            onClick={() => {
              if (data === undefined) return
              forget()
              onImport(answersOf(data.questions))
            }}
          >
            {isUndescribed ? 'Describe its columns' : 'Import'}
          </Button>
        </>
      }
    >
      {data === undefined ? (
        error === null ? (
          <Loading label="rows">
            <Skeleton className="h-32 w-full" />
          </Loading>
        ) : (
          <ErrorState
            title="The file could not be checked"
            text={toApiError(error).message}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )
      ) : (
        <div aria-busy={isFetching}>
          {data.message !== null && <p className="mb-3 break-words text-danger">{data.message}</p>}
          <FileSummary preview={data} />
          {data.questions.length > 0 ? (
            <Questions preview={data} onAnswer={(next) => setDraft({ said: next })} />
          ) : (
            <PreviewRows preview={data} />
          )}
        </div>
      )}
    </Dialog>
  )
}
