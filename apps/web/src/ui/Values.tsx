import { isNegative, isZero } from '@lotbook/money'
import { cx } from './cx.ts'
import { Direction } from './Figure.tsx'
import { displayLocale, readAmount } from './format/amount.ts'
import { formatDateTime, formatDay, localAndIso } from './format/format-date-time.ts'
import { formatMoney, formatMoneyCompact } from './format/format-money.ts'
import { formatPercentOf } from './format/format-percent.ts'
import { formatQuantity } from './format/format-quantity.ts'

export interface MoneyProps {
  /** Exact decimal text; null where no price is known. */
  readonly amount: string | null
  readonly currency: string
  readonly signed?: boolean
  /** In thousands or millions; the title has the full value. */
  readonly compact?: boolean
  /** A large figure: its cents are quieter, and never cut. */
  readonly large?: boolean
}

/** Money. An unknown price is "No price", never zero. */
export function Money({ amount, currency, signed = false, compact = false, large = false }: MoneyProps) {
  if (amount === null) return <span className="text-ink-3">No price</span>
  const full = formatMoney(amount, { currency, signed })
  if (large) {
    const [, units = full, cents = ''] = /^(.*?)([.,]\d+)?$/.exec(full) ?? []
    return (
      <span className="whitespace-nowrap">
        {units}
        {cents !== '' && <span className="font-medium text-ink-3">{cents}</span>}
      </span>
    )
  }
  if (!compact) return <span className="whitespace-nowrap">{full}</span>
  return (
    <span className="whitespace-nowrap" title={full}>
      {formatMoneyCompact(amount, { currency, signed })}
    </span>
  )
}

/** A gain or a loss: sign and arrow say the same. Of a gain the arrow alone is coloured, a loss is coloured whole. */
export function Gain({
  amount,
  currency,
  compact = false,
  large = false,
}: Omit<MoneyProps, 'amount' | 'signed'> & { amount: string }) {
  const of = directionOf(amount)
  return (
    <span className={cx('whitespace-nowrap', of === 'loss' && 'text-loss')}>
      <Direction of={of} />
      <Money amount={amount} currency={currency} compact={compact} large={large} signed />
    </span>
  )
}

export interface QuantityProps {
  readonly amount: string
  readonly ticker?: string
  readonly signed?: boolean
  /** May take a second line, in a column that is narrower than it. */
  readonly wraps?: boolean
}

/** A quantity of an asset; its title is the exact number where the screen shortens it. */
export function Quantity({ amount, ticker, signed = false, wraps = false }: QuantityProps) {
  const shown = formatQuantity(amount, { ...(ticker === undefined ? {} : { ticker }), signed })
  return (
    <span className={wraps ? undefined : 'whitespace-nowrap'} title={amount.length > 12 ? amount : undefined}>
      {wraps ? shown.replaceAll('\u00a0', ' ') : shown}
    </span>
  )
}

/** What part is of the whole; "n/a" with its reason when the whole is zero. */
export function Percent({ part, whole, reason }: { part: string; whole: string; reason: string }) {
  const shown = formatPercentOf(part, whole, displayLocale())
  return shown === undefined ? (
    <span className="text-ink-3" title={reason}>
      n/a
    </span>
  ) : (
    <span className="whitespace-nowrap">{shown}</span>
  )
}

/** An instant in UTC; its title is the local time and ISO 8601. Say UTC in the column head, or set `zone`. */
export function DateTime({ instant, zone = false }: { instant: string; zone?: boolean }) {
  return (
    <time dateTime={instant} title={localAndIso(instant)} className="whitespace-nowrap">
      {formatDateTime(instant)}
      {zone && ' UTC'}
    </time>
  )
}

/** A calendar day. */
export function Day({ day }: { day: string }) {
  return (
    <time dateTime={day} className="whitespace-nowrap">
      {formatDay(day)}
    </time>
  )
}

/** Which way an amount goes. */
export function directionOf(amount: string): 'gain' | 'loss' | 'zero' {
  const value = readAmount(amount)
  if (isZero(value)) return 'zero'
  return isNegative(value) ? 'loss' : 'gain'
}
