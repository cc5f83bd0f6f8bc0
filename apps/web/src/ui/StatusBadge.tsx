import {
  Circle,
  CircleCheck,
  CircleDashed,
  CircleX,
  Clock,
  Info,
  LoaderCircle,
  TriangleAlert,
} from 'lucide-react'
import { cx } from './cx.ts'

export type StatusLook = 'waiting' | 'running' | 'done' | 'notes' | 'warn' | 'failed' | 'optional' | 'open'

export interface StatusBadgeProps {
  readonly look: StatusLook
  readonly label: string
  /** Its words may take a second line, where it stands in a narrow column. */
  readonly wraps?: boolean
}

/** A state as an icon and a word; the colour only repeats them. */
export function StatusBadge({ look, label, wraps = false }: StatusBadgeProps) {
  const { Icon, colour } = looks[look]
  return (
    <span
      className={cx(
        'text-table',
        !wraps && 'inline-flex items-center gap-1.5 align-middle whitespace-nowrap',
      )}
    >
      <Icon
        aria-hidden="true"
        className={cx(
          'size-4 shrink-0',
          wraps && 'mr-1.5 inline-block align-text-bottom',
          colour,
          look === 'running' && 'animate-spin',
        )}
      />
      {label}
    </span>
  )
}

const looks = {
  waiting: { Icon: Clock, colour: 'text-ink-2' },
  running: { Icon: LoaderCircle, colour: 'text-info' },
  done: { Icon: CircleCheck, colour: 'text-gain' },
  notes: { Icon: Info, colour: 'text-info' },
  warn: { Icon: TriangleAlert, colour: 'text-warn' },
  failed: { Icon: CircleX, colour: 'text-danger' },
  optional: { Icon: Circle, colour: 'text-ink-2' },
  open: { Icon: CircleDashed, colour: 'text-warn' },
}
