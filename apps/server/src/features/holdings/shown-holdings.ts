import type { DisplayRate, HoldingsAnswer, OpenLot, ShownCurrency, ValueOverTime } from '@lotbook/contract'
import type { Tx } from '../../platform/database.ts'
import {
  converted,
  convertedIfKnown,
  customerCurrencies,
  newestRate,
  ratesOfDays,
} from '../../journal/valuing/display-currency.ts'

type Gain = NonNullable<HoldingsAnswer['totals']['gain']>

/**
 * Holdings in the currency that the customer chose: every amount at the newest rate of the moment they are of, so that cost, gain and
 * value compare; the prices of earlier days each at the rate of its day. In the currency of the return where no rate is known.
 */
export async function shownHoldings(
  tx: Tx,
  userId: string,
  answer: Omit<HoldingsAnswer, keyof ShownCurrency>,
  isInTaxCurrency: boolean,
): Promise<HoldingsAnswer> {
  const currencies = await customerCurrencies(tx, userId)
  const at = new Date(answer.at)
  const rate = isInTaxCurrency ? undefined : await newestRate(tx, currencies, at)
  if (rate === undefined)
    return { ...answer, currency: currencies.tax, tax_currency: currencies.tax, rate: null }
  const { totals, data } = answer
  const days = data.holdings.flatMap(({ trend }) => trend.map(({ day }) => new Date(day)))
  const rateOn = await ratesOfDays(tx, currencies, days)
  const inRate = (amount: string | null) => convertedIfKnown(amount, rate)
  return {
    ...answer,
    currency: currencies.shown,
    tax_currency: currencies.tax,
    rate,
    data: {
      ...data,
      total_holdings: converted(data.total_holdings, rate),
      holdings: data.holdings.map((holding) => ({
        ...holding,
        price: holding.price && { ...holding.price, price: converted(holding.price.price, rate) },
        value: inRate(holding.value),
        basis: inRate(holding.basis),
        gain: holding.gain && gainIn(holding.gain, rate),
        trend: holding.trend.flatMap(({ day, price }) => {
          const then = rateOn(new Date(day))
          return then === undefined ? [] : [{ day, price: converted(price, then) }]
        }),
      })),
    },
    totals: {
      ...totals,
      value: converted(totals.value, rate),
      basis: inRate(totals.basis),
      gain: totals.gain && gainIn(totals.gain, rate),
      long_value: inRate(totals.long_value),
    },
    allocation: answer.allocation.map((part) => ({
      ...part,
      value: converted(part.value, rate),
      long_value: inRate(part.long_value),
    })),
  }
}

function gainIn({ long, short, total }: Gain, rate: DisplayRate): Gain {
  return { long: converted(long, rate), short: converted(short, rate), total: converted(total, rate) }
}

/** Open lots like the holdings that they are of. */
export async function shownLots<Lots extends { readonly rows: readonly OpenLot[] }>(
  tx: Tx,
  userId: string,
  lots: Lots,
  at: Date,
): Promise<Omit<Lots, 'currency' | 'rows'> & ShownCurrency & { rows: OpenLot[] }> {
  const currencies = await customerCurrencies(tx, userId)
  const rate = await newestRate(tx, currencies, at)
  const { tax } = currencies
  if (rate === undefined)
    return { ...lots, rows: [...lots.rows], currency: tax, tax_currency: tax, rate: null }
  return {
    ...lots,
    currency: currencies.shown,
    tax_currency: tax,
    rate,
    rows: lots.rows.map((lot) => ({
      ...lot,
      basis: converted(lot.basis, rate),
      loss_basis: convertedIfKnown(lot.loss_basis, rate),
      value: convertedIfKnown(lot.value, rate),
      gain: convertedIfKnown(lot.gain, rate),
    })),
  }
}

/**
 * Value over time, each point at the rate of its day. A point whose day has no rate is left out; without any rate all is in the
 * currency of the return.
 */
export async function shownOverTime(tx: Tx, userId: string, value: ValueOverTime): Promise<ValueOverTime> {
  const currencies = await customerCurrencies(tx, userId)
  const rateOn = await ratesOfDays(
    tx,
    currencies,
    value.points.map(({ at }) => new Date(at)),
  )
  const points = value.points.flatMap((point) => {
    const rate = rateOn(new Date(point.at))
    if (rate === undefined) return []
    const { value: worth, basis } = point
    return [{ ...point, value: converted(worth, rate), basis: convertedIfKnown(basis, rate) }]
  })
  return points.length === 0 ? value : { currency: currencies.shown, points }
}
