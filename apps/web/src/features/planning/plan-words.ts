import type { EstimatedPayments, Harvest, HarvestLot } from '@lotbook/contract'
import { isZero } from '@lotbook/money'
import { readAmount } from '../../ui/format/amount.ts'
import { formatDay } from '../../ui/format/format-date-time.ts'
import { formatMoney } from '../../ui/format/format-money.ts'

/** Long-term, or how far off that is. */
export function termWords({ term, days }: Pick<HarvestLot, 'term' | 'days'>): string {
  if (term === 'long') return 'Long-term'
  if (days === null) return 'Short-term'
  return `Short-term, ${days.toLocaleString()} ${days === 1 ? 'day' : 'days'} to go`
}

const METHODS: Readonly<Record<Harvest['method'], string>> = {
  fifo: 'oldest first (FIFO)',
  lifo: 'newest first (LIFO)',
  hifo: 'highest cost first (HIFO)',
  lofo: 'lowest cost first (LOFO)',
  spec: 'the ones you name',
}

/** Sentences about lots with a loss. */
export const harvestWords = {
  all({
    loss,
    saves,
    lots_total,
    currency,
  }: Pick<Harvest, 'loss' | 'saves' | 'lots_total' | 'currency'>): string {
    const money = (amount: string) => formatMoney(amount, { currency })
    const lots = lots_total === 1 ? 'This lot has' : `These ${lots_total.toLocaleString()} lots have`
    const sum = `${lots} an unrealized loss of ${money(loss.total)}: ${money(loss.short)} short-term and ${money(loss.long)} long-term.`
    if (saves === null) return sum
    return isZero(readAmount(saves))
      ? `${sum} Selling them would not lower this year’s tax.`
      : `${sum} Selling all of it would lower this year’s tax by about ${money(saves)}.`
  },
  method({ method }: Pick<Harvest, 'method'>): string {
    return method === 'spec'
      ? 'A sale uses the lots that you name before it.'
      : `A sale uses your lots ${METHODS[method]} in the account you sell from. To sell another lot, name it on record before the sale.`
  },
  again({ long_term_from }: Pick<Harvest, 'long_term_from'>): string {
    return `If you buy back at today’s price, your new cost is what the lot is worth now: the loss you took comes back as gain when you sell, and the new lot is long-term from ${formatDay(long_term_from)}.`
  },
  unpriced(lots: number): string {
    return lots === 1
      ? 'One lot has no known price and is not shown.'
      : `${lots.toLocaleString()} lots have no known price and are not shown.`
  },
  washSale:
    'For 2025 and 2026 the wash sale rule (section 1091) covers stock and securities, not cryptocurrency held as property. A sale with no purpose but the tax can still be questioned. This is an estimate, not tax advice.',
}

type Plan = NonNullable<EstimatedPayments['plan']>

/** Why so much is to be paid during the year, or nothing. */
export function ruleWords(
  { rule, of_this_year, of_year_before }: Plan,
  {
    year,
    currency,
    priorAgi,
  }: { readonly year: number; readonly currency: string; readonly priorAgi: string | null },
): string {
  const money = (amount: string) => formatMoney(amount, { currency })
  switch (rule) {
    case 'below_1000':
      return 'Less than $1,000 would be owed after withholding, so no payments are required.'
    case 'no_tax_before':
      return `You had no tax in ${year - 1}, so no payments are required if that was a full year and you were a U.S. citizen or resident.`
    case '90_percent':
      return of_year_before === null
        ? `90% of this year’s tax as estimated now. Enter your tax of ${year - 1}: paying that much is a safe harbor whatever you still gain this year.`
        : `90% of this year’s tax as estimated now, which is less than the ${money(of_year_before)} that ${year - 1} asks for. It grows with every further gain.`
    case '100_percent':
      return `All of your tax of ${year - 1}. This is a safe harbor whatever you still gain this year; 90% of this year’s tax would be ${money(of_this_year)}.`
    case '110_percent':
      return `110% of your tax of ${year - 1}, ${
        priorAgi === null
          ? `the safe side while your adjusted gross income of ${year - 1} is not entered`
          : 'since your adjusted gross income was above the limit'
      }. This is a safe harbor whatever you still gain this year; 90% of this year’s tax would be ${money(of_this_year)}.`
  }
}

/** The installment that is next, or the one that was missed; without the withholding neither is known. */
export function nextPaymentWords(
  { installments }: Pick<Plan, 'installments'>,
  {
    today,
    currency,
    withholding,
  }: { readonly today: string; readonly currency: string; readonly withholding: string | null },
): string | undefined {
  const money = (amount: string) => formatMoney(amount, { currency })
  const isShort = ({ short }: Plan['installments'][number]) => !isZero(readAmount(short))
  const missed = installments.filter((one) => one.due < today && isShort(one)).at(-1)
  const next = installments.find((one) => one.due >= today)
  if (withholding === null && installments.some(isShort))
    return 'Enter your withholding to see what is left to pay. Enter 0 if nothing is withheld.'
  if (next !== undefined && isShort(next))
    return `Pay ${money(next.short)} by ${formatDay(next.due)}.${missed === undefined ? '' : ` Part of it was due by ${formatDay(missed.due)}: paying sooner keeps the penalty small.`}`
  if (missed !== undefined)
    return `${money(missed.short)} of what was due by ${formatDay(missed.due)} was not paid by then.`
  return undefined
}
