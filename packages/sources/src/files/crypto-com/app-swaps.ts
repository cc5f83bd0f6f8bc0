import type { Instant } from '@lotbook/journal'
import { divide, isNegative, minus, times } from '@lotbook/money'
import { absoluteAmount, addAmounts, type Amount, isZeroAmount, noAmount } from '../../reading/amount-text.ts'
import {
  type Collector,
  type Draft,
  type DraftLeg,
  exchangeType,
  renameType,
} from '../../reading/collector.ts'
import type { Row } from '../reader/row.ts'
import { tickers } from '../reader/table-declaration.ts'

/** Kinds whose two sides are rows of their own, one debited and one credited: dust, and coins that were renamed. */
const SWAP =
  /^(dust_conversion|dynamic_coin_swap|crypto_wallet_swap|lockup_swap|interest_swap)_(debited|credited)$/i

export const isOfSwap = (row: Row): boolean => SWAP.test(row.text('Transaction Kind'))

interface Side {
  readonly row: Row
  readonly at: Instant
  readonly product: string
  readonly leg: DraftLeg
  readonly isDebit: boolean
  readonly usd: Amount | null
}

const assetOf = tickers()

/** Reads conversions of one moment and product: one coin for one, or several coins for one that is shared out by their value. */
export function readSwaps(rows: readonly Row[], out: Collector): void {
  const sides: Side[] = []
  for (const row of rows) out.attempt([row], () => sides.push(sideOf(row, out)))
  for (const group of Map.groupBy(sides, ({ at, product }) => `${at} ${product}`).values()) {
    const rows = group.map(({ row }) => row)
    out.attempt(rows, () => readSwap(group, out))
  }
}

function sideOf(row: Row, out: Collector): Side {
  const [, product = '', side] = SWAP.exec(row.text('Transaction Kind')) ?? []
  const amount = row.requiredAmount('Amount')
  const usd = out.statedAmount(row, 'Native Amount (in USD)')
  return {
    row,
    at: row.time('Timestamp (UTC)'),
    product: product.toLowerCase(),
    leg: { asset: assetOf(row.requiredText('Currency').toUpperCase()), amount: absoluteAmount(amount) },
    isDebit: side?.toLowerCase() === 'debited' || isNegative(amount.value),
    usd: usd && absoluteAmount(usd),
  }
}

function readSwap(group: readonly Side[], out: Collector): void {
  const debits = group.filter(({ isDebit }) => isDebit)
  const credits = group.filter(({ isDebit }) => !isDebit)
  const [debit] = debits
  const [credit] = credits
  if (debit !== undefined && credit !== undefined && debits.length === 1 && credits.length === 1)
    return out.add(inOrder([debit, credit]), draftOf(debit, credit, credit.leg, credit.usd))
  const all = debits.reduce((sum, { usd }) => addAmounts(sum, usd ?? noAmount), noAmount)
  const isShared = debits.every(({ usd }) => usd !== null && !isZeroAmount(usd))
  if (credit === undefined || credits.length > 1 || !isShared) return readAlone(group, out)
  let left = credit.leg.amount.value
  for (const [n, one] of debits.entries()) {
    const isLast = n === debits.length - 1
    const part = times(credit.leg.amount.value, (one.usd ?? noAmount).value)
    const own = isLast ? left : divide(part, all.value, PLACES, 'half-even')
    left = minus(left, own)
    const to = { ...credit.leg, amount: { value: own, places: own.scale } }
    out.add(inOrder(n === 0 ? [one, credit] : [one]), draftOf(one, credit, to, one.usd))
  }
}

/** Decimals of a share of what was credited. */
const PLACES = 8

function draftOf(debit: Side, credit: Side, to: DraftLeg, usd: Amount | null): Draft {
  const from = debit.leg
  const isDust = debit.product === 'dust_conversion'
  return {
    at: credit.at,
    type: isDust ? exchangeType(from.asset, to.asset) : renameType(from.asset, to.asset),
    from,
    to,
    value: usd && { amount: usd, currency: 'USD' },
    comment: credit.row.text('Transaction Description'),
  }
}

const inOrder = (sides: readonly Side[]): Row[] =>
  sides.map(({ row }) => row).toSorted((a, b) => a.number - b.number)

function readAlone(group: readonly Side[], out: Collector): void {
  for (const { row, at, leg, isDebit, usd } of group) {
    out.note(
      row,
      'ungrouped',
      `The other side of this ${row.text('Transaction Kind')} could not be determined`,
    )
    const shared = { at, value: usd && { amount: usd, currency: 'USD' }, flags: ['ungrouped'] }
    if (isDebit) out.add([row], { ...shared, type: 'outgoing', subType: 'sent', from: leg })
    else out.add([row], { ...shared, type: 'incoming', subType: 'received', to: leg })
  }
}
