import type { ErrorLog } from '@lotbook/contract'
import { withSubject } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { importSource, metaOf } from './import-histories.ts'
import { ReaderStopped } from '../../journal/reading/reader.ts'
import { rowsOfUpload } from './stored-upload.ts'

/**
 * Rows of an import that could not be read, each with its place, the reason, and its cells as they stand in the file.
 */
export async function errorLog(
  { db, who, keys, now }: RequestContext,
  id: string,
  page: number,
  size: number,
): Promise<ErrorLog> {
  const { subjectId: userId } = who
  const { source, rows, rowsOf } = await withSubject(db, who, async (tx) => {
    const source = (await importSource(tx, userId, id, now)) ?? refuse('not_found')
    const rows = await tx.all<{
      line: number | null
      reason: string
      finding: { code?: string; row?: number; column?: string | null; value?: string | null } | null
    }>(sql`
      select line, reason, finding from records
      where user_id = ${userId} and connection_id = ${id} and outcome = 'error'
      order by line, id limit ${size} offset ${(page - 1) * size}`)
    const rowsOf =
      source.upload_id === null || rows.length === 0
        ? undefined
        : await rowsOfUpload(tx, keys, userId, source.upload_id)
    return { source, rows, rowsOf }
  })
  const numbers = rows.flatMap(({ finding }) => finding?.row ?? []).filter((row) => row > 0)
  const cells = new Map<number, ErrorLog['data'][number]['cells']>()
  const originals = rowsOf === undefined ? [] : await rowsOf(numbers).catch(noneIfStopped)
  for (const { row, header, cells: values } of originals)
    cells.set(
      row,
      values.map((value, at) => ({ column: header[at] || `Column ${at + 1}`, value })),
    )
  return {
    source,
    data: rows.map(({ line, reason, finding }) => ({
      code: finding?.code ?? 'error',
      line,
      column: finding?.column ?? null,
      value: finding?.value ?? null,
      message: reason,
      cells: cells.get(finding?.row ?? 0) ?? [],
    })),
    meta: metaOf(page, size, source.error_count),
  }
}

// The reasons are worth telling without the rows, too.
function noneIfStopped(error: unknown): [] {
  if (error instanceof ReaderStopped) return []
  throw error
}
