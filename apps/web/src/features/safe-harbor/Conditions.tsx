import type { AllocationStanding } from '@lotbook/contract'
import { StatusBadge } from '../../ui/StatusBadge.tsx'

const LOOKS = { met: 'done', unmet: 'warn', open: 'notes' } as const
const LABELS = { met: 'Met', unmet: 'Not met', open: 'Open' } as const

/** The conditions of the safe harbor, each with its state. */
export function Conditions({ standing }: { standing: AllocationStanding }) {
  return (
    <div className="grid gap-2">
      <ul className="grid gap-2" aria-label="Conditions of Rev. Proc. 2024-28">
        {standing.conditions.map(({ state, text }) => (
          <li key={text} className="grid items-start gap-x-3 gap-y-0.5 sm:grid-cols-[6rem_minmax(0,1fr)]">
            <StatusBadge look={LOOKS[state]} label={LABELS[state]} />
            <span className="max-w-[80ch]">{text}</span>
          </li>
        ))}
      </ul>
      {standing.in_time === 'some' && (
        <p className="text-ink-2">
          Too late for:{' '}
          {standing.assets
            .filter(({ state }) => state === 'late')
            .map(({ symbol }) => symbol)
            .join(', ')}
          .
        </p>
      )}
    </div>
  )
}
