import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { IncomeOfSource, LineOfIncome } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { laterApi } from '../../client/later-api.ts'
import { toastDone, toastFailed } from '../../ui/toast-store.ts'

/** The income of a year by kind and source, with its lines. */
export function useIncomeLines(year: number) {
  return useQuery(
    laterApi.taxReturns.incomeLines.queryOptions({ input: { year }, select: (answer) => answer.data }),
  )
}

/** Says which line kinds of income of a year go to. */
export function useSetIncomeLines(year: number) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation(
    laterApi.taxReturns.setIncomeLines.mutationOptions({
      onSuccess: async (_, { lines }) => {
        await Promise.all([
          client.invalidateQueries({ queryKey: laterApi.taxReturns.key() }),
          client.invalidateQueries({ queryKey: laterApi.estimates.key() }),
          client.invalidateQueries({ queryKey: api.tax.incomes.key() }),
        ])
        toastDone(
          lines.length === 1
            ? 'The line is saved'
            : `The lines of ${lines.length.toString()} kinds of income are saved`,
        )
      },
      onError: (thrown) => toastFailed(toApiError(thrown).message),
    }),
  )
  return {
    isPending,
    set: (sources: readonly IncomeOfSource[], lineOf: (source: IncomeOfSource) => LineOfIncome) => {
      mutate({
        year,
        lines: sources.map((source) => ({
          account_id: source.account_id,
          category: source.category,
          is_cash: source.is_cash,
          line: lineOf(source),
        })),
      })
    },
  }
}
