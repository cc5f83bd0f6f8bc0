import { useQuery } from '@tanstack/react-query'
import { Circle, CircleCheck, LoaderCircle, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '@lotbook/contract'
import { isZero } from '@lotbook/money'
import { api } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { useStart } from '../../client/start.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { readAmount } from '../../ui/format/amount.ts'
import { TextLink } from '../../ui/Link.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { Money } from '../../ui/Values.tsx'

/** The path of the review queue. */
const REVIEW = `${paths.transactions}?review=true`

/** Checks before a calculation: imports that still run, and open findings by how much they could change. */
export function Preflight() {
  const { tax_currency: currency } = useStart().setting
  const { data, error, refetch, isFetching } = useQuery(api.tax.preflight.queryOptions())
  if (data === undefined) {
    return error === null ? (
      <Loading label="the checks">
        <div className="grid gap-3">
          <Skeleton className="h-5 w-64" />
          <Skeleton className="h-5 w-80" />
        </div>
      </Loading>
    ) : (
      <ErrorState
        title="The checks could not be run"
        text={`${toApiError(error).message} You can still calculate.`}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }

  const { imports_done, imports_total, transactions, findings } = data.data
  const isImported = imports_done === imports_total
  return (
    <ul className="grid gap-3">
      <Check look={imports_total === 0 ? 'none' : isImported ? 'done' : 'running'}>
        {imports_total === 0 ? (
          <>
            Nothing has been imported yet. <TextLink to={paths.imports}>Add your accounts</TextLink>
          </>
        ) : (
          `${imports_done.toLocaleString()} of ${imports_total.toLocaleString()} ${imports_total === 1 ? 'import' : 'imports'} finished, ${transactions.toLocaleString()} ${transactions === 1 ? 'transaction' : 'transactions'}.`
        )}
        {!isImported && ' What is still being imported is not in the result.'}
      </Check>
      {findings.length === 0 && transactions > 0 && (
        <Check look="done">Nothing is waiting for your review.</Check>
      )}
      {findings.map(({ code, label, count, effect, unknown }) => (
        <Check key={code} look="warn">
          <TextLink to={code === 'safe_harbor_missing' ? paths.safeHarbor : `${REVIEW}&kind=${code}`}>
            {label}: {count.toLocaleString()}
          </TextLink>
          <span className="text-ink-2">
            {effect === null ? (
              ' · tax effect not determined'
            ) : isZero(readAmount(effect)) ? (
              ' · changes nothing so far'
            ) : (
              <>
                {' · up to '}
                <Money amount={effect} currency={currency} />
              </>
            )}
            {effect !== null && unknown > 0 && `; tax effect not determined: ${unknown.toLocaleString()}`}
          </span>
        </Check>
      ))}
      {findings.length > 0 && <li className="text-table text-ink-2">Counts are of all years.</li>}
    </ul>
  )
}

function Check({ look, children }: { look: keyof typeof looks; children: ReactNode }) {
  const { Icon, colour, word } = looks[look]
  return (
    <li className="flex items-start gap-2">
      <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${colour}`} />
      <span>
        <span className="sr-only">{word}: </span>
        {children}
      </span>
    </li>
  )
}

const looks = {
  none: { Icon: Circle, colour: 'text-ink-3', word: 'Not yet' },
  done: { Icon: CircleCheck, colour: 'text-gain', word: 'Done' },
  running: { Icon: LoaderCircle, colour: 'text-info animate-spin', word: 'Running' },
  warn: { Icon: TriangleAlert, colour: 'text-warn', word: 'To review' },
}
