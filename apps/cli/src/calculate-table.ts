const NUMBER = /^-?\d+(?:\.\d+)?$/

/** Lines with aligned columns; figures to the right. The first row is the header. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = []
  for (const row of rows) row.forEach((cell, i) => (widths[i] = Math.max(widths[i] ?? 0, cell.length)))
  const figures = widths.map((_, i) =>
    rows.slice(1).every((row) => NUMBER.test(row[i] ?? '') || row[i] === '-'),
  )
  return rows
    .map((row) =>
      row
        .map((cell, i) => (figures[i] === true ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('')
}
