import { Calendar, ChevronDown } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { formatDay } from '../../ui/format/format-date-time.ts'
import { placeNear } from '../../ui/place-near.ts'
import { TextInput } from '../../ui/TextInput.tsx'
import { recentYearEnds } from './year-ends.ts'

/** Chooses the day whose end is shown: today, the end of a recent year, or any earlier day. */
export function AsOfButton({
  day,
  onDay,
}: {
  readonly day: string | undefined
  readonly onDay: (day: string | undefined) => void
}) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)

  useEffect(() => {
    const element = panel.current
    const anchor = document.getElementById(id)
    if (element === null || anchor === null || !isOpen) return
    element.showPopover()
    placeNear(anchor, element, { side: 'bottom', align: 'end' })
    element.querySelector('input')?.focus()
    const onToggle = () => {
      if (!element.matches(':popover-open')) setOpen(false)
    }
    element.addEventListener('toggle', onToggle)
    return () => {
      element.removeEventListener('toggle', onToggle)
      if (element.matches(':popover-open')) element.hidePopover()
    }
  }, [isOpen, id])

  function choose(chosen: string | undefined) {
    setOpen(false)
    document.getElementById(id)?.focus()
    onDay(chosen)
  }

  return (
    <>
      <Button
        id={id}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        icon={<Calendar aria-hidden="true" className="size-4 text-ink-2" />}
        onClick={() => setOpen(!isOpen)}
      >
        As of {day === undefined ? 'today' : formatDay(day)}
        <ChevronDown aria-hidden="true" className="size-3.5 text-ink-2" />
      </Button>
      {isOpen && (
        <div
          ref={panel}
          role="dialog"
          popover="auto"
          aria-labelledby={id}
          className="fixed w-[23rem] max-w-[calc(100vw-1rem)] animate-[fade_120ms_ease-out] rounded-card border border-line bg-raised p-4 text-body text-ink shadow-menu"
        >
          <DayForm day={day} onDay={choose} />
        </div>
      )}
    </>
  )
}

function DayForm({
  day,
  onDay,
}: {
  readonly day: string | undefined
  readonly onDay: (day: string | undefined) => void
}) {
  const [typed, setTyped] = useState(day ?? '')
  const [now] = useState(() => new Date())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onDay(typed === '' ? undefined : typed)
  }
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field label="Day" hint="Your holdings at the end of that day in your time zone.">
        <TextInput
          type="date"
          required
          max={now.toLocaleDateString('sv')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </Field>
      <Button type="submit" look="primary">
        Show this day
      </Button>
      <div role="group" aria-label="Other days" className="flex flex-wrap gap-2 border-t border-rule pt-4">
        {day !== undefined && (
          <Button size="small" onClick={() => onDay(undefined)}>
            Today
          </Button>
        )}
        {recentYearEnds(now).map((end) => (
          <Button key={end} size="small" onClick={() => onDay(end)}>
            End of {end.slice(0, 4)}
          </Button>
        ))}
      </div>
    </form>
  )
}
