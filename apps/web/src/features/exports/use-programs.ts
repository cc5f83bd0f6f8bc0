import { skipToken, useQuery } from '@tanstack/react-query'
import { laterApi } from '../../client/later-api.ts'

/** Tax programs with their files for a year; nothing is asked while the year is not known. */
export function usePrograms(year: number | undefined) {
  return useQuery(
    laterApi.exports.programs.queryOptions({
      input: year === undefined ? skipToken : { tax_year: year },
      select: (answer) => answer.data,
      staleTime: Infinity,
    }),
  )
}
