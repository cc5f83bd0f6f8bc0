import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ErrorLog, paths } from '@lotbook/contract'
import { api } from '../../client/api.ts'
import { isNothingThere, toApiError } from '../../client/api-error.ts'
import { Banner } from '../../ui/Banner.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Page } from '../../ui/Page.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { DateTime } from '../../ui/Values.tsx'
import { counted } from './import-state.ts'
import type { ErrorLogSearch } from './imports-search.ts'
import { UnreadRow } from './UnreadRow.tsx'

const TITLE = 'Error log'

/** Rows of one import that could not be read: place, reason, and the row as it came. */
export function ErrorLogPage() {
  const { id, page = 1 } = useSearch({ strict: false }) as ErrorLogSearch
  if (id !== undefined) return <Asked id={id} page={page} />
  return (
    <Page title={TITLE}>
      <Card>
        <EmptyState
          title="Which import?"
          text="Each file has a log of what could not be read. Choose one in the import history."
          actions={<ButtonLink to={paths.imports}>Imported History</ButtonLink>}
        />
      </Card>
    </Page>
  )
}

function Asked({ id, page }: { id: string; page: number }) {
  const { data, error, refetch, isFetching } = useQuery({
    ...api.imports.errorLog.queryOptions({ input: { id, page } }),
    placeholderData: keepPreviousData,
  })
  if (data !== undefined) return <Found log={data} id={id} />
  if (error === null) {
    return (
      <Page title={TITLE}>
        <Loading label="error log">
          <Skeleton className="h-80 w-full" />
        </Loading>
      </Page>
    )
  }
  return (
    <Page title={TITLE}>
      <Card>
        {isNothingThere(error) ? (
          <EmptyState
            title="This import no longer exists"
            text="It was deleted, or the address is wrong."
            actions={<ButtonLink to={paths.imports}>Imported History</ButtonLink>}
          />
        ) : (
          <ErrorState
            title="The error log could not be loaded"
            text={toApiError(error).message}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )}
      </Card>
    </Page>
  )
}

function Found({ log: { source, data, meta }, id }: { log: ErrorLog; id: string }) {
  const navigate = useNavigate()
  const goTo = (to: number) => () =>
    void navigate({ to: '.', search: { id, ...(to > 1 ? { page: to } : {}) } })
  const name = source.file_name ?? source.account_name
  const { current_page: page, per_page: size, total_count: total, total_pages: pages } = meta
  return (
    <Page
      title={TITLE}
      summary={
        <p className="break-words">
          {[name, source.format_name].filter((part) => part !== null).join(' · ')}
          {source.last_sync !== null && (
            <>
              {' · read '}
              <DateTime instant={source.last_sync} zone />
            </>
          )}
        </p>
      }
      actions={<ButtonLink to={paths.imports}>Imported History</ButtonLink>}
    >
      <div className="grid gap-4">
        {source.reason !== null && <Banner tone="danger">{source.reason}</Banner>}
        {total > 0 && (
          <Banner tone="warn">
            {counted(total, 'row')} of {source.total.toLocaleString()} could not be read and{' '}
            {total === 1 ? 'is' : 'are'} not imported; {counted(source.parsed, 'row')}{' '}
            {source.parsed === 1 ? 'was' : 'were'}. Correct {total === 1 ? 'it' : 'them'} in the file and
            upload it again: rows you already have are not added twice.
          </Banner>
        )}
        <Card title="Rows that could not be read" flush>
          {data.length === 0 ? (
            <EmptyState
              title={total === 0 ? 'Every row could be read' : 'No rows on this page'}
              text={
                total === 0 && source.reason !== null
                  ? 'The file failed as a whole, for the reason above.'
                  : undefined
              }
            />
          ) : (
            <>
              <ul aria-label="Rows that could not be read" className="divide-y divide-line">
                {data.map((row, at) => (
                  // oxlint-disable-next-line react/no-array-index-key -- one row can have two errors alike
                  <UnreadRow key={`${page.toString()} ${at.toString()}`} row={row} />
                ))}
              </ul>
              {pages > 1 && (
                <div className="flex justify-end border-t border-line px-4 py-2">
                  <Pager
                    label="rows"
                    from={(page - 1) * size + 1}
                    to={(page - 1) * size + data.length}
                    total={total}
                    onPrevious={page > 1 ? goTo(page - 1) : undefined}
                    onNext={page < pages ? goTo(page + 1) : undefined}
                  />
                </div>
              )}
            </>
          )}
        </Card>
      </div>
    </Page>
  )
}
