import { formatDisplay, typeLabel } from '@lotbook/journal'
import type { ReadOutcome, SourceTransaction } from '@lotbook/sources'

/**
 * A reading for people: what the file is, a line per transaction, then what was skipped and noticed. `lineOf` is the line of the file that
 * a row stands in.
 */
export function importTable(file: string, reading: ReadOutcome, lineOf: (row: number) => number): string {
  const lines = [
    [
      `${file}: ${reading.formatName}`,
      counted(reading.dataRows, 'row'),
      counted(reading.transactions.length, 'transaction'),
    ].join(', '),
    ...table(reading.transactions.map(cellsOf)),
    ...reading.skipped.map(({ rows, reason }) => {
      const lines = rows.map(lineOf)
      return `  skipped, line${lines.length === 1 ? '' : 's'} ${listed(lines)}: ${reason}`
    }),
    ...reading.notes.map((note) => `  note, ${placeOf(note)}: ${note.message}`),
    ...reading.errors.map((error) => `  error, ${placeOf(error)}: ${error.message}`),
  ]
  return `${lines.join('\n')}\n`
}

/** The place of a finding: `line 12, column fee`. */
export function placeOf({ line, column }: { readonly line: number; readonly column?: string }): string {
  return column === undefined ? `line ${line}` : `line ${line}, column ${column}`
}

function cellsOf(t: SourceTransaction): string[] {
  const side = (leg: SourceTransaction['from']) => (leg === null ? '' : `${leg.amount} ${leg.asset}`)
  const fee = t.fee === null ? '' : `fee ${side(t.fee)}`
  return [formatDisplay(t.at), typeLabel(t.type, t.subType), side(t.from), side(t.to), fee, t.flags.join(' ')]
}

function table(rows: readonly string[][]): string[] {
  const widths = rows.reduce<number[]>(
    (all, row) => row.map((cell, i) => Math.max(all[i] ?? 0, cell.length)),
    [],
  )
  return rows.map((row) => `  ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')}`.trimEnd())
}

/** Numbers as ranges: `1-3, 7`. */
function listed(numbers: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const row of numbers) {
    const last = ranges.at(-1)
    if (last !== undefined && last[1] + 1 === row) last[1] = row
    else ranges.push([row, row])
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ')
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
