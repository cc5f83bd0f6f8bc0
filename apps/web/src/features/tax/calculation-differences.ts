import type { CalculationState, TaxSettings } from '@lotbook/contract'
import { formatDecimal, isZero, minus } from '@lotbook/money'
import { readAmount } from '../../ui/format/amount.ts'
import { formatMoney } from '../../ui/format/format-money.ts'
import { feeWords, methodWords, poolWords } from './tax-setting-words.ts'

/** A calculation of the past, with what decided it. */
export interface PastCalculation extends CalculationState {
  /** Of its tax year; null while there is no result, and where the year had no disposal. */
  readonly net_gain: string | null
  readonly settings: TaxSettings
}

/** How a calculation differs from the one before it: in its result, its transactions and its settings. */
export function differencesOf(
  newer: PastCalculation,
  older: PastCalculation,
  currency: string,
): readonly string[] {
  const differences: string[] = []
  if (newer.tax_year === older.tax_year && newer.net_gain !== null && older.net_gain !== null) {
    const change = minus(readAmount(newer.net_gain), readAmount(older.net_gain))
    if (!isZero(change)) {
      differences.push(`Net gain ${formatMoney(formatDecimal(change), { currency, signed: true })}`)
    }
  }
  const more = (newer.progress.total ?? 0) - (older.progress.total ?? 0)
  if (more !== 0) {
    const count = Math.abs(more)
    differences.push(
      `${count.toLocaleString()} ${more > 0 ? 'more' : 'fewer'} transaction${count === 1 ? '' : 's'}`,
    )
  }
  return [...differences, ...settingDifferences(newer.settings, older.settings)]
}

function settingDifferences(now: TaxSettings, before: TaxSettings): readonly string[] {
  const changed = (what: string, a: string, b: string) => (a === b ? [] : [`${what} ${a} instead of ${b}`])
  return [
    ...changed('Method', methodWords[now.method].name, methodWords[before.method].name),
    ...changed(
      'Pool before 2025',
      poolWords[now.pool_before_2025].name,
      poolWords[before.pool_before_2025].name,
    ),
    ...changed('Transfer fees', feeWords[now.transfer_fee].name, feeWords[before.transfer_fee].name),
    ...changed('Time zone', now.time_zone, before.time_zone),
    ...changed('Safe Harbor order', harborName(now), harborName(before)),
  ]
}

const harborName = ({ safe_harbor }: TaxSettings) => safe_harbor?.order.toUpperCase() ?? 'none'
