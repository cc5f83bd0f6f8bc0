import { formatDisplay, typeLabel } from '@lotbook/journal'
import type { ReadOutcome, ReadRow } from '@lotbook/sources'

/** A reading for people: what the file is, a line per transaction, then what was skipped and noticed. */
export function importTable(file: string, reading: ReadOutcome): string {
  const lines = [
    [
      `${file}: ${reading.formatName}`,
      counted(reading.dataRows, 'row'),
      counted(reading.transactions.length, 'transaction'),
    ].join(', '),
    ...table(reading.transactions.map(cellsOf)),
    ...reading.skipped.map(({ rows, reason }) => `  skipped ${reason}: ${listed(rows)}`),
    ...reading.notes.map(({ line, message }) => `  note, line ${line}: ${message}`),
    ...reading.errors.map(({ line, message }) => `  error, line ${line}: ${message}`),
  ]
  return `${lines.join('\n')}\n`
}

function cellsOf(t: ReadRow): string[] {
  const side = (leg: ReadRow['from']) => (leg === null ? '' : `${leg.amount} ${leg.asset}`)
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

/** Row numbers as ranges: `1-3, 7`. */
function listed(rows: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const row of rows) {
    const last = ranges.at(-1)
    if (last !== undefined && last[1] + 1 === row) last[1] = row
    else ranges.push([row, row])
  }
  return `row ${ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ')}`
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
