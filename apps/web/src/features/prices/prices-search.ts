/** What the list of prices is narrowed to, as it stands in the address. */
export interface PricesSearch {
  readonly asset?: string
  readonly from_day?: string
  readonly to_day?: string
  readonly file_id?: string
}

const FORM: Readonly<Record<keyof PricesSearch, RegExp>> = {
  asset: /^.{1,200}$/,
  from_day: /^\d{4}-\d{2}-\d{2}$/,
  to_day: /^\d{4}-\d{2}-\d{2}$/,
  file_id: /^[0-9a-f-]{36}$/,
}

/** What of an address is a filter; the rest is dropped. */
export function pricesSearch(search: Readonly<Record<string, unknown>>): PricesSearch {
  return Object.fromEntries(
    Object.entries(FORM).flatMap(([name, form]) => {
      const value = search[name]
      return typeof value === 'string' && form.test(value) ? [[name, value]] : []
    }),
  )
}
