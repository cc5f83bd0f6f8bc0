import { StatusBadge, type StatusLook } from '../../ui/StatusBadge.tsx'
import type { StageLine } from './calculation-stages.ts'

/** The stages of a calculation, each with how far it is. */
export function CalculationStages({ lines }: { lines: readonly StageLine[] }) {
  return (
    <ol aria-label="Stages" className="grid gap-x-6 gap-y-2 sm:grid-cols-2 lg:grid-cols-3">
      {lines.map(({ name, state }) => (
        <li key={name} className={state === 'waiting' ? 'text-ink-3' : undefined}>
          <StatusBadge look={looks[state]} label={name} />
          <span className="sr-only">: {words[state]}</span>
        </li>
      ))}
    </ol>
  )
}

const looks: Record<StageLine['state'], StatusLook> = {
  done: 'done',
  running: 'running',
  waiting: 'optional',
  failed: 'failed',
}

const words: Record<StageLine['state'], string> = {
  done: 'done',
  running: 'at work',
  waiting: 'not begun',
  failed: 'failed',
}
