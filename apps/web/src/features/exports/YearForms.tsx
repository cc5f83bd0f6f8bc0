import { Download } from 'lucide-react'
import { Suspense } from 'react'
import { paths } from '@lotbook/contract'
import { useSlots, type YearFormsProps } from '../../client/slots.ts'
import { Button, type ButtonProps } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { LoneLink } from '../../ui/Link.tsx'
import { BoxTable } from './BoxTable.tsx'
import {
  currentExport,
  emptyReason,
  type ExportKind,
  exportWords,
  ROUNDING,
  isBeingMade,
  YEAR_KINDS,
} from './export-words.ts'
import { FileOffer } from './FileOffer.tsx'
import { useFormGuard } from './FormGuard.tsx'
import { TaxSoftware } from './TaxSoftware.tsx'
import { useExports } from './use-exports.ts'

/** The forms and files of a year: made at a click, saved when they are there. */
export function YearForms({ year, calculatedAt, counts }: YearFormsProps) {
  const { exports = [], create, asking } = useExports()
  const guard = useFormGuard(create)
  const { PlanNotice } = useSlots()
  const madeOf = (kind: ExportKind) => currentExport(exports, { kind, year, calculatedAt })
  const isBusy = (kind: ExportKind) => {
    const made = madeOf(kind)
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
        {YEAR_KINDS.map((kind) => (
          <FileOffer
            key={kind}
            name={exportWords[kind].name}
            text={exportWords[kind].text}
            made={madeOf(kind)}
            disabledReason={emptyReason(kind, counts, year)}
            busy={isBusy(kind)}
            onDownload={() => void guard.request(kind, year)}
          />
        ))}
      </ul>
      <TaxSoftware
        year={year}
        offer={(kind) => ({
          made: madeOf(kind),
          disabledReason: emptyReason(kind, counts, year),
          busy: isBusy(kind),
          onDownload: () => void guard.request(kind, year),
        })}
      />
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
