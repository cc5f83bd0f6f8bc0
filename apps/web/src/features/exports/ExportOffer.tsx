import { Button } from '../../ui/Button.tsx'
import { type ExportKind, exportWords } from './export-words.ts'

export interface ExportOfferProps {
  readonly kind: ExportKind
  /** Contents of the export, if they are not the usual. */
  readonly text?: string
  readonly busy: boolean
  readonly disabledReason: string | undefined
  readonly onCreate: () => void
}

/** One export: what it is called, what is in it, and the button that makes it. */
export function ExportOffer({ kind, text, busy, disabledReason, onCreate }: ExportOfferProps) {
  const { name, text: usual } = exportWords[kind]
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-card py-3">
      <div className="min-w-0 grow basis-44">
        <p className="font-medium">{name}</p>
        <p className="text-table break-words text-ink-2">{text ?? usual}</p>
      </div>
      <Button size="small" busy={busy} disabledReason={disabledReason} onClick={onCreate}>
        Create<span className="sr-only"> {name}</span>
      </Button>
    </li>
  )
}
