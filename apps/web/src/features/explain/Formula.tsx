import { ChevronRight } from 'lucide-react'
import type { Explanation } from '@lotbook/contract'
import { ExactAmount } from './ExactAmount.tsx'

export interface FormulaProps {
  readonly explanation: Pick<Explanation, 'formula' | 'value' | 'unit' | 'is_unpriced'>
  readonly isMoney: boolean
  readonly isExact: boolean
  readonly onOpen: (handle: string) => void
}

/** The terms with their signs, each opening in turn, and what they come to. */
export function Formula({
  explanation: { formula, value, unit, is_unpriced },
  isMoney,
  isExact,
  onOpen,
}: FormulaProps) {
  return (
    <ul aria-label="Terms" className="grid grid-cols-[minmax(0,1fr)]">
      {formula.map(({ sign, label, value: amount, handle }, n) => {
        const line = (
          <>
            <span aria-hidden="true" className="w-4 shrink-0 text-ink-2">
              {sign === '+' ? '+' : '−'}
            </span>
            <span className="sr-only">{sign === '+' ? 'plus ' : 'minus '}</span>
            <span className="min-w-0 grow text-left">{label}</span>
            <ExactAmount
              amount={is_unpriced ? null : amount}
              unit={unit}
              isMoney={isMoney}
              isExact={isExact}
            />
          </>
        )
        return (
          // oxlint-disable-next-line react/no-array-index-key -- two terms may read the same
          <li key={n}>
            {handle === null ? (
              <span className="flex min-h-9 items-center gap-1 pr-5">{line}</span>
            ) : (
              <button
                type="button"
                onClick={() => onOpen(handle)}
                className="-mx-2 flex min-h-9 w-[calc(100%+1rem)] items-center gap-1 rounded-control px-2 hover:bg-sunken pointer-coarse:min-h-11"
              >
                {line}
                <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
              </button>
            )}
          </li>
        )
      })}
      <li className="flex min-h-9 items-center gap-1 border-t border-line-strong pr-5 font-semibold">
        <span className="w-4 shrink-0">=</span>
        <span className="grow" />
        <ExactAmount amount={is_unpriced ? null : value} unit={unit} isMoney={isMoney} isExact={isExact} />
      </li>
    </ul>
  )
}
