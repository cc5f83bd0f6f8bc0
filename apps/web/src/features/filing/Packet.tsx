import { Download } from 'lucide-react'
import type { OneYear } from '@lotbook/contract'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { formatSize } from '../../ui/format/format-size.ts'
import { LoneLink } from '../../ui/Link.tsx'
import { useFormGuard } from '../exports/FormGuard.tsx'
import { HandOver } from './HandOver.tsx'
import { currentExport, exportWords, isBeingMade } from '../exports/export-words.ts'
import { PrintNotes } from '../exports/PrintNotes.tsx'
import { PacketSheets } from './PacketSheets.tsx'
import { useFormRests } from './use-form-rests.ts'
import { useMissingPlan } from './use-missing-plan.ts'
import { useExports } from '../exports/use-exports.ts'

/** Everything of a year in one archive: made as a job, saved when it is there. */
export function Packet({ year }: { readonly year: OneYear }) {
  const { exports = [], create, asking } = useExports()
  const made = currentExport(exports, {
    kind: 'filing-packet',
    year: year.year,
    calculatedAt: year.calculation.finished_at,
  })
  const guard = useFormGuard(create)
  const plan = useMissingPlan(year.year)
  const busy =
    guard.looking === 'filing-packet' ||
    asking?.kind === 'filing-packet' ||
    (made !== undefined && isBeingMade(made))
  const { counts } = year
  const rests = useFormRests(year)
  const isDraft =
    year.filed === null &&
    (year.changes_since > 0 ||
      (rests !== undefined && (rests.open_lines > 0 || rests.forms_expected.length > 0)))
  const isEmpty = counts.disposals + counts.incomes + counts.removals === 0
  return (
    <Card title={`The packet of ${year.year}`}>
      <p className="mb-4 text-ink-2">
        {exportWords['filing-packet'].text} As it would be printed today. A draft carries “Draft” on every
        page.
      </p>
      {!isEmpty && <PacketSheets year={year} isDraft={isDraft} />}
      <p className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          look="primary"
          busy={busy}
          disabledReason={
            isEmpty
              ? `Nothing taxable happened in ${year.year}.`
              : plan && `${year.year} needs the plan ${plan.name} first.`
          }
          icon={<Download aria-hidden="true" className="size-4" />}
          onClick={() => void guard.request('filing-packet', year.year)}
        >
          Download package .zip
        </Button>
        {plan !== undefined && !isEmpty && (
          <span className="text-ink-2">
            Needs {plan.name} for {year.year}. <LoneLink to={plan.path}>See the plans</LoneLink>
          </span>
        )}
      </p>
      {guard.dialog}
      {made?.state === 'done' && <HandOver packet={made.id} year={year.year} />}
      {made?.state === 'done' && <PrintNotes notes={made.notes} />}
      <div role="status" className="mt-2 text-caption text-ink-3">
        {busy && 'Your package is being created. You can leave this page.'}
        {made?.state === 'failed' && (
          <span className="text-danger">Could not be created. {made.reason ?? 'Try again.'}</span>
        )}
        {made?.state === 'done' && made.size_bytes !== null && `Ready, ${formatSize(made.size_bytes)}`}
      </div>
    </Card>
  )
}
