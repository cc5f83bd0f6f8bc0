import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { laterApi } from '../../client/later-api.ts'
import { Card } from '../../ui/Card.tsx'
import { Select } from '../../ui/Select.tsx'
import { StepList } from './StepList.tsx'

/** Steps that a professional signed off, for the owner of the books to read, the newest year first. Nothing where there is none. */
export function SignedSteps() {
  const [chosen, setChosen] = useState<number>()
  const { data } = useQuery({
    ...laterApi.workpapers.ofYear.queryOptions({
      input: chosen === undefined ? {} : { tax_year: chosen },
      select: (answer) => answer.data,
    }),
    placeholderData: (before) => before,
  })
  const signed = data?.steps.filter(({ sign_off }) => sign_off !== null) ?? []
  if (data === undefined || data.years.length === 0) return null
  const { tax_year: year, years, ticked, transactions } = data
  return (
    <Card
      flush
      title={`Signed off for ${year}`}
      actions={
        <span className="flex flex-wrap items-center gap-3 text-table text-ink-2">
          {ticked.toLocaleString()} of {transactions.toLocaleString()} transactions verified
          {years.length > 1 && (
            <Select
              small
              aria-label="Tax year"
              value={String(year)}
              onChange={({ target }) => setChosen(Number(target.value))}
            >
              {years.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </Select>
          )}
        </span>
      }
    >
      <StepList steps={signed} year={year} />
    </Card>
  )
}
