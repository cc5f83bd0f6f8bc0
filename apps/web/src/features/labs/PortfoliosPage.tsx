import { LABS_MAX_ITEMS, screenMessages } from '@lotbook/contract'
import { toApiError } from '../../client/api-error.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { LabsFrame, useLabsPeriod } from './LabsFrame.tsx'
import { NameForm } from './NameForm.tsx'
import { PortfolioCard } from './PortfolioCard.tsx'
import { usePortfolios } from './use-portfolios.ts'

/** Portfolios that a customer makes up to look at: at most six. They are no holdings. */
export function PortfoliosPage() {
  const period = useLabsPeriod()
  const portfolios = usePortfolios(period)
  const { data, error, refetch, isFetching } = portfolios.query
  if (data === undefined) {
    return (
      <LabsFrame title="Research portfolios">
        {error === null ? (
          <Loading label="your portfolios">
            <Skeleton className="h-64 w-full" />
          </Loading>
        ) : (
          <ErrorState
            title="Your portfolios could not be loaded"
            text={toApiError(error).message}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )}
      </LabsFrame>
    )
  }
  const { currency, data: all } = data
  return (
    <LabsFrame title="Research portfolios">
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_360px]">
        <div className="grid min-w-0 gap-6">
          {all.length === 0 ? (
            <Card>
              <EmptyState
                title="No portfolios yet"
                text="Name one, then add assets with quantities: you see what they would be worth today, and how that changed."
              />
            </Card>
          ) : (
            all.map((portfolio) => (
              <PortfolioCard
                key={portfolio.id}
                portfolio={portfolio}
                currency={currency}
                period={period}
                portfolios={portfolios}
              />
            ))
          )}
        </div>
        <Card
          title="New portfolio"
          actions={
            <span className="text-table text-ink-3">
              {all.length} of {LABS_MAX_ITEMS}
            </span>
          }
        >
          {all.length >= LABS_MAX_ITEMS && <p className="mb-3 text-warn">{screenMessages.labs.limit}</p>}
          <NameForm submit="Create portfolio" onSubmit={portfolios.add} />
          <p className="mt-4 text-table text-ink-2">
            These portfolios are hypothetical. They do not count in your holdings, totals or taxes.
          </p>
        </Card>
      </div>
    </LabsFrame>
  )
}
