import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { LabsPeriod, ResearchPortfolio } from '@lotbook/contract'
import { laterApi, laterCalls } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'

export type PortfolioAsset = ResearchPortfolio['assets'][number]

/** The research portfolios, and what can be done to them. Whatever changes one can be taken back for ten seconds. */
export function usePortfolios(period: LabsPeriod) {
  const client = useQueryClient()
  const query = useQuery(
    laterApi.labs.portfolios.queryOptions({ input: { period }, placeholderData: keepPreviousData }),
  )
  const act = useMutation({
    mutationFn: (call: () => Promise<unknown>) => call(),
    onSuccess: () => client.invalidateQueries({ queryKey: laterApi.labs.portfolios.key() }),
  })
  /** Makes a call; one that fails says so in a toast where no form shows it. */
  const run = (call: () => Promise<unknown>, done?: () => void) =>
    act.mutate(call, {
      onSuccess: () => done?.(),
      onError: (thrown) => toastFailed(toApiError(thrown).message),
    })
  const put = (id: string, asset_id: string, quantity: string) =>
    laterCalls.labs.setPortfolioAsset({ id, asset_id, quantity })

  return {
    query,
    isBusy: act.isPending,
    add: (name: string) => act.mutateAsync(() => laterCalls.labs.addPortfolio({ name })),
    rename: async ({ id, name: before }: ResearchPortfolio, name: string) => {
      await act.mutateAsync(() => laterCalls.labs.renamePortfolio({ id, name }))
      toastDone(`Renamed to ${name}`, () => run(() => laterCalls.labs.renamePortfolio({ id, name: before })))
    },
    remove: ({ id, name }: ResearchPortfolio) =>
      run(
        () => laterCalls.labs.deletePortfolio({ id }),
        () => toastDone(`${name} was deleted`, () => run(() => laterCalls.labs.restorePortfolio({ id }))),
      ),
    /** @param before - the asset as it is in the portfolio; undefined for one that is added. */
    setAsset: async (
      { id }: ResearchPortfolio,
      asset: { readonly asset_id: string; readonly ticker: string; readonly quantity: string },
      before: PortfolioAsset | undefined,
    ) => {
      const { asset_id, ticker, quantity } = asset
      await act.mutateAsync(() => put(id, asset_id, quantity))
      toastDone(before === undefined ? `${ticker} added` : `${ticker} changed`, () =>
        run(() =>
          before === undefined
            ? laterCalls.labs.removePortfolioAsset({ id, asset_id })
            : put(id, asset_id, before.quantity),
        ),
      )
    },
    removeAsset: ({ id }: ResearchPortfolio, { asset_id, ticker, quantity }: PortfolioAsset) =>
      run(
        () => laterCalls.labs.removePortfolioAsset({ id, asset_id }),
        () => toastDone(`${ticker} removed`, () => run(() => put(id, asset_id, quantity))),
      ),
  }
}

export type Portfolios = ReturnType<typeof usePortfolios>
