import { useQuery } from '@tanstack/react-query'
import { laterApi } from '../../client/later-api.ts'
import { Card } from '../../ui/Card.tsx'
import { StepList } from './StepList.tsx'

/** Steps of a year that a professional signed off, for the owner of the books to read. Nothing where there is none. */
export function SignedSteps({ year }: { readonly year: number }) {
  const { data } = useQuery(
    laterApi.workpapers.ofYear.queryOptions({ input: { tax_year: year }, select: (answer) => answer.data }),
  )
  const signed = data?.steps.filter(({ sign_off }) => sign_off !== null) ?? []
  if (data === undefined || signed.length === 0) return null
  return (
    <Card
      flush
      title={`Signed off for ${year}`}
      actions={
        <span className="text-table text-ink-2">
          {data.ticked.toLocaleString()} of {data.transactions.toLocaleString()} transactions verified
        </span>
      }
    >
      <StepList steps={signed} year={year} />
    </Card>
  )
}
