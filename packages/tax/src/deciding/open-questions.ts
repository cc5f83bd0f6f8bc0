import { formatDecimal, isNegative, isZero, minus, parseDecimal, plus, zero } from '@lotbook/money'
import type { WarningCode } from '@lotbook/rules'
import type { CalculationInput, InputTransaction } from '../schema/calculation-input.ts'
import type { CalculationResult } from '../schema/calculation-result.ts'
import { eventTableOf } from '../events/event-table.ts'
import type { TransactionOfEvent } from '../events/transaction-at.ts'
import { negativeBalances } from '../executing/negative-balances.ts'

/** A question that the history leaves open about one of its transactions. */
export interface OpenQuestion<Code = WarningCode | 'NEGATIVE_BALANCE' | 'MISSING_PRICE'> {
  readonly code: Code
  readonly tx: string
  readonly account: string
  readonly asset: string
  /** The units it is about: those without a known origin, or all that was sent or received; exact decimal text. */
  readonly quantity: string
}

/** An asset of a transaction that a rule needs the value of; its input says $0.00, because nothing stated one. */
export interface Unpriced {
  readonly tx: string
  readonly asset: string
}

/**
 * Questions that a calculation left open, transaction by transaction, in the order in which they arose; then
 * transactions without a price, and accounts that gave more than they had. Questions about the history as a whole are
 * left out.
 *
 * @param unpriced - transactions that count at $0.00 because nothing states a value, which the input alone does not
 * tell from worthless ones. For a self-transfer the question is about its fee.
 */
export function openQuestions(
  input: CalculationInput,
  result: CalculationResult,
  unpriced: readonly Unpriced[] = [],
): OpenQuestion[] {
  const { transactions, settings } = input
  const below = negativeBalances(eventTableOf(input), settings, result.warnings).map(
    ({ tx, account, asset, missing }): OpenQuestion => ({
      code: 'NEGATIVE_BALANCE',
      tx,
      account,
      asset,
      quantity: missing,
    }),
  )
  return [...warnedQuestions(input, result), ...unpricedQuestions(transactions, unpriced), ...below]
}

/**
 * Questions that the warnings of a calculation raise, in their order, each about its transaction and asset; none about
 * the history as a whole.
 */
export function warnedQuestions(
  { transactions }: { readonly transactions: readonly TransactionOfEvent[] },
  result: Pick<CalculationResult, 'disposals' | 'removals' | 'warnings'>,
): OpenQuestion<WarningCode>[] {
  const byId = new Map(transactions.map((t) => [t.id, t]))
  const uncovered = Map.groupBy(
    [...result.disposals, ...result.removals].filter((row) => row.lot === null),
    (row) => row.tx,
  )
  return result.warnings.flatMap(({ code, tx }): OpenQuestion<WarningCode>[] => {
    const t = tx === null ? undefined : byId.get(tx)
    if (t === undefined) return []
    const { id, account } = t
    const rows = code === 'MISSING_BASIS' ? uncovered.get(id) : undefined
    if (rows !== undefined)
      return [...Map.groupBy(rows, (row) => row.asset)].map(([asset, ofAsset]) => ({
        code,
        tx: id,
        account,
        asset,
        quantity: sumOf(ofAsset.map((row) => row.quantity)),
      }))
    if (code === 'STAKING_RETURN_SHORT') {
      const asset = t.to_currency ?? ''
      return [{ code, tx: id, account, asset, quantity: stillLocked(transactions, account, asset) }]
    }
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
}

/** Units that were locked up in an account, and neither came back nor were lost after a return that came back short (R-STK-2). */
function stillLocked(transactions: readonly TransactionOfEvent[], account: string, asset: string): string {
  let locked = zero
  let isShort = false
  const lower = (text: string | null | undefined) => {
    const left = minus(locked, parseDecimal(text ?? '0') ?? zero)
    locked = isNegative(left) ? zero : left
  }
  for (const t of transactions.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))) {
    if (t.account !== account) continue
    if (t.sub_type === 'staking_lockup' && t.from_currency === asset)
      locked = plus(locked, parseDecimal(t.from_amount ?? '0') ?? zero)
    else if (t.sub_type === 'staking_return' && t.to_currency === asset) {
      lower(t.to_amount)
      isShort = !isZero(locked)
    } else if (isShort && (t.sub_type === 'lost' || t.sub_type === 'stolen') && t.from_currency === asset)
      lower(t.from_amount)
  }
  return formatDecimal(locked)
}

function unpricedQuestions(
  transactions: CalculationInput['transactions'],
  unpriced: readonly Unpriced[],
): OpenQuestion[] {
  const unpricedOf = Map.groupBy(unpriced, ({ tx }) => tx)
  return transactions.flatMap((t): OpenQuestion[] => {
    const stated = (unpricedOf.get(t.id) ?? []).map(({ asset }) => asset)
    const assets = new Set(isUnpricedGift(t) ? [...stated, t.to_currency ?? ''] : stated)
    return [...assets].map((asset) => ({
      code: 'MISSING_PRICE',
      tx: t.id,
      account: t.account,
      asset,
      quantity: quantityOf(t, asset) ?? '0',
    }))
  })
}

function quantityOf(t: InputTransaction, asset: string): string | null | undefined {
  if (t.type === 'transfer') return t.fee_amount
  if (asset === t.to_currency) return t.to_amount
  return asset === t.from_currency ? t.from_amount : t.fee_amount
}

/** A gift that may have been worth less than its donor paid (R-GIFT-2). */
function isUnpricedGift({ type, sub_type, to_value, gift }: InputTransaction): boolean {
  if (type !== 'incoming' || sub_type !== 'gift_received' || (to_value ?? null) !== null) return false
  const basis = parseDecimal(gift?.donor_basis ?? '')
  return basis !== undefined && !isZero(basis)
}

const isReceipt = (code: WarningCode) => code === 'UNRESOLVED_RECEIVED' || code === 'GIFT_BASIS_UNKNOWN'

const sumOf = (amounts: readonly string[]) =>
  formatDecimal(amounts.reduce((sum, amount) => plus(sum, parseDecimal(amount) ?? zero), zero))
