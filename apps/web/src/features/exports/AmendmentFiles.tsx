import { Download } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { exportWords, isBeingMade } from './export-words.ts'
import { useExports } from './use-exports.ts'

/** The amendment of a filed year as files: made at a click, saved when they are there. */
export function AmendmentFiles({ year }: { year: number }) {
  const { exports = [], create, asking } = useExports()
  return (
    <>
      {(['amendment-packet', 'amendment-pdf', 'amendment-csv'] as const).map((kind) => (
        <Button
          key={kind}
          size="small"
          icon={<Download aria-hidden="true" className="size-4" />}
          busy={
            asking?.kind === kind ||
            exports.some((row) => row.kind === kind && row.tax_year === year && isBeingMade(row))
          }
          onClick={() => create(kind, year)}
        >
          {exportWords[kind].name}
        </Button>
      ))}
    </>
  )
}
