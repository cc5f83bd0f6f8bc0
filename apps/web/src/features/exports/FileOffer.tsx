import { Download, FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ExportRow } from '@lotbook/contract'
import { Button, type ButtonProps } from '../../ui/Button.tsx'
import { formatSize } from '../../ui/format/format-size.ts'
import { ByHand } from './ByHand.tsx'
import { isBeingMade, progressText } from './export-words.ts'
import { PrintNotes } from './PrintNotes.tsx'

/** State of an export and the way to have it. */
export interface FileState extends Pick<ButtonProps, 'busy' | 'disabledReason'> {
  readonly made: ExportRow | undefined
  readonly onDownload: () => void
}

interface FileOfferProps extends FileState {
  readonly name: string
  readonly text: string
  readonly children?: ReactNode
}

/** A file of a year: its name, what is in it, what became of it, and the button that makes or saves it. */
export function FileOffer({ name, text, made, busy, disabledReason, onDownload, children }: FileOfferProps) {
  return (
    <li className="flex min-w-0 flex-wrap items-start justify-between gap-3 border-b border-line px-card py-4 last:border-b-0 md:odd:border-r">
      <div className="min-w-0 grow basis-44">
        <h3 className="font-medium">{name}</h3>
        <p className="text-table text-ink-2">{text}</p>
        {children}
        <State made={made} />
      </div>
      <Button
        size="small"
        disabledReason={disabledReason}
        busy={busy ?? false}
        icon={
          made?.state === 'done' ? (
            <Download aria-hidden="true" className="size-4" />
          ) : (
            <FileText aria-hidden="true" className="size-4" />
          )
        }
        onClick={onDownload}
      >
        Download<span className="sr-only"> {name}</span>
      </Button>
    </li>
  )
}

function State({ made }: { made: ExportRow | undefined }) {
  return (
    <div role="status" className="mt-1 text-caption text-ink-3">
      {made !== undefined && isBeingMade(made) && progressText(made)}
      {made?.state === 'failed' && (
        <span className="text-danger">Could not be created. {made.reason ?? 'Try again.'}</span>
      )}
      {made?.state === 'done' && made.size_bytes !== null && (
        <>
          {(made.rows ?? 0).toLocaleString()} rows, {formatSize(made.size_bytes)}
          <ByHand items={made.by_hand} />
          <PrintNotes notes={made.notes} />
        </>
      )}
    </div>
  )
}
