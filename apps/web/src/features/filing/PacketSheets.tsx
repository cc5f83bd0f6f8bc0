import type { OneYear } from '@lotbook/contract'
import { cx } from '../../ui/cx.ts'
import { counted } from '../imports/import-state.ts'

interface Sheet {
  readonly name: string
  /** The name in its drawing's head. */
  readonly head: string
  readonly holds: string
  readonly files: string
  /** Printed pages, which say whether they are a draft. */
  readonly isPrinted?: boolean
}

/** The papers that a year's packet holds, as small sheets, with how much is on each. */
export function PacketSheets({ year, isDraft }: { readonly year: OneYear; readonly isDraft: boolean }) {
  return (
    <ul
      aria-label="What is in the packet"
      className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,8.25rem))] gap-4"
    >
      {sheetsOf(year.counts).map(({ name, head, holds, files, isPrinted = false }) => (
        <li key={name} className="grid content-start gap-0.5 text-table">
          <span className="relative mb-2 block">
            <SheetDrawing head={head} year={year.year} isTable={isPrinted} />
            {isPrinted && isDraft && (
              <span className="absolute right-2 bottom-3 rounded-[4px] bg-warn-soft px-1.5 text-caption font-semibold text-warn">
                Draft
              </span>
            )}
          </span>
          <span className="font-medium">{name}</span>
          <span className="text-caption text-ink-2">{holds}</span>
          <span className="text-caption text-ink-2">{files}</span>
        </li>
      ))}
    </ul>
  )
}

function sheetsOf({ disposals, incomes, removals }: OneYear['counts']): Sheet[] {
  return [
    ...(disposals > 0
      ? [
          {
            name: 'Form 8949',
            head: 'Form 8949',
            holds: counted(disposals, 'line'),
            files: 'PDF, CSV',
            isPrinted: true,
          },
          { name: 'Schedule D', head: 'Schedule D', holds: 'Lines 1b to 16', files: 'CSV' },
          { name: 'TurboTax', head: 'TurboTax', holds: counted(disposals, 'line'), files: 'CSV' },
        ]
      : []),
    ...(incomes > 0
      ? [{ name: 'Schedule 1, line 8v', head: 'Income', holds: counted(incomes, 'receipt'), files: 'CSV' }]
      : []),
    ...(removals > 0
      ? [
          {
            name: 'Gifts, donations and losses',
            head: 'Gifts',
            holds: counted(removals, 'line'),
            files: 'CSV',
          },
        ]
      : []),
    { name: 'Audit trail', head: 'Audit trail', holds: 'Every lot and price', files: 'CSV' },
  ]
}

const ROWS = Array.from({ length: 14 }, (_, n) => n)

/** A page in small: its name and year over lines of print. */
function SheetDrawing({
  head,
  year,
  isTable,
}: {
  readonly head: string
  readonly year: number
  readonly isTable: boolean
}) {
  return (
    <svg
      viewBox="0 0 132 170"
      aria-hidden="true"
      className="w-full rounded-[3px] bg-surface text-ink-3 shadow-card ring-1 ring-line"
    >
      <text x="9" y="19" className="fill-ink text-[9.5px] font-semibold">
        {head}
      </text>
      <text x="123" y="19" textAnchor="end" className="fill-ink-3 text-[8px] font-semibold">
        {year}
      </text>
      <path d="M9 26.5h114" className="stroke-ink" strokeWidth="0.8" />
      {ROWS.map((n) => (
        <g key={n} fill="currentColor">
          <rect
            x="9"
            y={34 + n * 9}
            width={isTable ? 30 : 60 + ((n * 17) % 40)}
            height="2.2"
            opacity="0.45"
          />
          {isTable &&
            [48, 72, 104].map((x) => (
              <rect key={x} x={x + ((n * 5) % 6)} y={34 + n * 9} width="14" height="2.2" opacity="0.7" />
            ))}
          <rect
            x="9"
            y={39 + n * 9}
            width="114"
            height="0.5"
            opacity="0.3"
            className={cx(!isTable && 'hidden')}
          />
        </g>
      ))}
    </svg>
  )
}
