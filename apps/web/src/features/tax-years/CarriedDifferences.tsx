import { useQuery } from '@tanstack/react-query'
import { type FiledYear, type OneYear, paths } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { laterApi } from '../../client/later-api.ts'
import { Banner } from '../../ui/Banner.tsx'
import { TextLink } from '../../ui/Link.tsx'
import { Gain } from '../../ui/Values.tsx'
import { isAtWork } from '../../client/is-at-work.ts'

/** Differences in earlier years that keep their lots as filed; later years carry them forward as a note (us.md 11a). */
export function CarriedDifferences({ year }: { year: OneYear }) {
  const { data } = useQuery(
    api.taxYears.list.queryOptions({
      select: ({ data: { filed } }) => filed.filter((one) => one.lots === 'kept' && one.year < year.year),
      enabled: year.filed_years.some((filed) => filed < year.year),
    }),
  )
  return (data ?? []).map((filed) => <CarriedDifference key={filed.year} filed={filed} year={year} />)
}

function CarriedDifference({ filed, year }: { readonly filed: FiledYear; readonly year: OneYear }) {
  const before = filed.calculation_id
  const after = year.filed?.newest_calculation_id ?? year.calculation.id
  const { data: change } = useQuery(
    laterApi.comparisons.create.queryOptions({
      input: { before, after },
      select: ({ data: { years } }) => years.find((one) => one.year === filed.year),
      enabled: before !== after,
      refetchInterval: ({ state }) => (isAtWork(state.data?.data.state) ? 2_000 : false),
    }),
  )
  if (change === undefined) return null
  return (
    <Banner action={<TextLink to={paths.oneYear(filed.year)}>Show {filed.year}</TextLink>}>
      Carried from {filed.year}, whose lots are kept as filed: its net gain differs by{' '}
      <Gain amount={change.gain} currency={year.currency} /> from what was filed. It is in no figure of{' '}
      {year.year}, and on no return unless you amend {filed.year}.
    </Banner>
  )
}
