import { useQuery } from '@tanstack/react-query'
import type { OneYear } from '@lotbook/contract'
import { laterApi } from '../../client/later-api.ts'

/** The gifts, donations and losses of a year with their forms; not asked for in a year without any. */
export function useRemovalForms({ year, counts }: OneYear) {
  return useQuery({
    ...laterApi.removalForms.list.queryOptions({ input: { year }, select: (answer) => answer.data }),
    enabled: counts.removals > 0,
  })
}
