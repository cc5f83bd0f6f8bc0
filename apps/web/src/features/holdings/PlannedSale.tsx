import { shortAccount } from '@lotbook/journal'
import { paths, type SalePlan } from '@lotbook/contract'
import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from '../../ui/cx.ts'
import { formatDay } from '../../ui/format/format-date-time.ts'
import { formatQuantity } from '../../ui/format/format-quantity.ts'
import { Link } from '../../ui/Link.tsx'
import { PlainHead } from '../../ui/PlainHead.tsx'
import { Total } from '../../ui/Total.tsx'
import { Day, Gain, Money, Quantity } from '../../ui/Values.tsx'
import { methodWords } from '../settings/tax-setting-words.ts'
import { brokerWords, daysWords, priceWords, taxName, unitMoney, waitWords } from './holding-words.ts'
import { Cost } from './Unknown.tsx'

/** What a planned sale would come to: its figures, its lots, and what waiting would change. */
export function PlannedSale({ plan }: { readonly plan: SalePlan }) {
  const { currency, symbol, lots_total } = plan
  const shown = useRef<HTMLElement>(null)
  // The form above it may fill the sheet.
  useEffect(() => {
    shown.current?.scrollIntoView({ block: 'start' })
  }, [plan])
  return (
    <section
      ref={shown}
      aria-label="Planned sale"
      className="grid grid-cols-[minmax(0,1fr)] gap-5 border-t border-line pt-5"
    >
      <p>
        {formatQuantity(plan.quantity, { ticker: symbol })} from {shortAccount(plan.account_name)} on{' '}
        {formatDay(plan.day)} at {unitMoney(plan.price.price, currency)} each{priceWords(plan.price)}.{' '}
        {methodWords[plan.method].text}
      </p>
      <dl className="grid gap-2">
        <Line name="Proceeds">
          <Money amount={plan.proceeds} currency={currency} />
        </Line>
        <Line name="Cost basis">
          <Cost amount={plan.basis} currency={currency} />
        </Line>
        <Line name="Short-term gain">
          <Gain amount={plan.gain.short} currency={currency} />
        </Line>
        <Line name="Long-term gain">
          <Gain amount={plan.gain.long} currency={currency} />
        </Line>
        <Line name="Gain" isSum>
          <Total>
            <Gain amount={plan.gain.total} currency={currency} />
          </Total>
        </Line>
        {plan.tax !== null && (
          <Line name={taxName(plan.tax)}>
            <Money amount={plan.tax.replace('-', '')} currency={currency} />
          </Line>
        )}
      </dl>
      {plan.is_broker && <p className="text-table text-ink-2">{brokerWords(plan)}</p>}
      <Part
        title="Lots used"
        aside={
          plan.lots.length < lots_total
            ? `the first ${plan.lots.length.toLocaleString()} of ${lots_total.toLocaleString()}`
            : undefined
        }
      >
        <table className="w-full text-table">
          <caption className="sr-only">Lots used</caption>
          <PlainHead names={['Acquired', 'Quantity', 'Cost', 'Gain']} wideOnly="Quantity" />
          <tbody>
            {plan.lots.map((lot, n) => (
              // oxlint-disable-next-line react/no-array-index-key -- an answer's lots keep their order
              <tr key={n} className="border-t border-line">
                <th scope="row" className="px-2 py-2 text-left font-normal whitespace-nowrap sm:px-3">
                  <Acquired lot={lot} />
                  <span className="block text-caption text-ink-2">
                    {lot.term === 'long' ? 'Long-term' : 'Short-term'}
                  </span>
                  <span className="block text-caption text-ink-2 sm:hidden">
                    <Quantity amount={lot.quantity} />
                  </span>
                </th>
                <td className="hidden px-3 py-2 text-right sm:table-cell">
                  <Quantity amount={lot.quantity} />
                </td>
                <td className="px-2 py-2 text-right sm:px-3">
                  <Cost amount={lot.basis} currency={currency} />
                </td>
                <td className="px-2 py-2 text-right sm:px-3">
                  <Gain amount={lot.gain} currency={currency} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Part>
      <Part title="If you wait">
        {plan.waits.length === 0 ? (
          <p className="px-2 py-2 text-ink-2 sm:px-3">
            {plan.gain.short === '0' && plan.long_quantity === plan.quantity
              ? 'Every lot of this sale is already long-term.'
              : 'Waiting would not make any lot of this sale long-term.'}
          </p>
        ) : (
          <table className="w-full text-table">
            <caption className="sr-only">The same sale later, at the same price</caption>
            <PlainHead names={['Day', 'Short-term', 'Long-term', ...(plan.tax === null ? [] : ['Tax'])]} />
            <tbody>
              {[{ ...plan, days: 0 }, ...plan.waits].map((sale) => (
                <tr key={sale.day} className="border-t border-line">
                  <th scope="row" className="px-2 py-2 text-left font-normal sm:px-3">
                    <Day day={sale.day} />
                    <span className="block text-caption text-ink-2">
                      {sale.days === 0 ? 'as planned' : `${daysWords(sale.days)} later`}
                    </span>
                  </th>
                  <td className="px-2 py-2 text-right sm:px-3">
                    <Gain amount={sale.gain.short} currency={currency} />
                  </td>
                  <td className="px-2 py-2 text-right sm:px-3">
                    <Gain amount={sale.gain.long} currency={currency} />
                  </td>
                  {plan.tax !== null && (
                    <td className="px-2 py-2 text-right sm:px-3">
                      {sale.tax === null ? 'Not known' : <Money amount={sale.tax} currency={currency} />}
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Part>
      {plan.waits.length > 0 && <p className="text-table text-ink-2">{waitWords(plan)}</p>}
      <p className="text-table text-ink-2">
        Calculated by the same engine as your taxes, as if the sale came after everything in your history.
        Nothing is recorded.
      </p>
    </section>
  )
}

function Acquired({ lot: { acquired, transaction_id: id } }: { readonly lot: SalePlan['lots'][number] }) {
  if (acquired === null) return 'Unknown day'
  if (id === null) return <Day day={acquired} />
  return (
    <Link
      to={`${paths.transactions}?id=${encodeURIComponent(id)}`}
      className="inline-flex min-h-6 items-center underline decoration-line-strong decoration-dotted underline-offset-4 hover:decoration-ink hover:decoration-solid pointer-coarse:min-h-11"
    >
      <Day day={acquired} />
    </Link>
  )
}

function Line({
  name,
  isSum = false,
  children,
}: {
  readonly name: string
  readonly isSum?: boolean
  readonly children: ReactNode
}) {
  return (
    <div
      className={cx(
        'flex flex-wrap justify-between gap-x-4',
        isSum && 'border-t border-line pt-2 font-semibold',
      )}
    >
      <dt className={isSum ? undefined : 'text-ink-2'}>{name}</dt>
      <dd className="text-right">{children}</dd>
    </div>
  )
}

function Part({
  title,
  aside,
  children,
}: {
  readonly title: string
  readonly aside?: string | undefined
  readonly children: ReactNode
}) {
  return (
    <section>
      <h3 className="mb-2 flex items-baseline justify-between gap-2 text-table font-semibold text-ink-2">
        {title}
        {aside !== undefined && <span className="font-normal">{aside}</span>}
      </h3>
      <div
        role="region"
        aria-label={title}
        // Scrolls by keyboard where it is wider than the sheet.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="overflow-x-auto rounded-card border border-line"
      >
        {children}
      </div>
    </section>
  )
}
