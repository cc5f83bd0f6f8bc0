import { isDay } from '../../client/is-day.ts'

/** Filters of the list of prices, as the address has them. */
export interface PricesSearch {
  readonly asset?: string
  readonly from_day?: string
  readonly to_day?: string
  readonly file_id?: string
}

const FITS: Readonly<Record<keyof PricesSearch, (value: string) => boolean>> = {
  asset: (value) => /^.{1,200}$/.test(value),
  from_day: isDay,
  to_day: isDay,
  file_id: (value) => /^[0-9a-f-]{36}$/.test(value),
}

/** The filters of an address; its other parameters are dropped. */
export function pricesSearch(search: Readonly<Record<string, unknown>>): PricesSearch {
  return Object.fromEntries(
    Object.entries(FITS).flatMap(([name, fits]) => {
      const value = search[name]
      return typeof value === 'string' && fits(value) ? [[name, value]] : []
    }),
  )
}
