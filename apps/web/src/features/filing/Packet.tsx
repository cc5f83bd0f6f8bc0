import { Download } from 'lucide-react'
import type { OneYear } from '@lotbook/contract'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { formatSize } from '../../ui/format/format-size.ts'
import { HandOver } from './HandOver.tsx'
import { currentExport, exportWords, isBeingMade } from '../exports/export-words.ts'
import { PacketSheets } from './PacketSheets.tsx'
import { useFormRests } from './use-form-rests.ts'
import { useExports } from '../exports/use-exports.ts'

/** Everything of a year in one archive: made as a job, saved when it is there. */
export function Packet({ year }: { readonly year: OneYear }) {
  const { exports = [], create, asking } = useExports()
  const made = currentExport(exports, {
    kind: 'filing-packet',
    year: year.year,
    calculatedAt: year.calculation.finished_at,
  })
  const busy = asking?.kind === 'filing-packet' || (made !== undefined && isBeingMade(made))
  const { counts } = year
  const rests = useFormRests(year)
  const isDraft =
    year.filed === null && (year.changes_since > 0 || (rests !== undefined && rests.open_lines > 0))
  const isEmpty = counts.disposals + counts.incomes + counts.removals === 0
  return (
    <Card title={`The packet of ${year.year}`}>
      <p className="mb-4 text-ink-2">
        {exportWords['filing-packet'].text} As it would be printed today. A draft carries “Draft” on every
        page.
      </p>
      {!isEmpty && <PacketSheets year={year} isDraft={isDraft} />}
      <p className="mt-4">
        <Button
          look="primary"
          busy={busy}
          disabledReason={isEmpty ? `Nothing taxable happened in ${year.year}.` : undefined}
          icon={<Download aria-hidden="true" className="size-4" />}
          onClick={() => create('filing-packet', year.year)}
        >
          Download package .zip
        </Button>
      </p>
      {made?.state === 'done' && <HandOver packet={made.id} year={year.year} />}
      <div role="status" className="mt-2 text-caption text-ink-3">
        {busy && 'The package is being made. You can leave this page.'}
        {made?.state === 'failed' && (
          <span className="text-danger">Could not be created. {made.reason ?? 'Try again.'}</span>
        )}
        {made?.state === 'done' && made.size_bytes !== null && `Ready, ${formatSize(made.size_bytes)}`}
      </div>
    </Card>
  )
}
