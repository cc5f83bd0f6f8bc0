import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { EstimatedTax, OneYear } from '@lotbook/contract'
import { isNegative, isZero } from '@lotbook/money'
import { laterApi } from '../../client/later-api.ts'
import { useDraft } from '../../client/use-draft.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FactRow, Facts } from '../../ui/Facts.tsx'
import { Stat } from '../../ui/Figure.tsx'
import { readAmount } from '../../ui/format/amount.ts'
import { Gain, Money } from '../../ui/Values.tsx'
import { EstimateFields, filingWords } from '../what-if/EstimateFields.tsx'
import { type EstimateSearch, estimateSearch } from '../what-if/estimate-search.ts'

/**
 * The federal tax that the year adds, once its person has said how they file and what else they earn; these stay in this
 * window. Nothing where there is no tax table for the year.
 */
export function FederalTax({ year }: { readonly year: OneYear }) {
  const [draft, keep] = useDraft('federal tax', { status: '', income: '' })
  const [isOpen, setOpen] = useState(false)
  const said = estimateSearch(draft)
  const { status = 'single', income = '0' } = said
  const { data } = useQuery({
    ...laterApi.estimates.federalTax.queryOptions({
      input: { year: year.year, filing_status: status, other_income: income },
      select: (answer) => answer.data,
    }),
    // A number that is typed on keeps the last answer in sight.
    placeholderData: (before) => before,
  })
  if (data === undefined || data === null) return null
  const isSaid = said.status !== undefined || said.income !== undefined
  const open = () => setOpen(true)
  return (
    <>
      <Stat
        label="Federal tax"
        tag="Estimate"
        onOpen={isSaid ? open : undefined}
        detail={
          isSaid && (
            <>
              {ratesOf(data)}
              {filingWords[status]}
              <span className="block">
                <Money amount={income} currency={year.currency} /> other income
              </span>
            </>
          )
        }
      >
        {isSaid ? (
          <Money amount={data.added} currency={year.currency} large />
        ) : (
          <Button size="small" onClick={open}>
            Estimate it
          </Button>
        )}
      </Stat>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={`Estimated federal tax ${year.year.toString()}`}
        form="sheet"
      >
        <div className="grid gap-5">
          <EstimateFields
            search={said}
            onChange={(changed: EstimateSearch) => keep({ status, income, ...changed })}
          />
          <HowItAddsUp year={year} found={data} income={income} />
        </div>
      </Dialog>
    </>
  )
}

/** "22% and 15% · ", the rates on the last dollar of each kind of income; nothing where there is no income. */
function ratesOf({ ordinary_rate, preferential_rate }: EstimatedTax): string {
  const rates = [ordinary_rate, preferential_rate].filter((rate) => rate !== null)
  return rates.length === 0 ? '' : `${rates.map((rate) => `${rate.toString()}%`).join(' and ')} · `
}

function HowItAddsUp({
  year,
  found,
  income,
}: {
  readonly year: OneYear
  readonly found: EstimatedTax
  readonly income: string
}) {
  const { currency, counts } = year
  const money = (amount: string | null) => <Money amount={amount} currency={currency} />
  const gain = (amount: string) => <Gain amount={amount} currency={currency} />
  const isLower = isNegative(readAmount(found.added))
  return (
    <>
      <Facts ruled>
        <FactRow name="Other taxable income">{money(income)}</FactRow>
        <FactRow name="Income from crypto">
          {money(counts.incomes > 0 && counts.incomes_unpriced === counts.incomes ? null : found.income)}
        </FactRow>
        {someOf(found.business_income, 'Of that, on Schedule C', money)}
        {someOf(found.business_expenses, 'Business expenses', money)}
        {someOf(found.self_employment_deduction, 'Half of self-employment tax, deducted', money)}
        <FactRow name="Short-term gain">{gain(found.short)}</FactRow>
        <FactRow name="Long-term gain">{gain(found.long)}</FactRow>
        {someOf(found.other_short, 'Other short-term gain or loss', gain)}
        {someOf(found.other_long, 'Other long-term gain or loss', gain)}
        {someOf(found.carried_short, 'Short-term loss of earlier years', money)}
        {someOf(found.carried_long, 'Long-term loss of earlier years', money)}
        {someOf(found.loss_deducted, 'Loss taken against other income', money)}
      </Facts>
      <Facts ruled>
        <FactRow name={`Taxed as ordinary income${rate(found.ordinary_rate)}`}>
          {money(found.ordinary_income)}
        </FactRow>
        <FactRow name={`Taxed as long-term gain${rate(found.preferential_rate)}`}>
          {money(found.preferential_income)}
        </FactRow>
      </Facts>
      <Facts ruled>
        <FactRow name="Tax with your crypto">{money(found.with)}</FactRow>
        {someOf(found.niit, 'Net investment income tax in it', money)}
        {someOf(found.self_employment_tax, 'Self-employment tax in it', money)}
        {someOf(found.additional_medicare_tax, 'Additional Medicare Tax in it', money)}
        <FactRow name="Tax without it">{money(found.without)}</FactRow>
        <FactRow name={isLower ? 'Your crypto lowers your tax by' : 'Your crypto adds'} isStrong>
          {money(isLower ? found.added.slice(1) : found.added)}
        </FactRow>
        {someOf(found.left_short, `Short-term loss left for ${(year.year + 1).toString()}`, money)}
        {someOf(found.left_long, `Long-term loss left for ${(year.year + 1).toString()}`, money)}
      </Facts>
      <div className="grid gap-2 text-table text-ink-2">
        {counts.incomes_unpriced > 0 && (
          <p>
            {counts.incomes_unpriced.toLocaleString()}{' '}
            {counts.incomes_unpriced === 1 ? 'receipt has' : 'receipts have'} no price and{' '}
            {counts.incomes_unpriced === 1 ? 'is' : 'are'} not in it.
          </p>
        )}
        {!isZero(readAmount(found.business_income)) && (
          <p>
            Income on Schedule C bears self-employment tax, after the expenses and other wages that are
            entered under Income by line on Tax Filing. Its line is set there too.
          </p>
        )}
        <p>
          From the federal tax tables for {year.year}. Not included: state tax, credits, the deduction for
          qualified business income and the alternative minimum tax. The net investment income tax takes the
          standard deduction for granted and counts gains, interest and dividends. Losses carry over from the
          years before, with the filing status and the figures entered for their returns, or else with those
          entered here.
        </p>
      </div>
    </>
  )
}

const rate = (percent: number | null) => (percent === null ? '' : `, up to ${percent.toString()}%`)

/** A row for an amount, none for nothing. */
function someOf(amount: string, name: string, show: (amount: string) => ReactNode) {
  return isZero(readAmount(amount)) ? null : <FactRow name={name}>{show(amount)}</FactRow>
}
