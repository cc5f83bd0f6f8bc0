import { useQuery } from '@tanstack/react-query'
import type { FormRests, OneYear } from '@lotbook/contract'
import { laterApi } from '../../client/later-api.ts'

/** The open items that lines of Form 8949 rest on; undefined for a year without any, and until it is known. */
export function useFormRests({ year, counts }: OneYear): FormRests | undefined {
  const { data } = useQuery({
    ...laterApi.exports.restsOn.queryOptions({ input: { kind: 'form-8949-pdf', tax_year: year } }),
    enabled: counts.disposals > 0,
  })
  return data?.data
}
