import type { Tx } from './database.ts'
import { newId } from './ids.ts'
import { type Sql, sql } from './sql.ts'

/** Bytes that go along with one statement. */
const PIECE_BYTES = 1 << 18

/**
 * A value of a `bytea` column, for a statement of the same transaction. The driver copies the values of a statement whole, and ten
 * megabytes in one go hold everybody else up: what is long is sent ahead in pieces, into a temporary table.
 *
 * @param parts - one behind the other.
 */
export async function longValue(tx: Tx, parts: readonly Buffer[]): Promise<Sql> {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  if (length <= PIECE_BYTES) return sql`${Buffer.concat(parts)}`
  const id = newId()
  // What is encrypted cannot be made shorter: nobody tries.
  await tx.run(sql`
    create temp table if not exists long_values (id uuid, n integer, piece bytea storage external) on commit drop`)
  let n = 0
  for (const part of parts) {
    for (let from = 0; from < part.length; from += PIECE_BYTES) {
      const piece = part.subarray(from, from + PIECE_BYTES)
      await tx.run(sql`insert into pg_temp.long_values (id, n, piece) values (${id}, ${n++}, ${piece})`)
    }
  }
  return sql`(select string_agg(piece, '' order by n) from pg_temp.long_values where id = ${id}::uuid)`
}
