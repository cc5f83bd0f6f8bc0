import { Download } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { exportWords, isBeingMade } from '../exports/export-words.ts'
import { useExports } from '../exports/use-exports.ts'

/** The lines as a table, and as the reply to a notice of the IRS: made at a click, saved when they are there. */
export function FormPapers({ year }: { readonly year: number }) {
  const { exports = [], create, asking } = useExports()
  return (['form-1099-da-csv', 'notice-reply-pdf'] as const).map((kind) => (
    <Button
      key={kind}
      icon={<Download aria-hidden="true" className="size-4" />}
      busy={
        asking?.kind === kind ||
        exports.some((row) => row.kind === kind && row.tax_year === year && isBeingMade(row))
      }
      onClick={() => create(kind, year)}
    >
      {kind === 'form-1099-da-csv' ? 'Download table' : exportWords[kind].name}
    </Button>
  ))
}
