import type { RowFinding } from '@lotbook/sources'

/** What is noted of each row, in one sentence after the other: none of it is lost behind another note. */
export function notesByRow(notes: readonly RowFinding[]): ReadonlyMap<number, RowFinding> {
  const byRow = new Map<number, RowFinding>()
  for (const note of notes) {
    const before = byRow.get(note.row)
    byRow.set(note.row, before === undefined ? note : withFurther(before, note))
  }
  return byRow
}

function withFurther(first: RowFinding, { message }: RowFinding): RowFinding {
  return { ...first, message: `${first.message.replace(/\.$/, '')}. ${message}` }
}
