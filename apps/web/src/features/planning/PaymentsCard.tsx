import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EstimatedPayments } from '@lotbook/contract'
import { isZero } from '@lotbook/money'
import { toApiError } from '../../client/api-error.ts'
import { laterApi } from '../../client/later-api.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FactRow, Facts } from '../../ui/Facts.tsx'
import { readAmount } from '../../ui/format/amount.ts'
import { formatDay } from '../../ui/format/format-date-time.ts'
import { Hint } from '../../ui/Hint.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { Day, Money } from '../../ui/Values.tsx'
import { PaymentsDialog } from './PaymentsDialog.tsx'
import { nextPaymentWords, ruleWords } from './plan-words.ts'
import type { Person } from './person.ts'

type Plan = NonNullable<EstimatedPayments['plan']>
type Installment = Plan['installments'][number]

interface PaymentsProps {
  readonly year: number
  readonly currency: string
  readonly person: Person
}

/** What to pay by which day so that no penalty is due, and what was paid. */
export function PaymentsCard({ year, currency, person }: PaymentsProps) {
  const { data, error, isFetching, refetch } = useQuery({
    ...laterApi.taxReturns.payments.queryOptions({
      input: { year, ...person },
      select: (answer) => answer.data,
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <Card
      id="payments"
      title={
        <>
          Estimated tax payments
          <Hint about="Estimated tax">
            The IRS expects tax to be paid during the year. You owe no penalty if withholding and payments on
            Form 1040-ES reach 90% of this year’s tax, or all of last year’s (110% if your adjusted gross
            income was above $150,000, or $75,000 if married filing separately).
          </Hint>
        </>
      }
      flush
    >
      {data !== undefined ? (
        <Found year={year} currency={currency} found={data} />
      ) : error === null ? (
        <Loading label="the payments">
          <div className="p-4">
            <Skeleton className="h-40 w-full" />
          </div>
        </Loading>
      ) : (
        <ErrorState
          title="The payments could not be loaded"
          text={toApiError(error).message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </Card>
  )
}

function Found({
  year,
  currency,
  found,
}: Pick<PaymentsProps, 'year' | 'currency'> & { readonly found: EstimatedPayments }) {
  const [isOpen, setOpen] = useState(false)
  const { plan, facts, today, is_filed: isFiled } = found
  const next =
    plan === null ? undefined : nextPaymentWords(plan, { today, currency, withholding: facts.withholding })
  return (
    <>
      <div className="grid gap-4 px-4 pt-1 pb-4 md:px-6">
        {plan === null ? (
          <p className="text-ink-2">The federal tax tables for {year} are not in Lotbook yet.</p>
        ) : (
          <>
            {next !== undefined && <p className="text-lead font-semibold">{next}</p>}
            <Facts>
              <FactRow name={`Tax of ${year.toString()} as estimated now`}>
                <Money amount={plan.tax} currency={currency} />
              </FactRow>
              <FactRow name="To pay during the year" isStrong>
                <Money amount={plan.required} currency={currency} />
              </FactRow>
            </Facts>
            <p className="text-table text-ink-2">
              {ruleWords(plan, { year, currency, priorAgi: facts.prior_agi })}
            </p>
          </>
        )}
        <Entered facts={facts} currency={currency} />
        {isFiled ? (
          <p className="text-table text-ink-2">{year} is marked as filed; its payments stay as filed.</p>
        ) : (
          <div>
            <Button onClick={() => setOpen(true)}>Enter payments and last year’s tax</Button>
          </div>
        )}
      </div>
      {plan !== null && !isZero(readAmount(plan.required)) && (
        <DataTable
          caption={`Installments for ${year.toString()}`}
          columns={columnsOf(currency)}
          rows={plan.installments}
          rowKey={({ due }) => due}
          narrow={(one) => <Narrow installment={one} currency={currency} />}
        />
      )}
      <p className="border-t border-line px-4 py-4 text-table text-ink-2 md:px-6">
        Withholding counts as paid in equal parts on the four days. Gains late in the year may lower the
        earlier installments (Form 2210, Schedule AI), which is not worked out here. State tax has its own
        rules. This is an estimate, not tax advice.
      </p>
      {isOpen && <PaymentsDialog year={year} facts={facts} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Withholding and payments as they were entered; nothing where none were. */
function Entered({
  facts: { withholding, payments },
  currency,
}: {
  readonly facts: EstimatedPayments['facts']
  readonly currency: string
}) {
  if (withholding === null && payments.length === 0) return null
  return (
    <Facts>
      {withholding !== null && (
        <FactRow name="Withholding, whole year">
          <Money amount={withholding} currency={currency} />
        </FactRow>
      )}
      {payments.map(({ paid_on, amount }, n) => (
        // oxlint-disable-next-line react/no-array-index-key -- two payments may be alike
        <FactRow key={n} name={`Paid ${formatDay(paid_on)}`}>
          <Money amount={amount} currency={currency} />
        </FactRow>
      ))}
    </Facts>
  )
}

const columnsOf = (currency: string): readonly Column<Installment>[] => [
  { id: 'due', head: 'Due', isRowHead: true, cell: ({ due }) => <Day day={due} /> },
  {
    id: 'required',
    head: 'Due by then in all',
    isNumeric: true,
    cell: ({ required }) => <Money amount={required} currency={currency} />,
  },
  {
    id: 'paid',
    head: 'Paid by then',
    isNumeric: true,
    cell: ({ paid }) => <Money amount={paid} currency={currency} />,
  },
  {
    id: 'short',
    head: 'Short',
    isNumeric: true,
    cell: (one) => <Short installment={one} currency={currency} />,
  },
]

function Short({
  installment: { short },
  currency,
}: {
  readonly installment: Installment
  readonly currency: string
}) {
  return isZero(readAmount(short)) ? (
    <span className="text-ink-2">Covered</span>
  ) : (
    <Money amount={short} currency={currency} />
  )
}

function Narrow({ installment, currency }: { readonly installment: Installment; readonly currency: string }) {
  return (
    <div className="grid gap-1 py-1">
      <span className="flex flex-wrap justify-between gap-x-3 font-medium">
        <Day day={installment.due} />
        <Short installment={installment} currency={currency} />
      </span>
      <span className="text-caption text-ink-2">
        <Money amount={installment.required} currency={currency} /> due by then in all,{' '}
        <Money amount={installment.paid} currency={currency} /> paid
      </span>
    </div>
  )
}
