import { FactRow, Facts } from '../../ui/Facts.tsx'
import { useIsMobile } from '../../ui/use-media.ts'
import { Money } from '../../ui/Values.tsx'
import type { AmountRow } from './amended-lines.ts'

interface AmountTableProps {
  readonly name: string
  readonly heads: readonly [string, string, string]
  readonly rows: readonly AmountRow[]
  readonly currency: string
}

/** Lines of a form with three amounts each: a table, or a list where the window is narrow. */
export function AmountTable(props: AmountTableProps) {
  return useIsMobile() ? <AmountList {...props} /> : <WideTable {...props} />
}

function AmountList({ name, heads, rows, currency }: AmountTableProps) {
  return (
    <ul aria-label={name} className="divide-y divide-line border-t border-line">
      {rows.map((row) => (
        <li key={row.name} className="grid gap-1 px-4 py-3 text-table">
          <span className={row.isSame ? 'text-ink-2' : 'font-medium'}>{row.name}</span>
          <Facts>
            {heads.map((head, column) => (
              <FactRow key={head} name={head}>
                <Amount amount={row.amounts[column] ?? null} column={column} currency={currency} />
              </FactRow>
            ))}
          </Facts>
        </li>
      ))}
    </ul>
  )
}

function WideTable({ name, heads, rows, currency }: AmountTableProps) {
  const cell = 'px-4 py-2 text-right tabular-nums'
  return (
    <div
      role="region"
      aria-label={name}
      // Scrolls by keyboard where it is wider than its card.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="overflow-x-auto"
    >
      <table className="w-full text-table">
        <caption className="sr-only">{name}</caption>
        <thead>
          <tr className="border-b border-line text-ink-2">
            <th scope="col" className="px-4 py-2 text-left font-medium">
              Line
            </th>
            {heads.map((head) => (
              <th key={head} scope="col" className={`${cell} font-medium`}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name} className="border-b border-line last:border-b-0">
              <th scope="row" className={`px-4 py-2 text-left font-normal ${row.isSame ? 'text-ink-2' : ''}`}>
                {row.name}
              </th>
              {heads.map((head, column) => (
                <td key={head} className={cell}>
                  <Amount amount={row.amounts[column] ?? null} column={column} currency={currency} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The middle column is a change. */
const CHANGE = 1

function Amount({
  amount,
  column,
  currency,
}: {
  readonly amount: string | null
  readonly column: number
  readonly currency: string
}) {
  if (amount === null) return <span className="text-ink-3">Your return</span>
  return <Money amount={amount} currency={currency} signed={column === CHANGE} />
}
