/** Rows of a CSV text as a spreadsheet reads them; the apostrophe that keeps a cell from being a formula is taken off. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    const cell = quoted === undefined ? plain : quoted.replaceAll('""', '"')
    rows.at(-1)!.push(cell.replace(/^'/, ''))
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

/** Rows by the names in the first line; of two columns with one name the last counts. */
export function readTable(text: string): Record<string, string>[] {
  const [head = [], ...rows] = readCsv(text)
  return rows.map((row) => Object.fromEntries(head.map((name, n) => [name, row[n] ?? ''])))
}
