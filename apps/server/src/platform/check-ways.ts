import { Client } from 'pg'

/** The addresses of a database outside this program. */
export interface Ways {
  readonly url: string
  readonly pooler: { readonly directUrl: string | undefined } | undefined
}

/** Rounds in which two connections say which process serves them: with one pooled connection or many, it shows in a few. */
const ROUNDS = 4
const WAIT_MS = 10_000
const OLDEST_POSTGRES = 160_000

const TELL = 'DATABASE_URL'
const TELL_DIRECT = 'DATABASE_DIRECT_URL'

/**
 * Find out at the start whether the addresses lead where the configuration says: to a PostgreSQL that is new enough and takes writing,
 * through a pooler only where that is said, and past it where that is said. Found out later it would cost data.
 *
 * @throws Error that names the variable, what it leads to, and what to set.
 */
export async function checkWays({ url, pooler }: Ways): Promise<void> {
  const pooling = await poolingOf(TELL, url)
  if (pooler === undefined) {
    if (pooling === 'transaction')
      throw new Error(
        `${TELL} leads through a pooler that shares connections between transactions: set DATABASE_POOLER=transaction, ` +
          `and ${TELL_DIRECT} to an address past it`,
      )
    return
  }
  const { directUrl } = pooler
  if (directUrl === undefined) return
  if ((await poolingOf(TELL_DIRECT, directUrl)) === 'transaction')
    throw new Error(
      `${TELL_DIRECT} leads through a pooler that shares connections between transactions: it must lead past it, to PostgreSQL itself`,
    )
  await checkSameDatabase(url, directUrl)
}

/** How connections behind an address are shared: not at all as far as can be seen, or between transactions. */
async function poolingOf(variable: string, url: string): Promise<'session' | 'transaction'> {
  return withClients(variable, [url, url], async (one, other) => {
    await checkServer(variable, one!)
    const [first, second] = [new Set<number>(), new Set<number>()]
    for (let round = 0; round < ROUNDS; round += 1) {
      first.add(await processOf(one!))
      second.add(await processOf(other!))
    }
    return first.size > 1 || second.size > 1 || first.intersection(second).size > 0
      ? 'transaction'
      : 'session'
  })
}

async function processOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]!.pid
}

interface Server {
  readonly number: string
  readonly version: string
  readonly is_replica: boolean
}

/** The server must take transactions and writing, and be new enough. */
async function checkServer(variable: string, client: Client): Promise<void> {
  await client.query('begin').catch((cause: Error) => {
    throw new Error(
      `${variable} leads to a pooler that takes no transactions (${cause.message}): it must pool by transaction or by session, not by statement`,
      { cause },
    )
  })
  const { rows } = await client.query<Server>(
    `select current_setting('server_version_num') as number, current_setting('server_version') as version,
       pg_is_in_recovery() as is_replica`,
  )
  await client.query('rollback')
  const { number, version, is_replica: isReplica } = rows[0]!
  if (Number(number) < OLDEST_POSTGRES)
    throw new Error(`Lotbook needs PostgreSQL 16 or newer; ${variable} leads to PostgreSQL ${version}`)
  if (isReplica)
    throw new Error(
      `${variable} leads to a replica, which may be behind and cannot be written to: it must lead to the primary`,
    )
}

/** A lock that is taken on one way must be seen on the other. */
async function checkSameDatabase(url: string, directUrl: string): Promise<void> {
  const direct = await withClients(TELL_DIRECT, [directUrl], async (client) => {
    const key = Math.floor(Math.random() * 2 ** 31)
    return withClients(TELL, [url], async (pooled) => {
      await client!.query('select pg_advisory_lock($1)', [key])
      const { rows } = await pooled!.query<{ is_seen: boolean }>(
        `select exists (select from pg_locks where locktype = 'advisory' and classid = 0 and objid = $1 and objsubid = 1
           and database = (select oid from pg_database where datname = current_database())) as is_seen`,
        [key],
      )
      return rows[0]!.is_seen
    })
  })
  if (!direct) throw new Error(`${TELL} and ${TELL_DIRECT} lead to different databases`)
}

/** A client for each address, as its user; a connection that is refused is told with the name of its variable. */
async function withClients<T>(
  variable: string,
  urls: readonly string[],
  work: (...clients: readonly Client[]) => Promise<T>,
): Promise<T> {
  const clients = urls.map(
    (connectionString) =>
      new Client({ connectionString, connectionTimeoutMillis: WAIT_MS, query_timeout: WAIT_MS }),
  )
  try {
    for (const client of clients) {
      client.on('error', () => {})
      await client.connect().catch((cause: Error) => {
        throw new Error(`no connection to the database by ${variable}: ${cause.message}`, { cause })
      })
    }
    return await work(...clients)
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}
