import { PgBoss } from 'pg-boss'
import { type Database, openDatabase, type Tx } from './database.ts'
import { FenceLost } from './fence.ts'
import { dueQueues, JobRuns, type RunQueue, WorkerStops } from './job-runs.ts'
import { JOBS_SCHEMA } from './job-schema.ts'
import type { Listener } from './listen.ts'
import { errorText, type Log } from './log.ts'
import { plannedOnce } from './sql.ts'
import { timed, traced } from './watched.ts'

/** Ids only: what a job needs to know stands in the row of the work itself. */
export type JobPayload = Readonly<Record<string, string>>

export interface JobContext {
  readonly db: Database
  readonly log: Log
  /** Aborted when the worker is told to stop, or when its heartbeat was lost. */
  readonly signal: AbortSignal
}

export interface Job<Payload extends JobPayload = JobPayload> {
  readonly name: string
  /** How often a failed run is repeated: 10 for imports (the specification's figure), 5 for all else. */
  readonly retryLimit: number
  readonly run: (payload: Payload, context: JobContext) => Promise<void>
  /**
   * Ends the work of a job whose last repeat has failed, or died with its worker: without it the row would stay "running" for ever.
   * Runs at least once, as the job itself does.
   */
  readonly giveUp?: Job<Payload>['run']
  readonly turns: Turns
}

/** How many jobs of a kind run at once: in this process, and of one customer in all processes. */
export type Turns = Pick<RunQueue, 'atOnce' | 'perCustomer' | 'isWaiting'>

/** Work of this server, which is bounded by the lanes of its threads: whoever waits for one is not to keep shorter work from beginning. */
const WORKING: Turns = { atOnce: 32, perCustomer: 1, isWaiting: false }
/** Work that waits for somebody else most of its time, and has neither a connection nor a lane meanwhile. */
export const WAITING: Turns = { atOnce: 64, perCustomer: 1, isWaiting: true }
/** Work that has a connection to the database from its beginning to its end. */
export const HOLDING: Turns = { atOnce: 4, perCustomer: 1, isWaiting: false }

/** Define a job. Its handler may run twice, or be killed at any instant: it writes under a fence. */
export function defineJob<Payload extends JobPayload>(
  name: string,
  run: Job<Payload>['run'],
  {
    retryLimit = 5,
    giveUp,
    turns = WORKING,
  }: Partial<Pick<Job<Payload>, 'retryLimit' | 'giveUp' | 'turns'>> = {},
): Job<Payload> {
  return { name, run, retryLimit, turns, ...(giveUp === undefined ? {} : { giveUp }) }
}

/**
 * Queue a job in the transaction of the row it works on, so that neither exists without the other; a worker
 * hears of it when the transaction commits. `startAfter` puts it off.
 *
 * Customers take turns (SP9): a job is behind as many jobs of everybody else as its customer has unfinished ones in that
 * queue. So the first job of a customer waits for what runs, not for all that somebody else has queued.
 */
export async function addJob<Payload extends JobPayload>(
  tx: Tx,
  job: Pick<Job<Payload>, 'name' | 'retryLimit'>,
  payload: Payload,
  { startAfter }: { readonly startAfter?: Date } = {},
): Promise<void> {
  const insert = plannedOnce`
    with added as (
      insert into jobs.job (name, data, start_after, keep_until, expire_seconds, deletion_seconds, retry_limit,
        retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds, group_id, priority)
      select name, ${JSON.stringify(payload)}::jsonb, at, at + retention_seconds * interval '1 s', expire_seconds,
        deletion_seconds, retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter,
        heartbeat_seconds, customer, (
          -- Two counts, since each has an index of its own.
          -(select count(*) from jobs.job j where j.name = queue.name and j.group_id = customer and j.state < 'active' and not j.blocked)
          -(select count(*) from jobs.job j where j.name = queue.name and j.group_id = customer and j.state = 'active'))::int
      from jobs.queue, cast(${payload['userId'] ?? null} as text) as customer, coalesce(${startAfter ?? null}::timestamptz, now()) as at where name = ${job.name}
      returning 1
    ) select pg_notify('lotbook_jobs', ${job.name}) from added`
  if ((await tx.run(insert)) > 0) return
  // A queue that no process has started with yet.
  for (const { name, options } of [givenUpQueue, { name: job.name, options: queueOptions(job) }])
    await tx.all(plannedOnce`select jobs.create_queue(${name}, ${JSON.stringify(options)}::jsonb)`)
  await tx.run(insert)
}

/** The queue that the engine puts a job into once its repeats are used up, with the job's own payload. */
const GIVEN_UP = 'given-up-jobs'

function queueOptions({ retryLimit }: Pick<Job, 'retryLimit'>) {
  return { ...retried(retryLimit), deadLetter: GIVEN_UP }
}

function retried(retryLimit: number) {
  return {
    policy: 'standard',
    retryLimit,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: 4 * 60 * 60,
    heartbeatSeconds: 10,
  }
}

