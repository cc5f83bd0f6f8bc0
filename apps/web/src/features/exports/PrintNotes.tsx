import type { ExportRow } from '@lotbook/contract'

/** Sentences about forms that are not on the paper that was asked for. */
export function PrintNotes({ notes }: Pick<ExportRow, 'notes'>) {
  return notes.map((note) => (
    <p key={note} className="mt-1 text-table text-warn">
      {note}
    </p>
  ))
}
