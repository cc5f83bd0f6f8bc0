import type { OriginalRow, ReadOptions, SourceFile } from '@lotbook/sources'
import { rowsIsolated } from './read-isolated.ts'

/** Rows of a file as they stand in it, found in the reading process; a row that is not there is left out. */
export async function originalRows(
  file: SourceFile,
  rows: readonly number[],
  options: Omit<ReadOptions, 'onProgress'>,
): Promise<OriginalRow[]> {
  return rows.length === 0 ? [] : rowsIsolated(file, rows, options)
}
