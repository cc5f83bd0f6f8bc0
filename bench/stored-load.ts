import { Readable } from 'node:stream'
import { buffer as allOf } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { self, withSubject } from '../apps/server/src/platform/database.ts'
import type { BenchServer } from './bench-server.ts'

const STORED = ['transactions', 'records', 'valuations', 'findings', 'transaction_counts']

export interface StoredLoad {
  readonly count: number
  /** Without an index, a key or a policy. */
  readonly bare: number
  /** With the same indexes, which is the database's own part of an import. */
  readonly indexed: number
}

/**
 * Milliseconds of what the import left, by COPY into tables of the same columns. `The same rows` of P13 can be read as these, and
 * strictest as the rows of the file: both are reported. `more` are further tables that it fills.
 */
export async function storedLoad(
  { db, userId }: BenchServer,
  more: readonly string[] = [],
): Promise<StoredLoad> {
  return withSubject(db, self(userId), async ({ client }) => {
    const load = { count: 0, bare: 0, indexed: 0 }
    for (const table of [...STORED, ...more]) {
      // COPY takes no generated column; the database works those out again.
      const { rows } = await client.query<{ columns: string }>(
        `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
        where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [table],
      )
      const columns = rows[0]?.columns ?? ''
      const stored = await allOf(
        client.query(copyTo(`copy (select ${columns} from ${table}) to stdout (format binary)`)),
      )
      for (const kind of ['bare', 'indexed'] as const) {
        await client.query(
          `create temp table load_${kind}_${table} (like ${table} including ${kind === 'bare' ? 'storage' : 'all'}) on commit drop`,
        )
        const begun = performance.now()
        const into = client.query(
          copyFrom(`copy load_${kind}_${table} (${columns}) from stdin (format binary)`),
        )
        await pipeline(Readable.from([stored]), into)
        load[kind] += performance.now() - begun
        if (kind === 'bare') load.count += into.rowCount ?? 0
      }
    }
    return load
  })
}
