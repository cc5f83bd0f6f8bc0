import { shortAccount } from '@lotbook/journal'
import { useQuery } from '@tanstack/react-query'
import { FileText, RotateCw } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { UploadResult } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { Button } from '../../ui/Button.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { formatSize } from '../../ui/format/format-size.ts'
import { FileName } from './FileName.tsx'
import { FindingsSheet } from './FindingsSheet.tsx'
import type { LiveProgress } from './live-progress.ts'
import { SourceOutcome } from './SourceOutcome.tsx'
import type { FileUpload } from './uploads.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

const AnswerDialog = lazyPart(async () => (await import('./AnswerDialog.tsx')).AnswerDialog)
const PreviewDialog = lazyPart(async () => (await import('./PreviewDialog.tsx')).PreviewDialog)

export interface UploadRowProps {
  readonly upload: FileUpload
  readonly live: LiveProgress
  readonly onRetry: () => void
}

/** One file on its way: sent, recognised, read. */
export function UploadRow({ upload: { file, state }, live, onRetry }: UploadRowProps) {
  return (
    <li className="grid gap-2 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="flex min-w-0 items-center gap-2">
          <FileText aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
          <FileName name={file.name} />
          <span className="shrink-0 text-table text-ink-3">{formatSize(file.size)}</span>
        </span>
        {state.kind === 'waiting' && <StatusBadge look="waiting" label="Waiting" />}
        {state.kind === 'unsent' && (
          <Button
            size="small"
            icon={<RotateCw aria-hidden="true" className="size-4" />}
            aria-label={`Retry ${file.name}`}
            onClick={onRetry}
          >
            Retry
          </Button>
        )}
        {state.kind === 'taken' && <Recognised result={state.result} />}
      </div>
      {state.kind === 'sending' && (
        <ProgressBar
          label={`Upload of ${file.name}`}
          slim
          progress={{
            id: file.name,
            seq: 0,
            state: 'waiting',
            stage: 'Uploading',
            done: state.sent,
            total: file.size,
            unit: 'bytes',
          }}
        />
      )}
      {state.kind === 'taken' && <TakenFile result={state.result} live={live} />}
    </li>
  )
}

function Recognised({ result }: { result: UploadResult }) {
  return (
    <span className="text-table text-ink-2">
      {result.format_name}
      {result.account_name !== null && ` → ${shortAccount(result.account_name)}`}
    </span>
  )
}

/** State of a file that was accepted, while it is read and after. */
function TakenFile({ result, live }: { result: UploadResult & { source_id: string }; live: LiveProgress }) {
  const [shown, setShown] = useState<'rows' | 'notes' | 'answer'>()
  const { data } = useQuery({
    ...api.imports.source.queryOptions({ input: { id: result.source_id } }),
    select: (answer) => answer.data,
  })
  const close = () => setShown(undefined)
  return (
    <>
      {result.is_repeat && (
        <p className="text-table text-ink-2">
          You have uploaded this file before. Nothing in it is counted twice.
        </p>
      )}
      {data !== undefined && (
        <SourceOutcome
          source={data}
          live={live}
          onShowRows={result.upload_id === null ? undefined : () => setShown('rows')}
          onShowNotes={() => setShown('notes')}
          onAnswer={() => setShown('answer')}
        />
      )}
      {shown === 'notes' && <FindingsSheet sourceId={result.source_id} onClose={close} />}
      <Suspense>
        {shown === 'rows' && result.upload_id !== null && (
          <PreviewDialog uploadId={result.upload_id} onClose={close} />
        )}
        {shown === 'answer' && <AnswerDialog sourceId={result.source_id} onClose={close} />}
      </Suspense>
    </>
  )
}
