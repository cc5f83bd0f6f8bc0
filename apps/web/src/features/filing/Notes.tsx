import { Info } from 'lucide-react'

/** Sentences about what figures take for granted; nothing where there is none. */
export function Notes({
  notes,
  label = 'Taken for granted',
}: {
  readonly notes: readonly string[]
  readonly label?: string
}) {
  if (notes.length === 0) return null
  return (
    <ul aria-label={label} className="grid gap-1.5 text-table text-ink-2">
      {notes.map((note) => (
        <li key={note} className="flex items-start gap-2">
          <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {note}
        </li>
      ))}
    </ul>
  )
}
