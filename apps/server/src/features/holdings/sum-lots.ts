import { compare, formatDecimal, isZero, plus, zero, type Decimal } from '@lotbook/money'
import { amountOf, lastLongTermDay } from './lot-gain.ts'
import type { LotRow, SummedLots } from './stored-lots.ts'

/** A lot that was open at the end of a day. */
export interface DatedLot extends LotRow {
  readonly asset: string
}

interface Sums {
  readonly asset: string
  readonly account: string | null
  quantity: Decimal
  basis: Decimal
  count: number
  longQuantity: Decimal
  longBasis: Decimal
  assumed: Decimal
  next: string | null
  turning: Decimal
}

/** Adds up lots by asset and account, as `storedLots` does with those of a calculation. */
export function sumLots(lots: Iterable<DatedLot>, day: string): SummedLots {
  const lastLong = lastLongTermDay(day)
  const sums = new Map<string, Sums>()
  const gifts: SummedLots['gifts'][number][] = []
  for (const lot of lots) {
    const { asset, account_id: account, acquired } = lot
    const key = `${account ?? ''} ${asset}`
    const of = sums.get(key) ?? noLots(asset, account)
    sums.set(key, of)
    const [quantity, basis] = [amountOf(lot.quantity), amountOf(lot.basis)]
    of.quantity = plus(of.quantity, quantity)
    of.basis = plus(of.basis, basis)
    of.count += 1
    if (isZero(basis)) of.assumed = plus(of.assumed, quantity)
    if (acquired !== null && acquired <= lastLong) {
      of.longQuantity = plus(of.longQuantity, quantity)
      of.longBasis = plus(of.longBasis, basis)
    } else if (acquired !== null && (of.next === null || acquired <= of.next)) {
      of.turning = acquired === of.next ? plus(of.turning, quantity) : quantity
      of.next = acquired
    }
    const { loss_basis, loss_acquired } = lot
    if (loss_basis !== null)
      gifts.push({
        asset,
        account,
        quantity: lot.quantity,
        basis: lot.basis,
        acquired,
        loss_basis,
        loss_acquired,
      })
  }
  return {
    sums: [...sums.values()]
      .filter(({ quantity }) => compare(quantity, zero) > 0)
      .map((of) => ({
        asset: of.asset,
        account: of.account,
        quantity: formatDecimal(of.quantity),
        basis: formatDecimal(of.basis),
        count: of.count.toString(),
        long_quantity: formatDecimal(of.longQuantity),
        long_basis: formatDecimal(of.longBasis),
        assumed_quantity: formatDecimal(of.assumed),
        next: of.next,
        turning: formatDecimal(of.turning),
      })),
    gifts,
  }
}

function noLots(asset: string, account: string | null): Sums {
  return {
    asset,
    account,
    quantity: zero,
    basis: zero,
    count: 0,
    longQuantity: zero,
    longBasis: zero,
    assumed: zero,
    next: null,
    turning: zero,
  }
}
