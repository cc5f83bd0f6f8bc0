import type { FileFormat } from './csv-format.ts'
import type { Row } from './row.ts'

/** A report with rows of two kinds, each read by a declaration of its own. The first names the report. */
export function twoKinds(
  first: FileFormat,
  second: FileFormat,
  isOfSecond: (row: Row) => boolean,
): FileFormat {
  return {
    ...first,
    identify: (row, sheet) => (isOfSecond(row) ? second : first).identify(row, sheet),
    read(rows, sheet, out) {
      first.read(
        rows.filter((row) => !isOfSecond(row)),
        sheet,
        out,
      )
      second.read(rows.filter(isOfSecond), sheet, out)
    },
  }
}
