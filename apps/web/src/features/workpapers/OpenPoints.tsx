import type { OpenPoint } from '@lotbook/contract'
import { laterCalls } from '../../client/later-api.ts'
import { Card } from '../../ui/Card.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { formatDay } from '../../ui/format/format-date-time.ts'
import { TextForm } from './TextForm.tsx'
import { inBooksOf, usePaperAct } from './use-papers.ts'

export interface OpenPointsProps {
  readonly points: readonly OpenPoint[]
  readonly year: number
  readonly clientId: string
}

/** Things that are still to be done for a year, in the professional's own words. */
export function OpenPoints({ points, year, clientId }: OpenPointsProps) {
  const settle = usePaperAct((input: { id: string; is_done: boolean }) =>
    laterCalls.workpapers.settlePoint({ ...input, ...inBooksOf(clientId) }),
  )
  const left = points.filter(({ done_at }) => done_at === null).length
  return (
    <Card title={left === 0 ? 'Open points' : `Open points (${left})`}>
      <div className="grid gap-4">
        {points.length > 0 && (
          <ul className="grid gap-3">
            {points.map(({ id, text, name, at, done_at }) => (
              <li key={id}>
                <Checkbox
                  checked={done_at !== null}
                  onChange={({ target }) => settle.mutate({ id, is_done: target.checked })}
                  label={<span className="wrap-anywhere whitespace-pre-wrap">{text}</span>}
                  hint={`${name}, ${formatDay(at)}${done_at === null ? '' : `; done ${formatDay(done_at)}`}`}
                />
              </li>
            ))}
          </ul>
        )}
        <TextForm
          label="Another point"
          submit="Add"
          send={(text) => laterCalls.workpapers.addPoint({ text, tax_year: year, ...inBooksOf(clientId) })}
        />
      </div>
    </Card>
  )
}
