import { CircleCheck, CircleDashed, Lock, type LucideIcon, Mail, TriangleAlert } from 'lucide-react'
import { type Client, CLIENT_STATES } from '@lotbook/contract'
import { cx } from '../../ui/cx.ts'
import { STATE_WORDS } from './client-words.ts'

type State = (typeof CLIENT_STATES)[number]

const LOOKS: Readonly<Record<State, { readonly Icon: LucideIcon; readonly colour: string }>> = {
  invited: { Icon: Mail, colour: 'text-ink-3' },
  importing: { Icon: CircleDashed, colour: 'text-accent' },
  needs_review: { Icon: TriangleAlert, colour: 'text-warn' },
  ready: { Icon: CircleCheck, colour: 'text-gain' },
  filed: { Icon: Lock, colour: 'text-ink' },
}

/** More squares than this are no picture any more; the number says it. */
const MOST_SQUARES = 12

export interface StateStripProps {
  readonly clients: readonly Client[]
  /** How many were asked and have not answered. */
  readonly invited: number
  readonly chosen: string
  readonly onChoose: (state: State | 'all') => void
}

/** How many clients are how far in the year. A click shows those alone; who was only invited has no year to show. */
export function StateStrip({ clients, invited, chosen, onChoose }: StateStripProps) {
  return (
    <ul
      aria-label="Clients by stage"
      className="grid grid-cols-2 overflow-hidden rounded-card border border-edge bg-surface shadow-card sm:grid-cols-5"
    >
      {CLIENT_STATES.map((state) => {
        const count =
          state === 'invited' ? invited : clients.filter(({ year }) => year?.state === state).length
        const content = <Count state={state} count={count} />
        return (
          <li
            key={state}
            className="border-rule max-sm:odd:border-r max-sm:nth-[n+3]:border-t max-sm:last:col-span-2 max-sm:last:border-r-0 sm:not-first:border-l"
          >
            {state === 'invited' ? (
              <div className="px-4 py-3 md:px-5">{content}</div>
            ) : (
              <button
                type="button"
                aria-pressed={chosen === state}
                onClick={() => onChoose(chosen === state ? 'all' : state)}
                className={cx(
                  'w-full px-4 py-3 text-left outline-offset-[-2px] hover:bg-quiet md:px-5',
                  chosen === state && 'bg-accent-soft',
                )}
              >
                {content}
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function Count({ state, count }: { readonly state: State; readonly count: number }) {
  const { Icon, colour } = LOOKS[state]
  return (
    <>
      <span className="flex items-center gap-2 text-ink-2">
        <Icon aria-hidden="true" className={cx('size-4', colour)} />
        {STATE_WORDS[state]}
      </span>
      <span className="flex items-end justify-between gap-3">
        <span className="text-figure font-semibold">{count.toLocaleString()}</span>
        <span aria-hidden="true" className={cx('mb-2 flex flex-wrap justify-end gap-[3px]', colour)}>
          {Array.from({ length: Math.min(count, MOST_SQUARES) }, (_, at) => (
            <span
              key={at}
              className={cx(
                'size-2 rounded-[2px] border border-current',
                state !== 'invited' && 'bg-current',
              )}
            />
          ))}
        </span>
      </span>
    </>
  )
}
