import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AmendedReturnOfYear } from '@lotbook/contract'
import type { AmendedReturnProps } from '../../client/slots.ts'
import { laterApi } from '../../client/later-api.ts'
import { toApiError } from '../../client/api-error.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { AmountTable } from './AmountTable.tsx'
import { changedFirst, rowsOf1040X, rowsOfLines } from './amended-lines.ts'

/** The lines of the return that an amendment of a filed year changes: Form 1040-X, the forms behind it, and later years. */
export function AmendedReturn({ year, currency, calculationId }: AmendedReturnProps) {
  const input = { tax_year: year }
  const { data, error, refetch, isFetching } = useQuery(
    laterApi.exports.amendedReturn.queryOptions({
      input,
      // The lines are those of the newest calculation.
      queryKey: [...laterApi.exports.amendedReturn.queryKey({ input }), calculationId],
      staleTime: 0,
      select: (answer) => answer.data,
    }),
  )
  if (data !== undefined) return <Lines found={data} year={year} currency={currency} />
  if (error === null)
    return (
      <div className="p-4">
        <Loading label="lines of the amended return">
          <Skeleton className="h-40 w-full" />
        </Loading>
      </div>
    )
  return (
    <ErrorState
      title="The lines of the amended return could not be loaded"
      text={toApiError(error).message}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  )
}

const BEFORE_AFTER = ['As filed', 'Change', 'Corrected'] as const

function Lines({
  found,
  year,
  currency,
}: Pick<AmendedReturnProps, 'year' | 'currency'> & { readonly found: AmendedReturnOfYear }) {
  const table = (name: string, lines: AmendedReturnOfYear['schedule_d']) => (
    <AmountTable name={name} heads={BEFORE_AFTER} rows={rowsOfLines(lines)} currency={currency} />
  )
  return (
    <section aria-label={`Amended return of ${year.toString()}`} className="border-t border-line">
      <h3 className="px-4 pt-4 font-semibold">Form 1040-X</h3>
      <p className="max-w-[76ch] px-4 pb-2 text-table text-ink-2">
        “Your return” stands where only the rest of your return tells the amount. The corrected Form 8949 and
        Schedule D are in the download “Amended return”; {year} itself stays as filed.
      </p>
      <AmountTable
        name={`Form 1040-X of ${year.toString()}`}
        heads={['A. As filed', 'B. Change', 'C. Correct']}
        rows={rowsOf1040X(found.form_1040_x)}
        currency={currency}
      />
      <Part title="Schedule D, before and after">
        {table(`Schedule D of ${year.toString()}, before and after`, changedFirst(found.schedule_d))}
      </Part>
      <Part title="Form 1040 and Schedule 1, before and after">
        {table(`Form 1040 of ${year.toString()}, before and after`, found.form_1040)}
      </Part>
      <Part title="Form 8949 by box, before and after">
        {table(`Form 8949 of ${year.toString()}, before and after`, found.form_8949)}
      </Part>
      <Part title="Loss carried over to later years" isOpen>
        {table('Later years, before and after', found.carryover)}
      </Part>
      <Part title="Part II, explanation of changes" isOpen>
        <div className="flex items-start justify-between gap-3 px-4 pb-3">
          <div className="grid max-w-[76ch] gap-1 text-table">
            {found.part_ii.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </div>
          <CopyButton text={found.part_ii.join('\n')} label="Copy the explanation" />
        </div>
      </Part>
      <Part title={`Notes (${found.notes.length.toString()})`}>
        <ul className="grid list-disc gap-1 px-4 pb-3 pl-9 text-table text-ink-2">
          {found.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </Part>
    </section>
  )
}

function Part({
  title,
  isOpen = false,
  children,
}: {
  readonly title: string
  readonly isOpen?: boolean
  readonly children: ReactNode
}) {
  return (
    <details className="border-t border-line" open={isOpen}>
      <summary className="px-4 py-3 text-table font-medium">{title}</summary>
      {children}
    </details>
  )
}
