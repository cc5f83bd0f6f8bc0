import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TickMark } from '@lotbook/contract'
import { laterApi, laterCalls } from '../../client/later-api.ts'
import { Button } from '../../ui/Button.tsx'
import { formatDay } from '../../ui/format/format-date-time.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { QuestionThread } from './QuestionThread.tsx'
import { TextForm } from './TextForm.tsx'
import { usePaperAct, useSide } from './use-papers.ts'

/** Questions about a transaction and its tick mark, in its details. Nothing where nobody else has access to the books. */
export function TransactionPapers({ id }: { readonly id: string }) {
  const side = useSide(undefined)
  const [asks, setAsks] = useState(false)
  const { data } = useQuery(laterApi.workpapers.questions.queryOptions({ input: { transaction_id: id } }))
  if (data === undefined || (data.data.length === 0 && data.tick_mark === null && !data.can_ask)) return null
  const label = side === 'customer' ? 'Ask your tax professional' : 'Ask the client'
  const open = data.data.filter(({ state }) => state !== 'closed')
  return (
    <section>
      <h3 className="mb-2 text-body">Tax professional</h3>
      <div className="grid gap-4">
        <Tick id={id} tick={data.tick_mark} canWrite={side === 'professional' && data.can_ask} />
        {[...open, ...data.data.filter(({ state }) => state === 'closed')].map((question) => (
          <QuestionThread key={question.id} question={question} hideAbout canWrite={data.can_ask} />
        ))}
        {data.can_ask &&
          (asks ? (
            <TextForm
              label={label}
              submit="Ask"
              send={(text) => laterCalls.workpapers.ask({ transaction_id: id, text })}
              onSent={() => setAsks(false)}
            >
              <Button size="small" look="quiet" onClick={() => setAsks(false)}>
                Cancel
              </Button>
            </TextForm>
          ) : (
            <div>
              <Button size="small" onClick={() => setAsks(true)}>
                {label}
              </Button>
            </div>
          ))}
      </div>
    </section>
  )
}

function Tick({
  id,
  tick,
  canWrite,
}: {
  readonly id: string
  readonly tick: TickMark | null
  readonly canWrite: boolean
}) {
  const set = usePaperAct((is_ticked: boolean) =>
    laterCalls.workpapers.tick({ transaction_id: id, is_ticked }),
  )
  if (tick === null)
    return canWrite ? (
      <div>
        <Button size="small" busy={set.isPending} onClick={() => set.mutate(true)}>
          Mark as verified to source
        </Button>
      </div>
    ) : null
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <StatusBadge
        wraps
        look={tick.is_changed ? 'warn' : 'done'}
        label={`Verified to source by ${tick.name}, ${formatDay(tick.at)}${tick.is_changed ? '; changed since' : ''}`}
      />
      {canWrite && (
        <span className="flex gap-2">
          {tick.is_changed && (
            <Button size="small" busy={set.isPending} onClick={() => set.mutate(true)}>
              Verify again
            </Button>
          )}
          <Button size="small" look="quiet" busy={set.isPending} onClick={() => set.mutate(false)}>
            Take the mark away
          </Button>
        </span>
      )}
    </div>
  )
}
