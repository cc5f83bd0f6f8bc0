import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { MatchCandidate, TransactionDetail } from '@lotbook/contract'
import { formatDecimal, isNegative, isZero, minus } from '@lotbook/money'
import { api } from '../../client/api.ts'
import { toApiError } from '../../client/api-error.ts'
import { AccountName } from '../../ui/AccountName.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { readAmount } from '../../ui/format/amount.ts'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { DateTime, Quantity } from '../../ui/Values.tsx'
import { matchWords } from './transaction-words.ts'
import type { Corrections } from './use-corrections.ts'

export interface MatchFinderProps {
  readonly detail: TransactionDetail
  readonly corrections: Corrections
}

/** Find the other side of a transfer by hand. What was sent may have arrived in parts; each arrival has one origin. */
export function MatchFinder({ detail, corrections }: MatchFinderProps) {
  const [isOpen, setIsOpen] = useState(false)
  const isSent = detail.from !== null
  if (isOpen) return <Candidates detail={detail} corrections={corrections} />
  return (
    <div>
      <Button size="small" data-find-match onClick={() => setIsOpen(true)}>
        {isSent ? 'Find where it arrived' : 'Find where it was sent from'}
      </Button>
    </div>
  )
}

function Candidates({ detail, corrections }: MatchFinderProps) {
  const { data, error, isFetching, refetch } = useQuery(
    api.transactions.matchCandidates.queryOptions({ input: { id: detail.id } }),
  )
  const [chosen, setChosen] = useState<readonly string[]>([])
  const name = useId()
  const leg = detail.from ?? detail.to
  const isSent = detail.from !== null

  if (data === undefined || leg === null) {
    return error === null ? (
      <Loading label="possible other sides">
        <Skeleton className="h-16" />
      </Loading>
    ) : (
      <ErrorState
        title="The other sides could not be loaded"
        text={toApiError(error).message}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  const candidates = data.data
  if (candidates.length === 0) {
    return (
      <p className="text-table text-ink-2">
        {isSent
          ? `No other account has received up to ${leg.amount} ${leg.symbol}. Import the account it went to, and it is matched automatically.`
          : `No other account has sent ${leg.amount} ${leg.symbol} or more. Import the account it came from, and it is matched automatically.`}
      </p>
    )
  }
  const picked = candidates.filter(({ id }) => chosen.includes(id))
  const missing = missingOf(isSent, leg.amount, picked)
  const choose = (id: string) =>
    setChosen(isSent ? (chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]) : [id])
  const match = () =>
    isSent
      ? corrections.match(detail.id, chosen)
      : chosen[0] !== undefined && corrections.match(chosen[0], [detail.id])

  return (
    <div className="grid gap-3">
      <fieldset className="min-w-0">
        <legend className="mb-2 text-table font-medium">
          {isSent ? 'Where did it arrive? Choose several if it came in parts.' : 'Where was it sent from?'}
        </legend>
        <ul className="grid max-h-80 gap-1 overflow-y-auto rounded-card border border-line p-1">
          {candidates.map((candidate) => (
            <li key={candidate.id}>
              <label className="flex items-start gap-3 rounded-control p-2 hover:bg-sunken has-checked:bg-accent-soft">
                <input
                  type={isSent ? 'checkbox' : 'radio'}
                  name={name}
                  checked={chosen.includes(candidate.id)}
                  onChange={() => choose(candidate.id)}
                  className="mt-0.5 size-4 shrink-0 accent-accent"
                />
                <span className="min-w-0 grow wrap-anywhere">
                  <span className="float-right pl-4">
                    <Quantity amount={candidate.amount} ticker={leg.symbol} />
                  </span>
                  <AccountName name={candidate.account_name} hasRoom />
                  <span className="block text-table text-ink-2">
                    <DateTime instant={candidate.at} zone /> · {fitWords(candidate)}
                  </span>
                </span>
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p aria-live="polite" className="text-table text-ink-2">
          {missing !== undefined && <Missing amount={missing} symbol={leg.symbol} />}
        </p>
        <Button
          size="small"
          look="primary"
          busy={corrections.isBusy}
          disabledReason={
            missing === undefined
              ? 'choose the other side'
              : isNegative(readAmount(missing))
                ? 'more would have arrived than was sent'
                : undefined
          }
          onClick={match}
        >
          Match
        </Button>
      </div>
    </div>
  )
}

function Missing({ amount, symbol }: { amount: string; symbol: string }) {
  const value = readAmount(amount)
  if (isZero(value)) return 'Everything that was sent arrived.'
  if (isNegative(value)) return 'More would have arrived than was sent.'
  return (
    <>
      <Quantity amount={amount} ticker={symbol} /> did not arrive and would count as the fee.
    </>
  )
}

/** Amount sent less the amounts chosen as arrived; undefined while none is chosen. */
function missingOf(isSent: boolean, amount: string, picked: readonly MatchCandidate[]): string | undefined {
  if (picked.length === 0) return undefined
  if (!isSent) return picked[0]?.gap
  return formatDecimal(picked.reduce((left, one) => minus(left, readAmount(one.amount)), readAmount(amount)))
}

function fitWords(candidate: MatchCandidate): string {
  const words = [
    candidate.is_within_tolerance ? matchWords(candidate).word : 'Beyond the usual time or amount',
  ]
  if (candidate.is_refused) words.push('you said that it is not a transfer')
  if (candidate.is_matched) words.push('part of another transfer, which would end')
  return words.join(' · ')
}
