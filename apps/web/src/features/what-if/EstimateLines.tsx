import type { ReactNode } from 'react'
import type { EstimatedTax, OneYear } from '@lotbook/contract'
import { isNegative, isZero } from '@lotbook/money'
import { FactRow, Facts } from '../../ui/Facts.tsx'
import { readAmount } from '../../ui/format/amount.ts'
import { Gain, Money } from '../../ui/Values.tsx'

export interface EstimateLinesProps {
  readonly year: number
  readonly currency: string
  readonly found: EstimatedTax
  /** The other taxable income that was entered. */
  readonly income: string
  /** Receipts of the year, and those without a price. */
  readonly counts: Pick<OneYear['counts'], 'incomes' | 'incomes_unpriced'>
}

/** How an estimate adds up: what is taxed, the tax with and without it, what is left for the next year, and what it leaves out. */
export function EstimateLines({ year, currency, found, income, counts }: EstimateLinesProps) {
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
        {someOf(found.left_short, `Short-term loss left for ${(year + 1).toString()}`, money)}
        {someOf(found.left_long, `Long-term loss left for ${(year + 1).toString()}`, money)}
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
          From the federal tax tables for {year}. Not included: state tax, credits, the deduction for
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
