import { useQuery } from '@tanstack/react-query'
import { BROKER_FORMS_FROM, type OneYear } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { laterApi } from '../../client/later-api.ts'
import { formatMoney } from '../../ui/format/format-money.ts'
import { formatQuantity } from '../../ui/format/format-quantity.ts'
import { counted } from '../imports/import-state.ts'

interface Sheet {
  readonly name: string
  /** The name in its drawing's head. */
  readonly head: string
  readonly holds: string
  readonly files: string
  /** First lines of the paper, as its columns have them. */
  readonly lines: readonly (readonly string[])[]
  /** Printed pages, which say whether they are a draft. */
  readonly isPrinted?: boolean
}

/** The papers that a year's packet holds, as small sheets, with how much is on each. */
export function PacketSheets({ year, isDraft }: { readonly year: OneYear; readonly isDraft: boolean }) {
  const lines = useFirstLines(year)
  const { data: formLines = 0 } = useQuery(
    laterApi.brokerForms.list.queryOptions({
      input: { year: year.year },
      enabled: year.year >= BROKER_FORMS_FROM,
      select: ({ data }) => data.reduce((sum, form) => sum + form.lines, 0),
    }),
  )
  return (
    <ul
      aria-label="What is in the packet"
      className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,8.25rem))] gap-4"
    >
      {sheetsOf(year.counts, lines, formLines).map(
        ({ name, head, holds, files, lines: printed, isPrinted = false }) => (
          <li key={name} className="grid content-start gap-0.5 text-table">
            <span className="relative mb-2 block">
              <SheetDrawing head={head} year={year.year} lines={printed} />
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
        ),
      )}
    </ul>
  )
}

function sheetsOf(
  { disposals, incomes, removals }: OneYear['counts'],
  lines: FirstLines,
  formLines: number,
): Sheet[] {
  return [
    ...(disposals > 0
      ? [
          {
            name: 'Form 8949',
            head: 'Form 8949',
            holds: counted(disposals, 'line'),
            files: 'PDF, CSV',
            lines: lines.sold,
            isPrinted: true,
          },
          {
            name: 'Schedule D',
            head: 'Schedule D',
            holds: 'Lines 1a to 22',
            files: 'CSV',
            lines: lines.boxes,
            isPrinted: true,
          },
          {
            name: 'Tax software',
            head: 'Tax software',
            holds: counted(disposals, 'line'),
            files: 'A folder for each program',
            lines: lines.sold,
          },
        ]
      : []),
    ...(incomes > 0
      ? [
          {
            name: 'Income by line',
            head: 'Income',
            holds: counted(incomes, 'receipt'),
            files: 'CSV',
            lines: lines.received,
            isPrinted: true,
          },
        ]
      : []),
    ...(removals > 0
      ? [
          {
            name: 'Gifts, donations and losses',
            head: 'Gifts',
            holds: counted(removals, 'line'),
            files: 'PDF, CSV',
            lines: lines.given,
            isPrinted: true,
          },
        ]
      : []),
    ...(formLines > 0
      ? [
          {
            name: 'Forms 1099-DA, and the reply to a notice',
            head: 'Form 1099-DA',
            holds: counted(formLines, 'line'),
            files: 'CSV, PDF',
            lines: lines.sold,
            isPrinted: true,
          },
        ]
      : []),
    {
      name: 'Audit trail',
      head: 'Audit trail',
      holds: 'Every lot and price',
      files: 'CSV',
      lines: lines.lots,
    },
  ]
}

/** As many lines as a small page has room for. */
const ROOM = 14

type FirstLines = Readonly<Record<'sold' | 'boxes' | 'received' | 'given' | 'lots', Sheet['lines']>>

/** First lines of each paper of a year, from its own rows. */
function useFirstLines({ year, currency }: OneYear): FirstLines {
  const input = { year, limit: ROOM }
  const { data: sold } = useQuery(api.tax.disposals.queryOptions({ input }))
  const { data: received } = useQuery(api.tax.incomes.queryOptions({ input }))
  const { data: given } = useQuery(api.tax.removals.queryOptions({ input }))
  const { data: totals } = useQuery(api.tax.formTotals.queryOptions({ input: { year } }))
  const money = (amount: string) => formatMoney(amount, { currency })
  return {
    sold: (sold?.rows ?? []).map((row) => [
      formatQuantity(row.quantity, { ticker: row.asset }),
      money(row.proceeds),
      money(row.gain),
    ]),
    boxes: (totals?.data.boxes ?? []).map((box) => [`Box ${box.box}`, money(box.proceeds), money(box.gain)]),
    received: (received?.rows ?? []).map((row) => [
      row.date,
      formatQuantity(row.quantity, { ticker: row.asset }),
      money(row.value),
    ]),
    given: (given?.rows ?? []).map((row) => [
      row.date,
      row.label,
      formatQuantity(row.quantity, { ticker: row.asset }),
    ]),
    lots: (sold?.rows ?? []).map((row) => [
      row.acquired ?? 'unknown',
      row.disposed,
      formatQuantity(row.quantity, { ticker: row.asset }),
    ]),
  }
}

/** A page in small: its name and year over its first lines. Decoration, since what it shows is legible elsewhere. */
function SheetDrawing({
  head,
  year,
  lines,
}: {
  readonly head: string
  readonly year: number
  readonly lines: Sheet['lines']
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
      {lines.map(([first, second, third], n) => (
        // oxlint-disable-next-line react/no-array-index-key -- two lines may read the same
        <g key={n} className="fill-ink-2 text-[4.6px]">
          <text x="9" y={36 + n * 9.4}>
            {first}
          </text>
          <text x="84" y={36 + n * 9.4} textAnchor="end">
            {second}
          </text>
          <text x="123" y={36 + n * 9.4} textAnchor="end">
            {third}
          </text>
          <path d={`M9 ${(38.4 + n * 9.4).toString()}h114`} className="stroke-line" strokeWidth="0.4" />
        </g>
      ))}
    </svg>
  )
}
