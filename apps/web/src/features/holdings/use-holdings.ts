import {
  keepPreviousData,
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { type HoldingsShown, LOTS_AT_FIRST, paths, type SalePlanRequest } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { laterApi } from '../../client/later-api.ts'
import { toastFailed } from '../../ui/toast-store.ts'
import { type HoldingsSearch, holdingsSearch } from './holdings-search.ts'

/** Lots that a further step shows. */
const FURTHER_LOTS = 50
const SELLABLE = 200

/** A page of the holdings. The one before stays on screen while the next is on its way. */
export function useHoldings(search: HoldingsSearch) {
  const { page = 1, account, as_of: asOf } = search
  const show: HoldingsShown = search.show ?? 'all'
  return useQuery({
    ...laterApi.holdings.page.queryOptions({
      input: {
        page,
        show,
        ...(account === undefined ? {} : { account }),
        ...(asOf === undefined ? {} : { as_of: asOf }),
      },
    }),
    placeholderData: keepPreviousData,
  })
}

/** The lots of an asset, a first few and then more. @param asOf an earlier day. */
export function useLots(asset: string, account: string | undefined, asOf: string | null) {
  const query = useInfiniteQuery(
    laterApi.holdings.lots.infiniteOptions({
      input: (offset: number) => ({
        asset,
        offset,
        limit: offset === 0 ? LOTS_AT_FIRST : FURTHER_LOTS,
        ...(account === undefined ? {} : { account }),
        ...(asOf === null ? {} : { as_of: asOf }),
      }),
      initialPageParam: 0,
      getNextPageParam: (last, pages) => {
        const shown = pages.reduce((count, { rows }) => count + rows.length, 0)
        return last.rows.length > 0 && shown < last.total ? shown : undefined
      },
    }),
  )
  const newest = query.data?.pages.at(-1)
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? []
  return { ...query, newest, rows, left: (newest?.total ?? 0) - rows.length, step: FURTHER_LOTS }
}

/** All that may be sold, in the currency of the return: the first assets by value, as many as one choice can offer. */
export function useSellable() {
  return useQuery(
    laterApi.holdings.page.queryOptions({
      input: { page: 1, per_page: SELLABLE, show: 'all', in_tax_currency: true },
    }),
  )
}

/** What a sale would come to that nobody has made; asked for once it is said what. */
export function useSalePlan(asked: SalePlanRequest | undefined) {
  return useQuery(laterApi.holdings.salePlan.queryOptions({ input: asked ?? skipToken, retry: false }))
}

/** Works out what the holdings cost; the screen stays, and shows it once it is done. */
export function useCalculateHoldings() {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation(
    laterApi.holdings.calculate.mutationOptions({
      onSuccess: () => {
        void client.invalidateQueries({ queryKey: laterApi.holdings.key() })
        void client.invalidateQueries({ queryKey: api.tax.key() })
      },
      onError: (thrown) => toastFailed(toApiError(thrown).message),
    }),
  )
  return { calculate: () => mutate(undefined), isStarting: isPending }
}

const route = getRouteApi('/signed-in/shell/customer/holdings')

/** What the address says, and the way to say something else; the page stays where it is scrolled to. */
export function useHoldingsSearch(): readonly [HoldingsSearch, (search: HoldingsSearch) => void] {
  const search = holdingsSearch({ ...route.useSearch() })
  const navigate = useNavigate()
  const goTo = useCallback(
    (next: HoldingsSearch) =>
      void navigate({ to: paths.holdings, search: next, replace: true, resetScroll: false }),
    [navigate],
  )
  return [search, goTo]
}
