import type { Comparison } from '@lotbook/contract'
import { ChartFrame } from '../../ui/charts/ChartFrame.tsx'
import { largest, position } from '../../ui/charts/chart-scale.ts'
import { cx } from '../../ui/cx.ts'
import { readAmount } from '../../ui/format/amount.ts'
import { formatMoney } from '../../ui/format/format-money.ts'
import { PlainHead } from '../../ui/PlainHead.tsx'
import { Gain, Money } from '../../ui/Values.tsx'
import { barsOf, type ChangePart, type Changes, changesOf, changeSentence } from './change-parts.ts'

/** What each cause did to a year, as bars to both sides of zero; nothing where no sum of the year changed. */
export function ChangeChart({
  comparison,
  year,
}: {
  readonly comparison: Comparison
  readonly year: number
}) {
  const { currency } = comparison
  const changes = changesOf(comparison, year)
  if (changes === undefined) return null
  const bars = barsOf(changes)
  const reach = largest(bars.map(({ amount }) => amount))
  const title = `${changes.measure.name} of ${year.toString()} by cause`
  return (
    <ChartFrame
      title={title}
      summary={changeSentence(changes, year, (amount) => formatMoney(amount, { currency }))}
      data={{
        heads: ['Cause', `Change (${currency})`],
        rows: changes.parts.map(({ label, amount }) => [label, amount]),
      }}
      table={<ChangeTable caption={title} changes={changes} currency={currency} />}
    >
      <ul className="grid gap-4 pt-1">
        {bars.map((part) => (
          <li key={part.id} className="grid gap-1.5">
            <span className="flex flex-wrap justify-between gap-x-4">
              <span className="min-w-0">{part.label}</span>
              <Change part={part} measure={changes.measure} currency={currency} />
            </span>
            <ChangeBar share={position(readAmount(part.amount), reach)} measure={changes.measure} />
          </li>
        ))}
      </ul>
    </ChartFrame>
  )
}

/** A bar from the middle: to the right what is more than before, to the left what is less. */
function ChangeBar({ share, measure }: { readonly share: number; readonly measure: Changes['measure'] }) {
  const colour = measure.id !== 'gain' ? 'bg-accent' : share < 0 ? 'bg-loss-fill' : 'bg-gain-fill'
  return (
    <span aria-hidden="true" className="relative block h-2 rounded-full bg-sunken">
      <span
        className={cx('absolute h-full rounded-full', colour, share < 0 ? 'right-1/2' : 'left-1/2')}
        style={{ width: `${(Math.abs(share) * 50).toString()}%` }}
      />
      <span className="absolute -top-1 left-1/2 h-4 w-px bg-line-strong" />
    </span>
  )
}

function Change({
  part: { amount },
  measure,
  currency,
}: {
  readonly part: Pick<ChangePart, 'amount'>
  readonly measure: Changes['measure']
  readonly currency: string
}) {
  return measure.id === 'gain' ? (
    <span className="font-medium">
      <Gain amount={amount} currency={currency} />
    </span>
  ) : (
    <span className="font-medium">
      <Money amount={amount} currency={currency} signed />
    </span>
  )
}

function ChangeTable({
  caption,
  changes: { measure, parts, total },
  currency,
}: {
  readonly caption: string
  readonly changes: Changes
  readonly currency: string
}) {
  return (
    <table className="w-full text-table">
      <caption className="sr-only">{caption}</caption>
      <PlainHead names={['Cause', 'Change']} />
      <tbody>
        {parts.map((part) => (
          <tr key={part.id} className="border-b border-line">
            <th scope="row" className="px-2 py-1.5 text-left font-normal sm:px-3">
              {part.label}
            </th>
            <td className="px-2 text-right sm:px-3">
              <Change part={part} measure={measure} currency={currency} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot className="font-semibold">
        <tr>
          <th scope="row" className="h-9 px-2 text-left sm:px-3">
            All
          </th>
          <td className="px-2 text-right sm:px-3">
            <Change part={{ amount: total }} measure={measure} currency={currency} />
          </td>
        </tr>
      </tfoot>
    </table>
  )
}
