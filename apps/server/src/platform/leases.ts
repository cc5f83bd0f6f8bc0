import type { Client } from 'pg'
import type { Database } from './database.ts'
import type { Connect } from './database-role.ts'
import { openConnection } from './guarded-connection.ts'
import { JOBS_SCHEMA } from './job-schema.ts'

/** The first key of the advisory locks that jobs are held by: 'jobs' in ASCII. */
const JOB_LOCKS = 0x6a6f6273

/** Jobs of one queue. */
export interface QueuedIds {
  readonly name: string
  readonly ids: readonly string[]
}

/**
 * Locks in the database on the jobs that this process runs, all of one connection: they go with the process, however it ends. So a job
 * that is marked as running and has no lock is provably nobody's, and the next server takes it up at once.
 */
export class Leases {
  readonly #connect: Connect
  readonly #held = new Set<string>()
  #client: Client | undefined
  #last: Promise<unknown> = Promise.resolve()

  /** @param connect - a way to a session of its own, which keeps the locks (`directOf`). */
  constructor(connect: Connect) {
    this.#connect = connect
  }

  /** Lock these jobs and no others; after its connection was lost all of them anew. One call is done after the other. */
  hold(ids: readonly string[]): Promise<void> {
    const done = this.#last.then(() => this.#lock(ids))
    this.#last = done.catch(() => {})
    return done
  }

  /** Give all locks up, with the connection. */
  async close(): Promise<void> {
    await this.#last
    await this.#client?.end()
  }

  async #lock(ids: readonly string[]): Promise<void> {
    const client = this.#client ?? (await this.#open())
    const change = async (lock: 'pg_try_advisory_lock' | 'pg_advisory_unlock', of: readonly string[]) => {
      if (of.length === 0) return []
      const { rows } = await client.query<{ id: string }>(
        `select id from unnest($1::text[]) as id where ${lock}(${JOB_LOCKS}, hashtext(id))`,
        [of],
      )
      return rows.map(({ id }) => id)
    }
    const wanted = new Set(ids)
    const more = ids.filter((id) => !this.#held.has(id))
    const less = [...this.#held].filter((id) => !wanted.has(id))
    // One that its former process has not let go of yet is tried again the next time.
    for (const id of await change('pg_try_advisory_lock', more)) this.#held.add(id)
    for (const id of await change('pg_advisory_unlock', less)) this.#held.delete(id)
  }

  async #open(): Promise<Client> {
    const client = await openConnection(this.#connect, 'lotbook_app', { keepAlive: true })
    const forget = () => {
      if (this.#client !== client) return
      this.#client = undefined
      this.#held.clear()
    }
    client.on('error', forget)
    client.once('end', forget)
    this.#client = client
    return client
  }
}

/**
 * Jobs marked as running whose process is gone: nobody holds their lock, and nobody has said within `silentMs` that it runs them.
 */
export async function jobsOfNobody(db: Database, silentMs: number): Promise<readonly QueuedIds[]> {
  const { rows } = await db.app.query<{ name: string; ids: string[] }>(
    `select name, array_agg(id::text) as ids from ${JOBS_SCHEMA}.job j
     where state = 'active' and heartbeat_on < now() - $1 * interval '1 ms' and not exists (
       select from pg_locks l where l.locktype = 'advisory' and l.classid = ${JOB_LOCKS} and l.objsubid = 2
         and l.objid = (hashtext(j.id::text)::bigint & 4294967295)::oid
         and l.database = (select oid from pg_database where datname = current_database()))
     group by name`,
    [silentMs],
  )
  return rows
}
