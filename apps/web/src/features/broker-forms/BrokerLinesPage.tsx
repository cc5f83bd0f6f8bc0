import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { FileUp, Plus } from 'lucide-react'
import { useState } from 'react'
import { BROKER_FORMS_FROM, paths, type BrokerLinesOfYear, type BrokerResult } from '@lotbook/contract'
import { BROKER_LINE_OUTCOMES } from '@lotbook/journal'
import { toApiError } from '../../client/api-error.ts'
import { useStart } from '../../client/start.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { TextLink } from '../../ui/Link.tsx'
import { Page } from '../../ui/Page.tsx'
import { Select } from '../../ui/Select.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { FormFiles } from './FormFiles.tsx'
import { FormPapers } from './FormPapers.tsx'
import { FormTotals } from './FormTotals.tsx'
import { ImportForms } from './ImportForms.tsx'
import { LineDialog } from './LineDialog.tsx'
import { OUTCOME_WORDS } from './outcome-words.ts'
import { ResultDialog } from './ResultDialog.tsx'
import { ResultTable } from './ResultTable.tsx'
import { useBrokerLines } from './use-broker-lines.ts'
import type { LinesSearch } from './lines-search.ts'

const route = getRouteApi('/signed-in/shell/customer/tax_filing/form_1099_da')

/** The lines of Forms 1099-DA of a year beside the sales of the history: entered, imported, tied, and what each does to Form 8949. */
export function BrokerLinesPage() {
  const search = route.useSearch()
  const { details, billing_history } = useStart()
  const due = details?.tax_year ?? billing_history?.current_tax_year ?? 0
  const year = /^20\d\d$/.test(search.year ?? '') ? Number(search.year) : due
  return (
    <Page
      title="Form 1099-DA"
      summary={
        <>
          Tax year {year} · <TextLink to={`/tax_filing?year=${year.toString()}`}>Tax Filing</TextLink>
        </>
      }
    >
      {year < BROKER_FORMS_FROM ? (
        <Card>
          <EmptyState
            title={`There is no Form 1099-DA for ${year.toString()}`}
            text={`Brokers send the form for sales from ${BROKER_FORMS_FROM.toString()} on.`}
          />
        </Card>
      ) : (
        <Lines year={year} search={search} />
      )}
    </Page>
  )
}

function Lines({ year, search }: { readonly year: number; readonly search: LinesSearch }) {
  const navigate = useNavigate()
  const outcome = BROKER_LINE_OUTCOMES.find((one) => one === search.outcome)
  const query = useBrokerLines(year, outcome)
  const { data, error, refetch, isFetching } = query
  const [isImporting, setImporting] = useState(false)
  const [edited, setEdited] = useState<BrokerResult['lines'][number]>()
  const goTo = (next: LinesSearch) =>
    void navigate({
      to: '/tax_filing/form_1099_da',
      search: { year: year.toString(), ...(outcome === undefined ? {} : { outcome }), ...next },
      replace: true,
      resetScroll: false,
    })
  const [first] = data?.pages ?? []
  if (first === undefined)
    return error === null ? (
      <Loading label="Forms 1099-DA">
        <Skeleton className="h-96 w-full" />
      </Loading>
    ) : toApiError(error).code === 'calculation_not_done' ? (
      <Card>
        <EmptyState
          title={`${year.toString()} is not calculated`}
          text="Forms are compared with your sales. Calculate the year first."
          actions={
            <ButtonLink look="primary" to={paths.tax}>
              Go to Taxes
            </ButtonLink>
          }
        />
      </Card>
    ) : (
      <Card>
        <ErrorState
          title="The forms could not be loaded"
          text={toApiError(error).message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      </Card>
    )
  const rows = data?.pages.flatMap((page) => page.rows) ?? []
  const opened = rows.find(({ id }) => id === search.line)
  const isEntering = search.enter !== undefined || edited !== undefined
  return (
    <div className="grid gap-6">
      {first.data.is_filed && <FiledNote year={year} found={first.data} />}
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          icon={<Plus aria-hidden="true" className="size-4" />}
          onClick={() => goTo({ enter: 'true' })}
        >
          Enter Form 1099-DA
        </Button>
        <Button icon={<FileUp aria-hidden="true" className="size-4" />} onClick={() => setImporting(true)}>
          Import a file
        </Button>
        {first.data.lines > 0 && <FormPapers year={year} />}
      </div>
      {first.data.lines === 0 && outcome === undefined ? (
        <Card>
          <EmptyState
            title="No Form 1099-DA is entered"
            text="Enter the lines of each form as your broker sent it, or import a file of them. Each line is matched to the sale it is for."
            actions={<Button onClick={() => goTo({ outcome: 'only_with_us' })}>Show sales on no form</Button>}
          />
        </Card>
      ) : (
        <>
          {first.data.lines > 0 && <FormTotals found={first.data} />}
          <Card
            flush
            title={`Line by line (${first.total.toLocaleString()})`}
            actions={
              <Outcomes
                found={first.data}
                value={outcome ?? ''}
                onChange={(value) => goTo({ outcome: value })}
              />
            }
          >
            <ResultTable rows={rows} onOpen={({ id }) => goTo({ line: id })} />
            {query.hasNextPage && (
              <p className="p-4">
                <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  Show more ({rows.length.toLocaleString()} of {first.total.toLocaleString()})
                </Button>
              </p>
            )}
          </Card>
          <FormFiles year={year} files={first.data.files} />
        </>
      )}
      {isImporting && <ImportForms accounts={first.data.accounts} onClose={() => setImporting(false)} />}
      {isEntering && (
        <LineDialog
          key={edited?.id ?? 'new'}
          year={year}
          line={edited}
          accounts={first.data.accounts}
          onClose={() => {
            setEdited(undefined)
            goTo({})
          }}
        />
      )}
      {opened !== undefined && !isEntering && (
        <ResultDialog year={year} result={opened} onEdit={setEdited} onClose={() => goTo({})} />
      )}
    </div>
  )
}

function FiledNote({ year, found }: { readonly year: number; readonly found: BrokerLinesOfYear }) {
  const changed = found.changed_since_filed
  return (
    <Banner tone={changed > 0 ? 'warn' : 'info'}>
      {year} is marked as filed; its forms stay as they were sent.{' '}
      {changed > 0
        ? `${changed.toLocaleString()} ${changed === 1 ? 'line' : 'lines'} came or changed since. What they change is a proposed amendment.`
        : 'What you enter now becomes a proposed amendment.'}
    </Banner>
  )
}

function Outcomes({
  found,
  value,
  onChange,
}: {
  readonly found: BrokerLinesOfYear
  readonly value: string
  readonly onChange: (outcome: string) => void
}) {
  return (
    <Select
      small
      aria-label="Outcome"
      className="w-56 max-w-full"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">All outcomes</option>
      {BROKER_LINE_OUTCOMES.flatMap((outcome) => {
        const results = found.outcomes.find((one) => one.outcome === outcome)?.results ?? 0
        // Sales on no form can be asked for where none is listed: those of accounts without a form are not.
        return results === 0 && outcome !== value && outcome !== 'only_with_us'
          ? []
          : [
              <option key={outcome} value={outcome}>
                {OUTCOME_WORDS[outcome].name}
                {results === 0 ? '' : ` (${results.toLocaleString()})`}
              </option>,
            ]
      })}
    </Select>
  )
}
