import type { SaleLots } from '@lotbook/contract'
import {
  compare,
  divide,
  formatDecimal,
  minus,
  parseDecimal,
  plus,
  times,
  zero,
  type Decimal,
} from '@lotbook/money'
import { readAmount } from '../../ui/format/amount.ts'

/** Quantities by lot, as typed. */
export type Typed = Readonly<Record<string, string>>

/** Decimals that shown money is worked out to. */
const MONEY_PLACES = 12

export interface NamedUnits {
  readonly quantity: string
  /** Units that no lot is named for: they follow the standing order, or first in, first out. */
  readonly rest: string
  readonly basis: string
  /** Gain on the units named; null while no calculation has the sale. */
  readonly gain: string | null
  /** The problem with a lot's quantity, by lot. */
  readonly problems: Readonly<Record<string, string>>
  /** More than was given up is named. */
  readonly isTooMuch: boolean
}

/** The totals of the quantities typed beside the lots of a sale. */
export function namedUnits(sale: SaleLots, typed: Typed): NamedUnits {
  const problems: Record<string, string> = {}
  let quantity = zero
  let basis = zero
  for (const lot of sale.lots) {
    const text = (typed[lot.lot_transaction_id] ?? '').trim()
    if (text === '') continue
    const wanted = /^[\d.]+$/.test(text) ? parseDecimal(text) : undefined
    if (wanted === undefined) {
      problems[lot.lot_transaction_id] = 'Not a quantity'
    } else if (compare(wanted, readAmount(lot.quantity)) > 0) {
      problems[lot.lot_transaction_id] = `It has ${lot.quantity}`
    } else {
      quantity = plus(quantity, wanted)
      basis = plus(basis, share(readAmount(lot.basis), wanted, readAmount(lot.quantity)))
    }
  }
  const whole = readAmount(sale.quantity)
  const proceeds = sale.proceeds === null ? null : share(readAmount(sale.proceeds), quantity, whole)
  return {
    quantity: formatDecimal(quantity),
    rest: formatDecimal(minus(whole, quantity)),
    basis: formatDecimal(basis),
    gain: proceeds === null ? null : formatDecimal(minus(proceeds, basis)),
    problems,
    isTooMuch: compare(quantity, whole) > 0,
  }
}

/** The quantity that a lot is offered with when it is ticked: all of it, or what is still open of the sale. */
export function offeredQuantity(sale: SaleLots, typed: Typed, lotId: string): string {
  const lot = sale.lots.find((one) => one.lot_transaction_id === lotId)
  if (lot === undefined) return ''
  const { rest } = namedUnits(sale, { ...typed, [lotId]: '' })
  const open = readAmount(rest)
  if (compare(open, zero) <= 0) return ''
  return compare(open, readAmount(lot.quantity)) < 0 ? rest : lot.quantity
}

/** The lots to record: those with a quantity. */
export function lotsToName(typed: Typed): { lot_transaction_id: string; quantity: string }[] {
  return Object.entries(typed)
    .map(([lot_transaction_id, text]) => ({ lot_transaction_id, quantity: parseDecimal(text.trim()) }))
    .flatMap(({ lot_transaction_id, quantity }) =>
      quantity === undefined || compare(quantity, zero) <= 0
        ? []
        : [{ lot_transaction_id, quantity: formatDecimal(quantity) }],
    )
}

function share(amount: Decimal, part: Decimal, whole: Decimal): Decimal {
  return compare(whole, zero) === 0 ? zero : divide(times(amount, part), whole, MONEY_PLACES, 'half-even')
}
