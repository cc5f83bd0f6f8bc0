import { type HoldingsShown, HOLDINGS_SHOWN } from '@lotbook/contract'
import { isDay } from '../../client/is-day.ts'
import { textOf, wholeOf } from '../../client/search-values.ts'

/** The address of the holdings: the page, what is shown, whose account, of which day, the asset that is open, and the one whose sale is planned. */
export interface HoldingsSearch {
  readonly page?: number
  readonly show?: Exclude<HoldingsShown, 'all'>
  readonly account?: string
  /** The day whose end is shown; today where there is none. */
  readonly as_of?: string
  /** Whose lots are open. */
  readonly asset?: string
  /** A sale is being planned: of this asset. */
  readonly plan?: string
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Reads the address; what is no value of its name is left out. */
export function holdingsSearch(search: Readonly<Record<string, unknown>>): HoldingsSearch {
  const page = wholeOf(search['page'], 2, 9999)
  const show = HOLDINGS_SHOWN.filter((one) => one !== 'all').find((one) => one === search['show'])
  const account = textOf(search['account'])
  const asset = textOf(search['asset'])
  const asOf = search['as_of']
  const plan = textOf(search['plan'])
  return {
    ...(page === undefined ? {} : { page }),
    ...(show === undefined ? {} : { show }),
    ...(account === undefined || !UUID.test(account) ? {} : { account }),
    ...(isDay(asOf) ? { as_of: asOf } : {}),
    ...(asset === undefined ? {} : { asset }),
    ...(plan === undefined ? {} : { plan }),
  }
}
