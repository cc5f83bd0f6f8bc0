import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { paths } from '@lotbook/contract'
import { type TransactionSearch, transactionSearch, withoutEmpty } from './transaction-search.ts'

const route = getRouteApi('/signed-in/shell/customer/transactions')

export interface Go {
  /** Take the place of the present address, so that Back leaves the screen: while typing, moving from row to row. */
  readonly replace?: boolean
}
export type GoTo = (search: TransactionSearch, how?: Go) => void

/** Search parameters of the list, and a way to change them; the page stays where it is scrolled to. */
export function useTransactionSearch(): readonly [TransactionSearch, GoTo] {
  const search = transactionSearch(route.useSearch())
  const navigate = useNavigate()
  const goTo = useCallback<GoTo>(
    (next, { replace = false } = {}) =>
      void navigate({ to: paths.transactions, search: withoutEmpty(next), replace, resetScroll: false }),
    [navigate],
  )
  return [search, goTo]
}
