import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OneYear, ReturnLineOfYear, TaxReturn } from '@lotbook/contract'
import { isZero } from '@lotbook/money'
import { toApiError } from '../../client/api-error.ts'
import { laterApi } from '../../client/later-api.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FactRow, Facts } from '../../ui/Facts.tsx'
import { readAmount } from '../../ui/format/amount.ts'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { Gain, Money } from '../../ui/Values.tsx'
import { Notes } from './Notes.tsx'
import { ReturnFactsDialog } from './ReturnFactsDialog.tsx'

/** Schedule D of a year as a whole: carryover, other property and the limit of a loss, with what a person has to enter for it. */
export function ReturnOfYear({ year }: { readonly year: OneYear }) {
  const { data, error, refetch, isFetching } = useQuery(
    laterApi.taxReturns.get.queryOptions({ input: { year: year.year }, select: (answer) => answer.data }),
  )
  const [isOpen, setOpen] = useState(false)
  return (
    <Card title="Schedule D">
      {data === undefined ? (
        error === null ? (
          <Loading label="Schedule D">
            <Skeleton className="h-44 w-full" />
          </Loading>
        ) : (
          <ErrorState
            title="Schedule D could not be loaded"
            text={toApiError(error).message}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )
      ) : (
        <div className="grid gap-4">
          <Lines found={data} currency={year.currency} />
          <Notes notes={data.notes} />
          <Worksheet lines={data.worksheet} year={year.year} currency={year.currency} />
          {data.is_filed ? (
            <p className="text-table text-ink-2">
              {year.year} is marked as filed; its return stays as filed.
            </p>
          ) : (
            <div>
              <Button onClick={() => setOpen(true)}>Enter the rest of your return</Button>
            </div>
          )}
          {isOpen && <ReturnFactsDialog year={year.year} facts={data.facts} onClose={() => setOpen(false)} />}
        </div>
      )}
    </Card>
  )
}

/** Lines that say something: those with an amount, and the sums whatever they come to. */
const ALWAYS = new Set(['7', '15', '16'])
const isShown = ({ line, gain }: ReturnLineOfYear) =>
  gain !== null && (ALWAYS.has(line) || !isZero(readAmount(gain)))

function Lines({ found, currency }: { readonly found: TaxReturn; readonly currency: string }) {
  const { schedule_d, capital_gain, next } = found
  return (
    <Facts>
      {schedule_d.filter(isShown).map(({ line, text, gain }) => (
        <FactRow
          key={line}
          name={`${line.includes(' ') ? 'Lines' : 'Line'} ${line} · ${text}`}
          isStrong={ALWAYS.has(line)}
        >
          <Gain amount={gain ?? '0'} currency={currency} />
        </FactRow>
      ))}
      <FactRow name={`${capital_gain.line} · ${capital_gain.text}`} isStrong>
        <Gain amount={capital_gain.gain ?? '0'} currency={currency} />
      </FactRow>
      {next.filter(isShown).map(({ line, text, gain }) => (
        <FactRow key={line} name={text}>
          <Money amount={gain} currency={currency} />
        </FactRow>
      ))}
    </Facts>
  )
}

function Worksheet({
  lines,
  year,
  currency,
}: {
  readonly lines: readonly ReturnLineOfYear[]
  readonly year: number
  readonly currency: string
}) {
  if (lines.length === 0) return null
  return (
    <details>
      <summary className="text-table font-medium">
        Capital Loss Carryover Worksheet, {year - 1} to {year}
      </summary>
      <div className="mt-3">
        <Facts>
          {lines.map(({ line, text, gain }) => (
            <FactRow key={line} name={`${line} · ${text}`}>
              {gain === null ? (
                <span className="text-ink-3">Not entered</span>
              ) : (
                <Money amount={gain} currency={currency} />
              )}
            </FactRow>
          ))}
        </Facts>
      </div>
    </details>
  )
}
