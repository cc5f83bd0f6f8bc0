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

/** Says which line kinds of income of a year go to; for a moment the answers of before can be put back. */
export function useSetIncomeLines(year: number) {
  const client = useQueryClient()
  const reload = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: laterApi.taxReturns.key() }),
      client.invalidateQueries({ queryKey: laterApi.estimates.key() }),
      client.invalidateQueries({ queryKey: api.tax.incomes.key() }),
    ])
  const onError = (thrown: Error) => toastFailed(toApiError(thrown).message)
  const undoing = useMutation(
    laterApi.taxReturns.setIncomeLines.mutationOptions({
      onSuccess: async () => {
        await reload()
        toastDone('Undone')
      },
      onError,
    }),
  )
  const { mutate, isPending } = useMutation(
    laterApi.taxReturns.setIncomeLines.mutationOptions({ onSuccess: reload, onError }),
  )
  return {
    isPending,
    set: (sources: readonly IncomeOfSource[], lineOf: (source: IncomeOfSource) => LineOfIncome) => {
      const answers = (answerOf: (source: IncomeOfSource) => LineOfIncome | null) => ({
        year,
        lines: sources.map((source) => ({
          account_id: source.account_id,
          category: source.category,
          is_cash: source.is_cash,
          line: answerOf(source),
        })),
      })
      // What nobody had confirmed goes back to that, and not to the line that it was shown on.
      const before = answers(({ chosen, line }) => (chosen === 'answered' ? line : null))
      mutate(answers(lineOf), {
        onSuccess: () => toastDone(savedWords(sources.length), () => undoing.mutate(before)),
      })
    },
  }
}

function savedWords(kinds: number): string {
  return kinds === 1 ? 'The line is saved' : `The lines of ${kinds.toString()} kinds of income are saved`
}
