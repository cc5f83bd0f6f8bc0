import { RotateCw, Trash2, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { type ImportSource, screenMessages } from '@lotbook/contract'
import { Button, IconButton } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FileName } from './FileName.tsx'
import { FindingsSheet } from './FindingsSheet.tsx'
import type { LiveProgress } from './live-progress.ts'
import { SourceOutcome } from './SourceOutcome.tsx'
import { deletionOf, useSourceActions } from './use-source-actions.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

const AnswerDialog = lazyPart(async () => (await import('./AnswerDialog.tsx')).AnswerDialog)
const PreviewDialog = lazyPart(async () => (await import('./PreviewDialog.tsx')).PreviewDialog)

/** One file of an account: what came of it, and what can be done with it. */
export function SourceRow({ source, live }: { source: ImportSource; live: LiveProgress }) {
  const [shown, setShown] = useState<'notes' | 'rows' | 'answer' | 'delete'>()
  const { cancel, retry, remove } = useSourceActions(source)
  const isManual = source.file_type === 'manual'
  const name = source.file_name ?? (isManual ? 'Manual entries' : source.account_name)
  const isRunning = source.import_status === 'in-progress'
  const canRetry = !isRunning && (source.status_code === 'failed' || source.status_code === 'cancelled')
  const close = () => setShown(undefined)

  return (
    <li className="grid gap-1 px-4 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <FileName name={name} />
        <span className="text-table text-ink-2">{source.format_name}</span>
        <span className="ml-auto flex items-center gap-1">
          {isRunning && (
            <Button
              size="small"
              look="quiet"
              icon={<X aria-hidden="true" className="size-4" />}
              aria-label={`Cancel ${name}`}
              busy={cancel.isPending}
              onClick={() => cancel.mutate()}
            >
              Cancel
            </Button>
          )}
          {canRetry && (
            <Button
              size="small"
              icon={<RotateCw aria-hidden="true" className="size-4" />}
              aria-label={`Try ${name} again`}
              busy={retry.isPending}
              onClick={() => retry.mutate()}
            >
              Try again
            </Button>
          )}
          <IconButton label={`Delete ${name}`} onClick={() => setShown('delete')}>
            <Trash2 aria-hidden="true" className="size-4" />
          </IconButton>
        </span>
      </div>
      <SourceOutcome
        source={source}
        live={live}
        onShowRows={source.upload_id === null ? undefined : () => setShown('rows')}
        onShowNotes={() => setShown('notes')}
        onAnswer={() => setShown('answer')}
      />
      <Suspense>
        {shown === 'rows' && source.upload_id !== null && (
          <PreviewDialog uploadId={source.upload_id} onClose={close} />
        )}
        {shown === 'answer' && <AnswerDialog sourceId={source.id} onClose={close} />}
      </Suspense>
      {shown === 'notes' && <FindingsSheet sourceId={source.id} onClose={close} />}
      <ConfirmDialog
        isOpen={shown === 'delete'}
        title={screenMessages.source.deleteTitle}
        text={screenMessages.source.deleteText}
        consequence={deletionOf(source, name)}
        confirm="Delete"
        isDestructive
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSuccess: close })}
        onClose={close}
      />
    </li>
  )
}
