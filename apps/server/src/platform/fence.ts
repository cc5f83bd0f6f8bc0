import { type Database, self, type Tx, withoutSubject, withSubject } from './database.ts'
import { identifier, plannedOnce, sql, type Sql } from './sql.ts'

/** Rows that a job works on, and that name the one worker which may write. */
export type FencedTable =
  | 'imports'
  | 'calculations'
  | 'comparisons'
  | 'method_comparisons'
  | 'safe_harbor_comparisons'
  | 'treatment_effects'
  | 'amendment_checks'
  | 'exports'
  | 'journal_runs'

/** The right to write, until another worker takes it. */
export interface Fence {
  readonly table: FencedTable
  readonly userId: string
  readonly id: string
  readonly token: string
}

/** Another worker has taken over, or the work was cancelled: stop, and leave everything as it is. */
export class FenceLost extends Error {
  constructor({ table, id }: Fence) {
    super(`${table} ${id} is no longer ours to write`)
    this.name = 'FenceLost'
  }
}

/**
 * Begin the work on a row, or take it over from a worker that died or stands still: from here on nobody else's writes count, and
 * what the other one had begun to write is ended.
 * Undefined when there is nothing left to do, because it is done, failed or cancelled.
 */
export function takeFence(
  db: Database,
  table: FencedTable,
  userId: string,
  id: string,
): Promise<Fence | undefined> {
  const started = table === 'exports' ? sql`` : sql`, started_at = coalesce(started_at, now())`
  return withSubject(db, self(userId), async (tx) => {
    // A worker that stands still (SIGSTOP, a frozen machine) keeps its connection, its locks and its row, also inside COPY.
    await endSessions(
      tx,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
         and application_name = ${tx.client.escapeLiteral(sessionName(id))} and pid <> pg_backend_pid()`,
    )
    const row = await tx.maybe<{ fence: string }>(plannedOnce`
      update ${identifier(table)} set fence = fence + 1, attempts = attempts + 1, state = 'running' ${started}
      where user_id = ${userId} and id = ${id} and state in ('queued', 'running', 'waiting') returning fence`)
    return row && { table, userId, id, token: row.fence }
  })
}

/** The name of a session while it writes under a fence, by which the worker that takes over ends it. */
function sessionName(id: string): string {
  return `lotbook fence ${id}`
}

/**
 * Ask the database to end what other sessions do. It lets nobody but the user who opened them, so for this statement the transaction
 * is that user's: where roles are assumed, not logged in as, that is another one than the application's.
 */
async function endSessions(tx: Tx, text: string): Promise<void> {
  await tx.client.query(`set local role none; ${text}; set local role lotbook_app`)
}

/** A transaction under a fence, with the process that it has in the database. A worker that was overtaken finds its connection ended, which is a fence that was lost. */
async function inFencedSession<T>(
  db: Database,
  fence: Fence,
  work: (tx: Tx, process: number) => Promise<T>,
): Promise<T> {
  const who = self(fence.userId)
  try {
    return await withSubject(db, who, async (tx) => {
      const { process } = await tx.one<{ process: number }>(sql`
        select pg_backend_pid() as process, set_config('application_name', ${sessionName(fence.id)}, true)`)
      return work(tx, process)
    })
  } catch (error) {
    if (isConnectionEnded(error)) await withSubject(db, who, (tx) => hold(tx, fence, sql``))
    throw error
  }
}

function isConnectionEnded(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return ENDED_CODES.has(code) || ENDED_WORDS.test(String(message))
}

const ENDED_CODES = new Set<unknown>(['57P01', 'ECONNRESET', 'EPIPE'])
/** As the driver says it. */
const ENDED_WORDS = /^(Connection terminated|Client has encountered a connection error|Client was closed)/

/** For so long work that was wanted is taken to be wanted still. */
const WANTED_MS = 100

/**
 * The same for work that takes long: its row is locked at its end only, so that whoever cancels it never waits for it.
 * `work` asks between its steps whether it is still wanted; `finish` writes the row itself. A worker that was overtaken
 * loses all it wrote.
 *
 * @throws FenceLost as `writeUnderFence` does.
 */
export function writeLongUnderFence(
  db: Database,
  fence: Fence,
  {
    work,
    finish,
  }: {
    readonly work: (tx: Tx, stillWanted: () => Promise<void>) => Promise<void>
    readonly finish: (tx: Tx) => Promise<void>
  },
): Promise<void> {
  return inFencedSession(db, fence, async (tx, process) => {
    let asked = -Infinity
    const stillWanted = async () => {
      if (performance.now() - asked < WANTED_MS) return
      await hold(tx, fence, sql``)
      asked = performance.now()
    }
    await stillWanted()
    await endingWithFence(db, fence, process, () => work(tx, stillWanted))
    await hold(tx, fence, sql`for update`)
    await finish(tx)
  })
}

/** Run work of a transaction, and end the statement that it waits for once the fence is lost. */
async function endingWithFence(
  db: Database,
  fence: Fence,
  process: number,
  work: () => Promise<void>,
): Promise<void> {
  const { signal, stop } = watchFence(db, fence)
  let ended: Promise<unknown> | undefined
  const end = () => {
    ended = withoutSubject(db, (tx) => endSessions(tx, `select pg_cancel_backend(${process})`)).catch(
      () => {},
    )
  }
  signal.addEventListener('abort', end, { once: true })
  try {
    await work()
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    stop()
    signal.removeEventListener('abort', end)
    // Sent late it would end a statement of whoever has the connection next.
    await ended
  }
  signal.throwIfAborted()
}

/** How soon a worker that is far from its rows hears that it is no longer wanted. */
export const WATCH_MS = 1_000

/** Watches a fence while work goes on outside the database; `signal` is aborted with FenceLost once it is lost. */
export function watchFence(
  db: Database,
  fence: Fence,
): { readonly signal: AbortSignal; readonly stop: () => void } {
  const controller = new AbortController()
  const look = () =>
    withSubject(db, self(fence.userId), (tx) => hold(tx, fence, sql``)).catch((error: unknown) => {
      // A database that is away for a moment says nothing about the fence; the work meets it again when it writes.
      if (error instanceof FenceLost) controller.abort(error)
    })
  const timer = setInterval(() => void look(), WATCH_MS)
  return { signal: controller.signal, stop: () => clearInterval(timer) }
}

async function hold(tx: Tx, fence: Fence, lock: Sql): Promise<void> {
  const held = await tx.maybe(plannedOnce`
    select 1 from ${identifier(fence.table)} where user_id = ${fence.userId} and id = ${fence.id}
      and fence = ${fence.token} and state in ('running', 'waiting') ${lock}`)
  if (held === undefined) throw new FenceLost(fence)
}

/**
 * A transaction of the job's own, in which its row stays locked.
 *
 * @throws FenceLost when the row has another fence by now, or is not being worked on.
 */
export function writeUnderFence<T>(db: Database, fence: Fence, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inFencedSession(db, fence, async (tx) => {
    await hold(tx, fence, sql`for update`)
    return work(tx)
  })
}
