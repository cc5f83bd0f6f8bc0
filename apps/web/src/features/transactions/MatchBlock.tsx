import type { TransactionDetail } from '@lotbook/contract'
import { isZero } from '@lotbook/money'
import { AccountName } from '../../ui/AccountName.tsx'
import { Button } from '../../ui/Button.tsx'
import { readAmount } from '../../ui/format/amount.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { DateTime, Quantity } from '../../ui/Values.tsx'
import { MatchFinder } from './MatchFinder.tsx'
import { Part } from './Part.tsx'
import { matchWords } from './transaction-words.ts'
import type { Corrections } from './use-corrections.ts'

export interface MatchBlockProps {
  readonly detail: TransactionDetail
  readonly corrections: Corrections
  readonly onOpen: (id: string) => void
}

/** A transfer between one's own accounts: how sure it is, a person's word on it, and the way to the other side. */
export function MatchBlock({ detail, corrections, onOpen }: MatchBlockProps) {
  const { match, refused_matches: refused, can_match: canMatch } = detail
  if (match === null && refused.length === 0 && !canMatch) return null
  const { word, reason } = match === null ? { word: '', reason: '' } : matchWords(match)
  const isMade = match?.state === 'made'
  return (
    <Part
      title="Transfer"
      {...(match === null ? {} : { aside: <StatusBadge look={isMade ? 'done' : 'open'} label={word} /> })}
    >
      <div className="grid gap-3">
        {match !== null && (
          <div className="rounded-card border border-line p-3">
            <p className="text-table text-ink-2">
              {isMade
                ? 'Moved between your own accounts: the move itself is not taxed.'
                : 'Is this a transfer?'}{' '}
              {reason}
            </p>
            <OtherSides match={match} detail={detail} onOpen={onOpen} />
            <div className="flex flex-wrap justify-end gap-2">
              <Button
                size="small"
                busy={corrections.isBusy}
                onClick={() => corrections.decide(match.id, 'refuse')}
              >
                {isMade ? 'Unmatch' : 'Not a transfer'}
              </Button>
              {!isMade && (
                <Button
                  size="small"
                  look="primary"
                  busy={corrections.isBusy}
                  onClick={() => corrections.decide(match.id, 'match')}
                >
                  Match
                </Button>
              )}
            </div>
          </div>
        )}
        {refused.map((one) => (
          <div key={one.id} className="rounded-card border border-line p-3">
            <p className="text-table text-ink-2">You said that this is not a transfer.</p>
            <OtherSides match={one} detail={detail} onOpen={onOpen} />
            <div className="flex justify-end">
              <Button
                size="small"
                busy={corrections.isBusy}
                onClick={() => corrections.decide(one.id, 'match')}
              >
                Match after all
              </Button>
            </div>
          </div>
        ))}
        {canMatch && !isMade && <MatchFinder detail={detail} corrections={corrections} />}
      </div>
    </Part>
  )
}

interface OtherSidesProps extends Pick<MatchBlockProps, 'detail' | 'onOpen'> {
  readonly match: NonNullable<TransactionDetail['match']>
}

function OtherSides({ match, detail, onOpen }: OtherSidesProps) {
  const symbol = (detail.from ?? detail.to)?.symbol
  const ticker = symbol === undefined ? {} : { ticker: symbol }
  return (
    <>
      <ul className="my-2">
        {match.others.map((other) => (
          <li key={other.id}>
            <button
              type="button"
              onClick={() => onOpen(other.id)}
              className="flex min-h-8 w-full flex-wrap items-center justify-between gap-x-4 rounded-control px-2 py-1 text-left underline decoration-line-strong decoration-1 underline-offset-4 hover:bg-sunken pointer-coarse:min-h-11"
            >
              <span className="min-w-0 wrap-anywhere">
                <AccountName name={other.account_name} hasRoom />
              </span>
              <span className="text-table">
                <DateTime instant={other.at} zone />
              </span>
              <Quantity amount={other.amount} {...ticker} />
            </button>
          </li>
        ))}
      </ul>
      {!isZero(readAmount(match.gap)) && (
        <p className="mb-2 px-2 text-table text-ink-2">
          <Quantity amount={match.gap} {...ticker} /> did not arrive: the fee of the transfer.
        </p>
      )}
    </>
  )
}