const givenUpQueue = { name: GIVEN_UP, options: retried(5) }

/** The handler of all queued jobs of one name. */
interface Queue extends RunQueue {
  readonly run: (payload: never, context: JobContext, id: string) => Promise<void>
}

/** Ends what was given up, in the way of the job that it was. */
function giveUpQueue(db: Database, jobs: readonly Job<never>[]): Queue {
  return {
    ...WORKING,
    name: GIVEN_UP,
    async run(payload, context, id) {
      const { rows } = await db.app.query<{ source_name: string | null }>(
        `select source_name from ${JOBS_SCHEMA}.job where name = $1 and id = $2`,
        [GIVEN_UP, id],
      )
      const name = rows[0]?.source_name
      context.log.error({ job: name }, 'job given up: its repeats are used up')
      await jobs.find((job) => job.name === name)?.giveUp?.(payload, context)
    },
  }
}

export interface Jobs {
  /** Run what is queued and due, one after the other, until nothing is left. For tests: no waiting, no timers. */
  drain(): Promise<number>
  stop(): Promise<void>
}

export interface JobsOptions {
  readonly db: Database
  // Payload types differ by job; the engine only carries them.
  readonly jobs: readonly Job<never>[]
  readonly log: Log
  /** Absent in tests, which drain. */
  readonly listener?: Listener
}

/** Connections of the engine itself: a heartbeat that waits for a job's connection comes too late. */
const OWN_CONNECTIONS = 3

/** Start the job engine: with a listener it runs what is due at once, else jobs wait for `drain`. */
export async function startJobs({ db, jobs, log, listener }: JobsOptions): Promise<Jobs> {
  const own = openDatabase({
    connect: db.connect,
    isPooled: db.isPooled,
    direct: db.direct,
    poolSize: OWN_CONNECTIONS,
    onError: (error) => log.warn({ error: error.message }, 'a connection of the job engine was lost'),
  })
  const boss = new PgBoss({
    db: { executeSql: (text, values) => own.app.query(text, values as unknown[]) },
    schema: JOBS_SCHEMA,
    migrate: false,
    createSchema: false,
    schedule: false,
    supervise: listener !== undefined,
    monitorIntervalSeconds: 5,
    superviseIntervalSeconds: 5,
    // The application may not rebuild indexes it does not own.
    reindex: false,
  })
  boss.on('error', (error) => log.error({ error: errorText(error) }, 'job engine'))
  await boss.start()
  await boss.createQueue(GIVEN_UP, givenUpQueue.options)
  for (const job of jobs) {
    await boss.createQueue(job.name, queueOptions(job))
    // A queue of an earlier version has no way out for what is given up.
    await boss.updateQueue(job.name, { retryLimit: job.retryLimit, deadLetter: GIVEN_UP })
  }
  const queues: readonly Queue[] = [
    ...jobs.map(({ name, run, turns }): Queue => ({ name, run, ...turns })),
    giveUpQueue(db, jobs),
  ]

  const run = async (job: Queue, id: string, payload: unknown, signal: AbortSignal) => {
    const begun = performance.now()
    const ended = (outcome: string) =>
      timed('job', (performance.now() - begun) / 1000, { queue: job.name, outcome })
    try {
      await traced('job', job.name, {}, () => job.run(payload as never, { db, log, signal }, id))
      ended('done')
      log.info({ job: job.name, id }, 'job done')
    } catch (error) {
      ended(
        error instanceof FenceLost
          ? 'given up'
          : signal.reason instanceof WorkerStops
            ? 'put back'
            : 'failed',
      )
      if (error instanceof FenceLost) {
        log.info({ job: job.name, id }, 'job given up: another worker has it, or it was cancelled')
        return
      }
      if (signal.reason instanceof WorkerStops)
        log.info({ job: job.name, id }, 'job put back: the server stops')
      else log.error({ job: job.name, id, error: errorText(error) }, 'job failed')
      throw error
    }
  }

  const runs = listener && new JobRuns({ boss, db: own, queues, run, log })
  if (runs !== undefined) {
    listener?.on('lotbook_jobs', (name) => runs.wake(name))
    listener?.onReconnect(() => runs.wakeAll())
    await runs.start()
  }

  return {
    async drain() {
      let count = 0
      let due = new Set(await dueQueues(own))
      for (let found = true; found;) {
        found = false
        for (const job of queues) {
          if (!due.has(job.name)) continue
          const [next] = await boss.fetch<unknown>(job.name)
          if (next === undefined) continue
          found = true
          count += 1
          try {
            await run(job, next.id, next.data, new AbortController().signal)
            await boss.complete(job.name, next.id)
          } catch (error) {
            await boss.fail(job.name, next.id, { message: errorText(error) })
          }
          due = new Set(await dueQueues(own))
        }
      }
      return count
    },
    async stop() {
      await runs?.stop()
      await boss.stop({ graceful: false, close: false })
      await own.close()
    },
  }
}
