import type { PlacedFinding } from './reading-to-lay.ts'

/** What is noted of each row, in one sentence after the other: none of it is lost behind another note. */
export function notesByRow(notes: readonly PlacedFinding[]): ReadonlyMap<number, PlacedFinding> {
  const byRow = new Map<number, PlacedFinding>()
  for (const note of notes) {
    const before = byRow.get(note.row)
    byRow.set(note.row, before === undefined ? note : withFurther(before, note))
  }
  return byRow
}

function withFurther(first: PlacedFinding, { message }: PlacedFinding): PlacedFinding {
  return { ...first, message: `${first.message.replace(/\.$/, '')}. ${message}` }
}
