import { type AllocationMark, allocationMarkWords, allocationSentence, compareText } from '@lotbook/journal'

/** A row that may rest on a lot that came to its account without a safe harbor. */
export interface AllocatedLine {
  /** The ticker that a person reads. */
  readonly asset: string
  readonly allocation: AllocationMark | null
}

export interface AllocationNote {
  readonly mark: AllocationMark
  readonly text: string
  /** How many of the rows it is of. */
  readonly rows: number
}

/** What is said once of all rows that rest on such lots, in the words of the screens; nothing where none does. */
export function allocationNotes(lines: readonly AllocatedLine[]): AllocationNote[] {
  return (['late', 'left_out'] as const).flatMap((mark) => {
    const marked = lines.filter(({ allocation }) => allocation === mark)
    if (marked.length === 0) return []
    const assets = [...new Set(marked.map(({ asset }) => asset))].sort(compareText)
    return [{ mark, text: allocationSentence(mark, assets), rows: marked.length }]
  })
}

/** A last column for tables of rows, as on screen: none where no row is marked. */
export function allocationColumn(lines: readonly AllocatedLine[]): {
  readonly head: readonly string[]
  readonly cell: (line: AllocatedLine | null) => readonly (string | null)[]
} {
  if (lines.every(({ allocation }) => allocation === null)) return { head: [], cell: () => [] }
  return {
    head: ['Allocation'],
    cell: (line) => [line === null || line.allocation === null ? null : allocationMarkWords[line.allocation]],
  }
}
