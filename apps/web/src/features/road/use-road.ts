import { useQuery } from '@tanstack/react-query'
import { laterApi } from '../../client/later-api.ts'
import { isTaxYear } from '../transactions/years-held.ts'

/** The road of a year, of the one at hand where none is named: the steps that are done, and the next. */
export function useRoad(year?: number) {
  return useQuery({
    ...laterApi.roads.show.queryOptions({
      // A year that is typed into the address may be none.
      input: year === undefined || !isTaxYear(year) ? {} : { year },
      select: (answer) => answer.data,
    }),
    placeholderData: (before) => before,
  })
}
