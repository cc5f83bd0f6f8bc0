import { useState } from 'react'
import type { IncomeByLine as IncomeLines, OneYear } from '@lotbook/contract'
import { toApiError } from '../../client/api-error.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FactRow, Facts } from '../../ui/Facts.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { Money } from '../../ui/Values.tsx'
import { BusinessDialog } from './BusinessDialog.tsx'
import { IncomeSources } from './IncomeSources.tsx'
import { Notes } from './Notes.tsx'
import { useIncomeLines } from './use-income-lines.ts'

/** The line of the return that each kind of income goes to, by source: the usual one to confirm, or another to choose. */
export function IncomeByLine({ year }: { readonly year: OneYear }) {
  const { data, error, refetch, isFetching } = useIncomeLines(year.year)
  if (year.counts.incomes === 0) return null
  return (
    <Card id="income-by-line" title="Income by line" flush>
      {data === undefined ? (
        <div className="px-card py-4">
          {error === null ? (
            <Loading label="income by line">
              <Skeleton className="h-44 w-full" />
            </Loading>
          ) : (
            <ErrorState
              title="Income by line could not be loaded"
              text={toApiError(error).message}
              busy={isFetching}
              onRetry={() => void refetch()}
            />
          )}
        </div>
      ) : (
        <>
          <p className="px-card pt-3 pb-4 text-ink-2">
            {data.is_filed
              ? `${year.year.toString()} is marked as filed; its lines stay as filed.`
              : `Each kind of income has a usual line. Confirm it, or choose another; next year starts with your answer.`}
          </p>
          <IncomeSources year={year} found={data} />
          <div className="grid gap-4 border-t border-line px-card py-4 md:pb-6">
            <Lines found={data} currency={year.currency} />
            <Notes notes={data.notes} label="About these lines" />
            {!data.is_filed && hasBusiness(data) && <Business year={year.year} found={data} />}
          </div>
        </>
      )}
    </Card>
  )
}

const hasBusiness = ({ sources }: IncomeLines) => sources.some(({ line }) => line === 'business')

function Business({ year, found }: { readonly year: number; readonly found: IncomeLines }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <Button onClick={() => setOpen(true)}>Enter expenses and wages</Button>
      {isOpen && <BusinessDialog year={year} facts={found.facts} onClose={() => setOpen(false)} />}
    </div>
  )
}

function Lines({ found, currency }: { readonly found: IncomeLines; readonly currency: string }) {
  return (
    <Facts>
      {found.lines.map(({ line, text, amount }) => (
        <FactRow key={line} name={`${line} · ${text}`} isStrong={line.startsWith('Form 1040')}>
          <Money amount={amount} currency={currency} />
        </FactRow>
      ))}
    </Facts>
  )
}
