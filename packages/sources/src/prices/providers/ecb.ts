import { isFiat, RATE_HOLDS_DAYS } from '@lotbook/journal'
import { type Decimal, divide, formatDecimal, parseDecimal } from '@lotbook/money'
import Papa from 'papaparse'
import {
  exactPrice,
  GRAIN_MS,
  type PriceProvider,
  type ProviderPrice,
  rangeOf,
  unreadable,
} from './price-provider.ts'

const DAY = GRAIN_MS.day
/** Places of a rate that is a quotient of two. */
const PLACES = 15

/**
 * Reference rates of the European Central Bank since 1999, `GET /service/data/EXR/D.USD+GBP.EUR.SP00.A?format=csvdata`, without a
 * key: units of a currency for a euro on each of its working days (data.ecb.europa.eu, "Data"). A currency in dollars is the
 * quotient of two such rates, to 15 places; the euro in dollars is the rate itself. The rate of a day holds until the next is set.
 */
export const ecbPrices: PriceProvider = {
  name: 'ecb',
  title: 'European Central Bank',
  quote: 'USD',
  grains: ['day'],
  mostSpan: 10_000,
  mostTimes: 10_000,
  marketOf: ({ id }) => (isFiat(id) && id !== 'USD' ? id : undefined),
  async ask(ask, market, times) {
    const { from, to } = rangeOf(times)
    const series = market === 'EUR' ? 'USD' : `USD+${market}`
    const query = new URLSearchParams({
      startPeriod: dayOf(from - RATE_HOLDS_DAYS * DAY),
      endPeriod: dayOf(to),
      format: 'csvdata',
      detail: 'dataonly',
    })
    const answer = await ask({
      path: `/service/data/EXR/D.${series}.EUR.SP00.A?${query.toString()}`,
      headers: { accept: 'text/csv' },
    })
    // It has no such series, or no rate of these days.
    if (answer.status === 404) return []
    if (answer.status !== 200) throw unreadable('ecb', `status ${answer.status}`)
    const rates = readRates(answer.text)
    const priceOn = (day: string): string | undefined => {
      const [dollars, units] = [rates.get('USD')?.get(day), rates.get(market)?.get(day)]
      if (dollars === undefined) return undefined
      if (market === 'EUR') return formatDecimal(dollars)
      return units === undefined ? undefined : formatDecimal(divide(dollars, units, PLACES, 'half-even'))
    }
    const prices: ProviderPrice[] = []
    for (let at = from; at <= to; at += DAY) {
      const price = newest(at, priceOn)
      if (price !== undefined) prices.push({ at, price })
    }
    return prices
  },
}

/** The rate of a day, or of the last before it that had one. */
function newest(at: number, priceOn: (day: string) => string | undefined): string | undefined {
  for (let back = 0; back <= RATE_HOLDS_DAYS; back += 1) {
    const price = priceOn(dayOf(at - back * DAY))
    if (price !== undefined) return price
  }
  return undefined
}

function readRates(text: string): ReadonlyMap<string, ReadonlyMap<string, Decimal>> {
  const { data, meta } = Papa.parse<Record<string, string | undefined>>(text, {
    header: true,
    skipEmptyLines: true,
  })
  for (const column of ['CURRENCY', 'TIME_PERIOD', 'OBS_VALUE'])
    if (meta.fields?.includes(column) !== true) throw unreadable('ecb', `no column ${column}`)
  const rates = new Map<string, Map<string, Decimal>>()
  for (const { CURRENCY: currency = '', TIME_PERIOD: day = '', OBS_VALUE: value } of data) {
    // A working day without a rate of one currency, as of the rouble since 2022.
    if (value === undefined || value === '' || value === 'NaN') continue
    const rate = exactPrice('ecb', value)
    const of = rates.get(currency) ?? new Map<string, Decimal>()
    const exact = rate === undefined ? undefined : parseDecimal(rate)
    if (exact !== undefined) of.set(day, exact)
    rates.set(currency, of)
  }
  return rates
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
