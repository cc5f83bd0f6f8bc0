import { paths } from '@lotbook/contract'
import { ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

export interface NothingInYearProps {
  readonly year: number
  readonly text: string
  /** A year to look at instead, with its path and what that is called. */
  readonly instead?: { readonly to: string; readonly label: string } | undefined
}

/** A tax year that was asked for and in which nothing is. */
export function NothingInYear({ year, text, instead }: NothingInYearProps) {
  return (
    <EmptyState
      title={`There is no activity in ${year.toString()}`}
      text={text}
      actions={
        <>
          {instead !== undefined && (
            <ButtonLink look="primary" to={instead.to}>
              {instead.label}
            </ButtonLink>
          )}
          <ButtonLink to={`${paths.transactions}?year=${year.toString()}`}>Transactions of {year}</ButtonLink>
        </>
      }
    />
  )
}
