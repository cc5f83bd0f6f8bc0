import { useQuery } from '@tanstack/react-query'
import { type OneYear, paths } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { useTaxDetails } from '../../client/use-tax-details.ts'
import { LoneLink } from '../../ui/Link.tsx'
import { Gain, Money } from '../../ui/Values.tsx'
import { landingYear } from './landing-year.ts'

/** The results in one line, for the screen of the imports: somebody who has them is led on to them. */
export function ResultsGlance() {
  const { data: status } = useTaxDetails()
  const due = status?.tax_year ?? 0
  const select = (answer: { data: OneYear }) => answer.data
  const enabled = status !== undefined && status.tax_calculation_id !== null
  const ofDue = useQuery(api.tax.oneYear.queryOptions({ input: { year: due }, select, enabled }))
  const year = ofDue.data === undefined ? due : landingYear(ofDue.data, due)
  const { data } = useQuery(
    api.tax.oneYear.queryOptions({ input: { year }, select, enabled: ofDue.data !== undefined }),
  )
  if (data === undefined) return null
  return (
    <section
      aria-label="Results"
      className="flex min-h-[58px] flex-wrap items-center gap-x-6 gap-y-1 rounded-card border border-edge bg-surface px-card py-2 shadow-card"
    >
      <p>
        <span className="text-ink-2">{data.year} net gain </span>
        <strong>
          <Gain amount={data.net_gain.value} currency={data.currency} />
        </strong>
      </p>
      <p className="max-sm:hidden">
        <span className="text-ink-2">Income </span>
        <Money amount={data.income.value} currency={data.currency} />
      </p>
      <p className="ml-auto flex flex-wrap gap-x-5">
        <LoneLink to={paths.oneYear(data.year)}>{data.year} results</LoneLink>
        <LoneLink to={`${paths.dashboard}?year=${data.year.toString()}`}>Dashboard</LoneLink>
      </p>
    </section>
  )
}
