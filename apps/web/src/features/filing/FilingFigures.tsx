import type { OneYear } from '@lotbook/contract'
import { formatDecimal, isZero, negate, plus } from '@lotbook/money'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '../../ui/Card.tsx'
import { Stat } from '../../ui/Figure.tsx'
import { readAmount } from '../../ui/format/amount.ts'
import { Gain, Money } from '../../ui/Values.tsx'
import { openNow, openTotals } from '../tax/open-totals.ts'

/** What a year comes to, as the return will say it. */
export function FilingFigures({ year }: { readonly year: OneYear }) {
  const { currency, net_gain, income, short, long, counts } = year
  const { most } = openTotals(openNow(year))
  const both = (of: 'proceeds' | 'basis') => plus(readAmount(short[of].value), readAmount(long[of].value))
  return (
    <Card>
      <Stat
        isHero
        label={`Net gain, ${year.year.toString()}`}
        handle={net_gain.handle}
        detail={
          !isZero(readAmount(most)) && (
            <span className="flex items-center gap-1.5 font-medium text-warn">
              <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
              <span>
                Open items could change the figures by up to <Money amount={most} currency={currency} />
              </span>
            </span>
          )
        }
      >
        <Gain amount={net_gain.value} currency={currency} large />
      </Stat>
      <dl className="mt-4 grid gap-0">
        <Row name="Proceeds">
          <Money amount={formatDecimal(both('proceeds'))} currency={currency} />
        </Row>
        <Row name="Cost">
          <Money amount={formatDecimal(negate(both('basis')))} currency={currency} />
        </Row>
        <Row name="Net gain" isTotal>
          <Money amount={net_gain.value} currency={currency} signed />
        </Row>
        <Row name="Income">
          <Money
            amount={counts.incomes > 0 && counts.incomes === counts.incomes_unpriced ? null : income.value}
            currency={currency}
          />
        </Row>
      </dl>
    </Card>
  )
}

function Row({
  name,
  isTotal = false,
  children,
}: {
  readonly name: string
  readonly isTotal?: boolean
  readonly children: ReactNode
}) {
  return (
    <div
      className={
        isTotal
          ? 'flex justify-between gap-3 border-t border-b-[3px] border-t-ink border-double border-b-ink py-2 font-semibold'
          : 'flex justify-between gap-3 border-t border-rule py-2'
      }
    >
      <dt>{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  )
}
