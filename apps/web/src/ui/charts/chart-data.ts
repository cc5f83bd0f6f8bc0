/** What a chart shows, as a table: heads, and rows of exact text. Empty text stands for what is not known. */
export interface ChartData {
  readonly heads: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** The table as CSV (RFC 4180). A name that a spreadsheet would take for a formula begins with an apostrophe. */
export function chartCsv({ heads, rows }: ChartData): string {
  return [heads, ...rows].map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('')
}

function cellOf(text: string): string {
  const isNumber = /^-?\d+(\.\d+)?$/.test(text)
  const safe = !isNumber && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** `Gain by month 2025` as a file name: `gain-by-month-2025`. */
export function fileStem(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
