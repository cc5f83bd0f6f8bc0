import { Download, FileText } from 'lucide-react'
import { Suspense } from 'react'
import { type ExportRow, paths } from '@lotbook/contract'
import { useSlots, type YearFormsProps } from '../../client/slots.ts'
import { Button, type ButtonProps } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { LoneLink } from '../../ui/Link.tsx'
import { BoxTable } from './BoxTable.tsx'
import { ByHand } from './ByHand.tsx'
import { formatSize } from '../../ui/format/format-size.ts'
import {
  currentExport,
  emptyReason,
  type ExportKind,
  exportWords,
  ROUNDING,
  isBeingMade,
  progressText,
  YEAR_KINDS,
} from './export-words.ts'
import { useFormGuard } from './FormGuard.tsx'
import { PrintNotes } from './PrintNotes.tsx'
import { useExports } from './use-exports.ts'

/** The forms and files of a year: made at a click, saved when they are there. */
export function YearForms({ year, calculatedAt, counts }: YearFormsProps) {
  const { exports = [], create, asking } = useExports()
  const guard = useFormGuard(create)
  const { PlanNotice } = useSlots()
  const isBusy = (kind: ExportKind) => {
    const made = currentExport(exports, { kind, year, calculatedAt })
    return (
      guard.looking === kind ||
      (asking?.kind === kind && asking.tax_year === year) ||
      (made !== undefined && isBeingMade(made))
    )
  }
  return (
    <Card
      id="forms"
      title="Forms and files"
      flush
      actions={
        <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <LoneLink to={paths.settingsExport}>All exports</LoneLink>
          <AllFiles
            busy={isBusy('filing-packet')}
            disabledReason={
              counts.disposals + counts.incomes + counts.removals === 0
                ? `Nothing taxable happened in ${year.toString()}.`
                : undefined
            }
            onClick={() => void guard.request('filing-packet', year)}
          />
        </span>
      }
    >
      <Suspense>
        <div className="px-card pt-3 empty:hidden">
          <PlanNotice year={year} />
        </div>
      </Suspense>
      <div className="border-b border-line">
        <BoxTable year={year} />
      </div>
      <ul className="grid md:grid-cols-2">
        {YEAR_KINDS.map((kind) => {
          const made = currentExport(exports, { kind, year, calculatedAt })
          return (
            <li
              key={kind}
              className="flex min-w-0 flex-wrap items-start justify-between gap-3 border-b border-line px-card py-4 last:border-b-0 md:odd:border-r"
            >
              <div className="min-w-0 grow basis-44">
                <h3 className="font-medium">{exportWords[kind].name}</h3>
                <p className="text-table text-ink-2">{exportWords[kind].text}</p>
                <State made={made} />
              </div>
              <Button
                size="small"
                disabledReason={emptyReason(kind, counts, year)}
                busy={isBusy(kind)}
                icon={
                  made?.state === 'done' ? (
                    <Download aria-hidden="true" className="size-4" />
                  ) : (
                    <FileText aria-hidden="true" className="size-4" />
                  )
                }
                onClick={() => void guard.request(kind, year)}
              >
                Download<span className="sr-only"> {exportWords[kind].name}</span>
              </Button>
            </li>
          )
        })}
      </ul>
      <p className="border-t border-line px-card py-4 text-table text-ink-2">{ROUNDING}</p>
      {guard.dialog}
    </Card>
  )
}

/** Every form and list of the year in one archive. */
function AllFiles(props: Pick<ButtonProps, 'busy' | 'disabledReason' | 'onClick'>) {
  return (
    <Button {...props} size="small" icon={<Download aria-hidden="true" className="size-4" />}>
      Download all
    </Button>
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
