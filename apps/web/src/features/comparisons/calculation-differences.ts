import type { CalculationState, TaxSettings } from '@lotbook/contract'
import { formatDecimal, isZero, minus } from '@lotbook/money'
import { readAmount } from '../../ui/format/amount.ts'
import { formatMoney } from '../../ui/format/format-money.ts'
import { methodsInTurn, methodWords, poolWords } from '../settings/tax-setting-words.ts'
import { choiceName, choicesInForce, treatmentWords } from '../treatments/treatment-words.ts'

/** A calculation of the past, with what decided it. */
export interface PastCalculation extends CalculationState {
  /** Net gain of its tax year; null while there is no result, and where nothing happened in the year. */
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
    ...changed('Method', methodsInTurn(now), methodsInTurn(before)),
    ...changed(
      'Pool before 2025',
      poolWords[now.pool_before_2025].name,
      poolWords[before.pool_before_2025].name,
    ),
    ...changed('Time zone', now.time_zone, before.time_zone),
    ...changed('Standing orders', String(now.standing_orders.length), String(before.standing_orders.length)),
    ...changed('Safe Harbor', harborName(now), harborName(before)),
    ...changedTreatments(now, before),
    ...changed('Declared tokens', String(now.tokens.length), String(before.tokens.length)),
  ]
}

function changedTreatments(now: TaxSettings, before: TaxSettings): readonly string[] {
  const was = new Map(choicesInForce(before).map(({ treatment, choice }) => [treatment, choice]))
  return choicesInForce(now).flatMap(({ treatment, choice }) => {
    const other = was.get(treatment)
    if (other === undefined || other === choice) return []
    const { name } = treatmentWords[treatment]
    return [`${name} ${choiceName(treatment, choice)} instead of ${choiceName(treatment, other)}`]
  })
}

function harborName({ safe_harbor }: TaxSettings): string {
  if (safe_harbor === null) return 'none'
  return safe_harbor.type === 'specific' ? 'by units' : methodWords[safe_harbor.order].name
}
