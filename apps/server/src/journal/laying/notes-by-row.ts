import type { PlacedFinding } from './reading-to-lay.ts'

/** The notes of each row joined into one, so that none is lost behind another. */
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
