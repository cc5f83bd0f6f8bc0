import type { ReadOptions, ReadOutcome } from '../reader/file-reading.ts'
import { exampleCells, exampleFiles } from './example-files.ts'
import { lines, readKnown } from './read-text.ts'

type Cells = Readonly<Record<string, string>>

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`

/**
 * Reads rows under the header of a format's example, each as its cells by column; the others are empty.
 *
 * @throws Error for a column that the header does not have.
 */
export function readRows(id: string, rows: readonly Cells[], options: ReadOptions = {}): ReadOutcome {
  const file = exampleFiles.find((one) => one.id === id)
  if (file === undefined) throw new Error(`No example of ${id}`)
  const { lines: all, header } = exampleCells(file)
  const columns = all[header] ?? []
  const written = rows.map((row) => {
    const unknown = Object.keys(row).filter((name) => !columns.includes(name))
    if (unknown.length > 0) throw new Error(`${id} has no ${unknown.join(', ')}`)
    return columns.map((name) => row[name] ?? '')
  })
  const text = [...all.slice(0, header + 1), ...written]
    .map((cells) => cells.map(quoted).join(','))
    .join('\n')
  return readKnown(`${text}\n`, { ...file.options, ...options }, file.name)
}

/** The transactions of rows, a line each; what is skipped says `skip` and its reason, an error its code. */
export function linesOf(id: string, rows: readonly Cells[], options: ReadOptions = {}): string[] {
  const read = readRows(id, rows, options)
  return [
    ...lines(read),
    ...read.skipped.map(({ rows, reason }) => `skip ${reason} ${rows.join(' ')}`),
    ...read.errors.map(({ code, row }) => `error ${code} ${row}`),
  ]
}
