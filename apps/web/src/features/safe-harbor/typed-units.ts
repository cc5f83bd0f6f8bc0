import type { AllocationChoice, AssetUnits } from '@lotbook/contract'
import { compare, formatDecimal, isZero, minus, parseDecimal, plus, zero, type Decimal } from '@lotbook/money'
import { readAmount } from '../../ui/format/amount.ts'

/** Quantities as typed, by lot and account. */
export type TypedUnits = Readonly<Record<string, Readonly<Record<string, string>>>>

export interface AccountTotal {
  readonly account_id: string
  readonly account_name: string
  readonly held: string
  readonly attached: string
  /** Held less attached; below zero where too much is attached. */
  readonly open: string
}

export interface UnitTotals {
  readonly accounts: readonly AccountTotal[]
  /** Units of each lot that are not given out; below zero where more than it has is. */
  readonly left: Readonly<Record<string, string>>
  /** The problem with a cell, by `lot/account`. */
  readonly problems: Readonly<Record<string, string>>
  /** Why these units cannot be an allocation yet. */
  readonly reason: string | undefined
}

/** The totals of the quantities typed in a table of lots and accounts. */
export function unitTotals({ lots, held, symbol }: AssetUnits, typed: TypedUnits): UnitTotals {
  const problems: Record<string, string> = {}
  const left: Record<string, string> = {}
  const byAccount = new Map<string, Decimal>(held.map((one) => [one.account_id, zero]))
  let isLotOver = false
  let open = zero
  for (const lot of lots) {
    let rest = readAmount(lot.quantity)
    for (const { account_id } of held) {
      const text = (typed[lot.lot_transaction_id]?.[account_id] ?? '').trim()
      if (text === '') continue
      const wanted = quantityOf(text)
      if (wanted === undefined) {
        problems[cellOf(lot.lot_transaction_id, account_id)] = 'Not a quantity'
        continue
      }
      rest = minus(rest, wanted)
      byAccount.set(account_id, plus(byAccount.get(account_id) ?? zero, wanted))
    }
    left[lot.lot_transaction_id] = formatDecimal(rest)
    if (compare(rest, zero) < 0) isLotOver = true
    else open = plus(open, rest)
  }
  const accounts = held.map(({ account_id, account_name, quantity }) => {
    const attached = byAccount.get(account_id) ?? zero
    return {
      account_id,
      account_name,
      held: quantity,
      attached: formatDecimal(attached),
      open: formatDecimal(minus(readAmount(quantity), attached)),
    }
  })
  return { accounts, left, problems, reason: reasonNot(accounts, problems, isLotOver, open, symbol) }
}

/** Each account receives what it holds; less only where no lot has anything left. */
function reasonNot(
  accounts: readonly AccountTotal[],
  problems: UnitTotals['problems'],
  isLotOver: boolean,
  open: Decimal,
  symbol: string,
): string | undefined {
  if (Object.keys(problems).length > 0) return 'A quantity is not right.'
  if (isLotOver) return 'A lot gives more than it has.'
  const over = accounts.find((one) => compare(readAmount(one.open), zero) < 0)
  const short = isZero(open) ? undefined : accounts.find((one) => compare(readAmount(one.open), zero) > 0)
  const wrong = over ?? short
  if (wrong === undefined) return undefined
  return `${wrong.account_name} holds ${wrong.held} ${symbol}, and ${wrong.attached} are attached to it.`
}

/** The table as a rule fills it. */
export function typedFromRule({ lots }: AssetUnits): TypedUnits {
  return Object.fromEntries(
    lots.map((lot) => [
      lot.lot_transaction_id,
      Object.fromEntries(lot.attached.map(({ account_id, quantity }) => [account_id, quantity])),
    ]),
  )
}

/** The table as units that were named fill it. */
export function typedFromUnits(units: AllocationChoice['units']): TypedUnits {
  return Object.fromEntries(
    [...Map.groupBy(units, (unit) => unit.lot_transaction_id)].map(([lot, own]) => [
      lot,
      Object.fromEntries(own.map(({ account_id, quantity }) => [account_id, quantity])),
    ]),
  )
}

/** The quantity that fills a cell: the rest of its lot or of its account, whichever is less. */
export function restFor(units: AssetUnits, typed: TypedUnits, lot: string, account: string): string {
  const without = { ...typed, [lot]: { ...typed[lot], [account]: '' } }
  const { left, accounts } = unitTotals(units, without)
  const ofLot = readAmount(left[lot] ?? '0')
  const ofAccount = readAmount(accounts.find((one) => one.account_id === account)?.open ?? '0')
  const rest = compare(ofLot, ofAccount) < 0 ? ofLot : ofAccount
  return compare(rest, zero) <= 0 ? '' : formatDecimal(rest)
}

/** The units of a table, as they are recorded. */
export function unitsOf({ asset, lots, held }: AssetUnits, typed: TypedUnits): AllocationChoice['units'] {
  return lots.flatMap(({ lot_transaction_id }) =>
    held.flatMap(({ account_id }) => {
      const quantity = quantityOf((typed[lot_transaction_id]?.[account_id] ?? '').trim())
      return quantity === undefined || isZero(quantity)
        ? []
        : [{ asset, lot_transaction_id, account_id, quantity: formatDecimal(quantity) }]
    }),
  )
}

export const cellOf = (lot: string, account: string) => `${lot}/${account}`

const quantityOf = (text: string) => (/^[\d.]+$/.test(text) ? parseDecimal(text) : undefined)
