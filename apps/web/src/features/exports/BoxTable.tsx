import { useQuery } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { FormTotals } from '@lotbook/contract'
import { isZero } from '@lotbook/money'
import { api } from '../../client/api.ts'
import { boxWords } from '../../client/box-words.ts'
import { readAmount } from '../../ui/format/amount.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { useIsMobile } from '../../ui/use-media.ts'
import { Total } from '../../ui/Total.tsx'
import { Gain, Money } from '../../ui/Values.tsx'
import { boxTotals, type BoxTotals } from './box-totals.ts'

type Box = FormTotals['boxes'][number]

/** The boxes of Form 8949 with their rows and totals, and whether these are the results above. */
export function BoxTable({ year }: { readonly year: number }) {
  const { data: boxes } = useQuery(
    api.tax.formTotals.queryOptions({ input: { year }, select: (answer) => answer.data.boxes }),
  )
  const { data: results } = useQuery(
    api.tax.oneYear.queryOptions({ input: { year }, select: (answer) => answer.data }),
  )
  const isMobile = useIsMobile()
  if (boxes === undefined || boxes.length === 0 || results === undefined) return null
  const { currency, net_gain, counts } = results
  const hasAdjustments = boxes.some(({ adjustment }) => !isZero(readAmount(adjustment)))
  const totals = boxTotals(boxes, { gain: net_gain.value, disposals: counts.disposals })
  return (
    <>
      <DataTable
        caption={`Form 8949 of ${year.toString()} by box`}
        columns={columnsIn(currency, hasAdjustments)}
        rows={boxes}
        rowKey={({ box, is_direct }) => `${box} ${is_direct}`}
        narrow={(row) => <NarrowBox row={row} currency={currency} />}
        foot={
          <tr>
            <th scope="row" colSpan={2} className="h-11 px-4 text-left md:pl-6">
              <Tie totals={totals} currency={currency} />
            </th>
            <td className="px-4 text-right">{totals.disposals.toLocaleString()}</td>
            {(['proceeds', 'basis'] as const).map((name) => (
              <td key={name} className="px-4 text-right">
                <Total>
                  <Money amount={totals[name]} currency={currency} />
                </Total>
              </td>
            ))}
            {hasAdjustments && (
              <td className="px-4 text-right">
                <Total>
                  <Money amount={totals.adjustment} currency={currency} />
                </Total>
              </td>
            )}
            <td className="px-4 text-right md:pr-6">
              <Total>
                <Gain amount={totals.gain} currency={currency} />
              </Total>
            </td>
          </tr>
        }
      />
      {isMobile && (
        <p className="flex flex-wrap items-center justify-between gap-x-3 border-t border-ink-2 px-4 py-3 text-table font-semibold">
          <Tie totals={totals} currency={currency} />
          <Gain amount={totals.gain} currency={currency} />
        </p>
      )}
    </>
  )
}

function columnsIn(currency: string, hasAdjustments: boolean): Column<Box>[] {
  return [
    { id: 'box', head: 'Box', track: '4rem', isRowHead: true, cell: ({ box }) => box },
    { id: 'what', head: 'What is in it', track: '1fr', cell: contentsWords },
    {
      id: 'rows',
      head: 'Rows',
      track: '5rem',
      isNumeric: true,
      cell: ({ disposals }) => disposals.toLocaleString(),
    },
    ...(['proceeds', 'basis'] as const).map((name): Column<Box> => ({
      id: name,
      head: name === 'proceeds' ? 'Proceeds' : 'Cost basis',
      track: '8rem',
      isNumeric: true,
      cell: (row) => <Money amount={row[name]} currency={currency} />,
    })),
    ...(hasAdjustments
      ? [
          {
            id: 'adjustment',
            head: 'Adjustment (g)',
            track: '8rem',
            isNumeric: true,
            cell: ({ adjustment }: Box) => <Money amount={adjustment} currency={currency} />,
          },
        ]
      : []),
    {
      id: 'gain',
      head: 'Gain',
      track: '8rem',
      isNumeric: true,
      cell: ({ gain }) => <Gain amount={gain} currency={currency} />,
    },
  ]
}

/** The words of a box; of sales that are left off the form the line that has their totals. */
function contentsWords(row: Box): string {
  const line = row.term === 'short' ? '1a' : '8a'
  return row.is_direct ? `${boxWords(row)}: totals on Schedule D, line ${line}` : boxWords(row)
}

function NarrowBox({ row, currency }: { row: Box; currency: string }) {
  return (
    <div className="grid gap-0.5">
      <p className="flex justify-between gap-3">
        <span className="font-medium">
          Box {row.box}, {row.disposals.toLocaleString()} {row.disposals === 1 ? 'row' : 'rows'}
        </span>
        <Gain amount={row.gain} currency={currency} />
      </p>
      <p className="text-caption text-ink-2">
        {contentsWords(row)} · <Money amount={row.proceeds} currency={currency} /> less{' '}
        <Money amount={row.basis} currency={currency} />
      </p>
    </div>
  )
}

function Tie({ totals: { apart, rounding, takenBack }, currency }: { totals: BoxTotals; currency: string }) {
  if (apart !== null)
    return (
      <span className="inline-flex items-center gap-1.5 text-danger">
        <TriangleAlert aria-hidden="true" className="size-4" />
        Differs from the results by <Money amount={apart} currency={currency} />
      </span>
    )
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5 text-gain">
      <CircleCheck aria-hidden="true" className="size-4" />
      Ties to results
      {takenBack !== null && (
        <span className="font-normal text-ink-2">
          (<Money amount={takenBack} currency={currency} /> of losses not allowed)
        </span>
      )}
      {rounding !== null && (
        <span className="font-normal text-ink-2">
          (<Money amount={rounding} currency={currency} /> of rounding)
        </span>
      )}
    </span>
  )
}
