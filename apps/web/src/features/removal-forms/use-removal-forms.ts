import { useQuery } from '@tanstack/react-query'
import { laterApi } from '../../client/later-api.ts'

/** The gifts, donations and losses of a year with their forms, and thefts of other years that were discovered in it. */
export function useRemovalForms(year: number) {
  return useQuery(
    laterApi.removalForms.list.queryOptions({ input: { year }, select: (answer) => answer.data }),
  )
}
