import type { TransactionDetail } from '@lotbook/contract'
import { Button } from '../../ui/Button.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { DateTime, Quantity } from '../../ui/Values.tsx'
import { Part } from './Part.tsx'
import { matchWords } from './transaction-words.ts'
import type { Corrections } from './use-corrections.ts'

export interface MatchBlockProps {
  readonly match: NonNullable<TransactionDetail['match']>
  readonly symbol: string | undefined
  readonly corrections: Corrections
  readonly onOpen: (id: string) => void
}

/** The other side of a transfer between one's own accounts: how sure it is, and a person's word on it. */
export function MatchBlock({ match, symbol, corrections, onOpen }: MatchBlockProps) {
  const { word, reason } = matchWords(match)
  const isMade = match.state === 'made'
  return (
    <Part title="Transfer" aside={<StatusBadge look={isMade ? 'done' : 'open'} label={word} />}>
      <div className="rounded-card border border-line p-3">
        <p className="text-table text-ink-2">
          {isMade ? 'Moved between your own accounts: the move itself is not taxed.' : 'Is this a transfer?'}{' '}
          {reason}
        </p>
        <ul className="my-2">
          {match.others.map((other) => (
            <li key={other.id}>
              <button
                type="button"
                onClick={() => onOpen(other.id)}
                className="flex min-h-8 w-full flex-wrap items-center justify-between gap-x-4 rounded-control px-2 py-1 text-left underline decoration-line-strong decoration-1 underline-offset-4 hover:bg-sunken pointer-coarse:min-h-11"
              >
                <span>{other.account_name}</span>
                <span className="text-table">
                  <DateTime instant={other.at} zone />
                </span>
                <Quantity amount={other.amount} {...(symbol === undefined ? {} : { ticker: symbol })} />
              </button>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap justify-end gap-2">
          <Button
            size="small"
            busy={corrections.isBusy}
            onClick={() => corrections.decide(match.id, 'refuse')}
          >
            Not a transfer
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
    </Part>
  )
}
