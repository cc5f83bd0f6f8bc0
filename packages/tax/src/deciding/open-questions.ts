import { formatDecimal, parseDecimal, plus, zero } from '@lotbook/money'
import type { CalculationInput } from '../engine/calculation-input.ts'
import type { CalculationResult } from '../engine/calculation-result.ts'
import { eventTableOf } from '../engine/event-table.ts'
import { negativeBalances } from '../engine/negative-balances.ts'
import type { WarningCode } from '../engine/warnings.ts'

/** What the history leaves open about one of its transactions. */
export interface OpenQuestion {
  readonly code: WarningCode | 'NEGATIVE_BALANCE'
  readonly tx: string
  readonly account: string
  readonly asset: string
  /** The units it is about: those without a known origin, or all that was sent or received; exact decimal text. */
  readonly quantity: string
}

/**
 * What a calculation left open, transaction by transaction, in the order in which it was met; accounts that gave more
 * than they had stand last. What is open about the history as a whole is not among them.
 */
export function openQuestions(input: CalculationInput, result: CalculationResult): OpenQuestion[] {
  const { transactions, settings } = input
  const byId = new Map(transactions.map((t) => [t.id, t]))
  const uncovered = Map.groupBy(
    [...result.disposals, ...result.removals].filter((row) => row.lot === null),
    (row) => row.tx,
  )
  const found = result.warnings.flatMap(({ code, tx }): OpenQuestion[] => {
    const t = tx === null ? undefined : byId.get(tx)
    if (t === undefined) return []
    const { id, account } = t
    const rows = code === 'MISSING_BASIS' ? uncovered.get(id) : undefined
    if (rows !== undefined)
      return [...Map.groupBy(rows, (row) => row.asset)].map(([asset, of]) => ({
        code,
        tx: id,
        account,
        asset,
        quantity: sumOf(of.map((row) => row.quantity)),
      }))
    const [asset, quantity] = isReceipt(code)
      ? [t.to_currency, t.to_amount]
      : [t.from_currency, t.from_amount]
    return [
      {
        code,
        tx: id,
        account,
        asset: asset ?? t.to_currency ?? '',
        quantity: quantity ?? t.to_amount ?? '0',
      },
    ]
  })
  const below = negativeBalances(eventTableOf(input), settings, result.warnings).map(
    ({ tx, account, asset, missing }): OpenQuestion => ({
      code: 'NEGATIVE_BALANCE',
      tx,
      account,
      asset,
      quantity: missing,
    }),
  )
  return [...found, ...below]
}

const isReceipt = (code: WarningCode) => code === 'UNRESOLVED_RECEIVED' || code === 'GIFT_BASIS_UNKNOWN'

const sumOf = (amounts: readonly string[]) =>
  formatDecimal(amounts.reduce((sum, amount) => plus(sum, parseDecimal(amount) ?? zero), zero))
