import type { PgBoss } from 'pg-boss'
import type { Database } from './database.ts'
import { directOf } from './database-role.ts'
import { JOBS_SCHEMA } from './job-schema.ts'
import { jobsOfNobody, Leases } from './leases.ts'
import { errorText, type Log } from './log.ts'

/** A kind of job as it is run: how many at once in this process, and of one customer in all. */
export interface RunQueue {
  readonly name: string
  readonly atOnce: number
  readonly perCustomer: number
  /** Most of its time is spent waiting for somebody else: when the server stops there is no use in waiting too. */
  readonly isWaiting: boolean
}

/** Runs one job. What it throws is that job's failure. */
export type RunJob<Q extends RunQueue> = (
  queue: Q,
  id: string,
  payload: unknown,
  signal: AbortSignal,
) => Promise<void>

export interface JobRunsOptions<Q extends RunQueue> {
  readonly boss: PgBoss
  /** Connections that no job has: what is known of the jobs must not wait for them. */
  readonly db: Database
  readonly queues: readonly Q[]
  readonly run: RunJob<Q>
  readonly log: Log
}

interface Run<Q> {
  readonly queue: Q
  readonly controller: AbortController
  readonly ended: Promise<void>
}

/** How often it is looked for jobs whose time has come; those that are added are announced. */
const LOOK_MS = 2_000
/** A job whose process says nothing for ten seconds is given to another (`heartbeatSeconds`). */
const HEARTBEAT_MS = 3_000
/** As long as this after it was taken a job may not have its lock yet, or have lost it with its connection. */
const UNLOCKED_MS = 5_000
/** At the start nobody is given time: the jobs of the server that ran before are taken up at once. */
const UNLOCKED_AT_START_MS = 0
/** How long a stop waits for what is being done, and then for what was told to end. */
const STOP_LIMIT_MS = 8_000
const END_LIMIT_MS = 2_000

/** The server is being stopped: the job goes back to its queue. */
export class WorkerStops extends Error {
  constructor() {
    super('the server is being stopped')
    this.name = 'WorkerStops'
  }
}

/** Another worker has the job, since this one did not tell that it runs. */
class JobLost extends Error {
  constructor() {
    super('the job was given to another worker')
    this.name = 'JobLost'
  }
}

/**
 * The jobs that this process runs. Each kind has a number of runs at once, and each customer a number of them in all processes, so
 * that what one customer waits for is not waited for by others. A run says that it goes on, and holds a lock that ends with its
 * process.
 */
export class JobRuns<Q extends RunQueue> {
  readonly #options: JobRunsOptions<Q>
  /** None where a pooler is the only way: locks of a session mean nothing there, and a silent job is found by its heartbeat. */
  readonly #leases: Leases | undefined
  readonly #runs = new Map<string, Run<Q>>()
  /** Queues that are being looked into, and those of them that are to be looked into once more. */
  readonly #looking = new Map<string, Promise<void>>()
  readonly #again = new Set<string>()
  #telling: NodeJS.Timeout | undefined
  #seeking: NodeJS.Timeout | undefined
  #isStopping = false
  #isWell = true

  constructor(options: JobRunsOptions<Q>) {
    this.#options = options
    const direct = directOf(options.db)
    this.#leases = direct && new Leases(direct)
  }

  /** Take up what nobody runs any more, and begin. */
  async start(): Promise<void> {
    await this.#takeUp(UNLOCKED_AT_START_MS)
    this.wakeAll()
    const every = (ms: number, work: () => Promise<void>) => setInterval(() => void this.#well(work), ms)
    this.#telling = every(HEARTBEAT_MS, () => this.#tell())
    this.#seeking = every(LOOK_MS, async () => {
      await this.#takeUp(UNLOCKED_MS)
      for (const name of await this.#due()) this.wake(name)
    })
  }

  /** Look into a queue now: something may be due in it. */
  wake(name: string): void {
    const queue = this.#options.queues.find((one) => one.name === name)
    if (queue === undefined || this.#isStopping) return
    if (this.#looking.has(name)) return void this.#again.add(name)
    const looked = this.#well(() => this.#fill(queue)).then(() => {
      this.#looking.delete(name)
      if (this.#again.delete(name)) this.wake(name)
    })
    this.#looking.set(name, looked)
  }

  wakeAll(): void {
    for (const { name } of this.#options.queues) this.wake(name)
  }

  /** End what runs: it is waited for, then told to end, and put back into its queue. */
  async stop(): Promise<void> {
    this.#isStopping = true
    clearInterval(this.#seeking)
    // Jobs that are put back below must not be taken again.
    await Promise.all(this.#looking.values())
    for (const { queue, controller } of this.#runs.values())
      if (queue.isWaiting) controller.abort(new WorkerStops())
    await this.#ended(STOP_LIMIT_MS)
    for (const { controller } of this.#runs.values()) controller.abort(new WorkerStops())
    await this.#ended(END_LIMIT_MS)
    for (const [id, { queue }] of this.#runs) await this.#putBack(queue, id).catch(() => {})
    clearInterval(this.#telling)
    await this.#leases?.close()
  }

  async #fill(queue: Q): Promise<void> {
    const { name, atOnce, perCustomer } = queue
    const isFull = () => [...this.#runs.values()].filter((run) => run.queue === queue).length >= atOnce
    while (!this.#isStopping && !isFull()) {
      const [next] = await this.#options.boss.fetch<unknown>(name, { groupConcurrency: perCustomer })
      if (next === undefined) return
      const { id, data } = next
      if (this.#isStopping) return this.#putBack(queue, id)
      const controller = new AbortController()
      const ended = this.#run(queue, id, data, controller.signal).finally(() => {
        this.#runs.delete(id)
        // Its customer may have another in this queue.
        this.wake(name)
      })
      this.#runs.set(id, { queue, controller, ended })
    }
  }

  async #run(queue: Q, id: string, payload: unknown, signal: AbortSignal): Promise<void> {
    const { boss, run } = this.#options
    void this.#well(async () => this.#leases?.hold([...this.#runs.keys(), id]))
    try {
      await run(queue, id, payload, signal)
    } catch (error) {
      if (signal.reason instanceof JobLost) return
      await this.#well(async () => {
        if (this.#isStopping && signal.aborted) await this.#putBack(queue, id)
        else await boss.fail(queue.name, id, { message: errorText(error) })
      })
      return
    }
    await this.#well(async () => void (await boss.complete(queue.name, id)))
  }

  /** Not a failure of its own: its repeats are left to it, and other nodes hear of it at once. */
  async #putBack({ name }: Q, id: string): Promise<void> {
    await this.#options.db.app.query(
      `with back as (
         update ${JOBS_SCHEMA}.job set state = 'retry', started_on = null, heartbeat_on = null, start_after = now()
         where name = $1 and id = $2 and state = 'active' returning name
       ) select pg_notify('lotbook_jobs', name) from back`,
      [name, id],
    )
  }

  /** Say that the jobs of this process go on, and end those that are not its own any more. */
  async #tell(): Promise<void> {
    const ids = [...this.#runs.keys()]
    await this.#leases?.hold(ids)
    if (ids.length === 0) return
    const { rows } = await this.#options.db.app.query<{ id: string }>(
      `update ${JOBS_SCHEMA}.job set heartbeat_on = now() where id = any($1::uuid[]) and state = 'active' returning id`,
      [ids],
    )
    const own = new Set(rows.map(({ id }) => id))
    for (const id of ids) if (!own.has(id)) this.#runs.get(id)?.controller.abort(new JobLost())
  }

  /** Give the jobs of processes that are gone back to their queues: the first time at once, for they are not at fault. */
  async #takeUp(silentMs: number): Promise<void> {
    const { boss, db, log } = this.#options
    if (this.#leases === undefined) return
    for (const { name, ids } of await jobsOfNobody(db, silentMs)) {
      const gone = ids.filter((id) => !this.#runs.has(id))
      if (gone.length === 0) continue
      await boss.fail(name, gone, { message: 'the process that ran it is gone' })
      await db.app.query(
        `update ${JOBS_SCHEMA}.job set start_after = now() where id = any($1::uuid[]) and state = 'retry' and retry_count = 0`,
        [gone],
      )
      log.warn({ job: name, count: gone.length }, 'jobs of a process that is gone are taken up')
    }
  }

  async #due(): Promise<readonly string[]> {
    return dueQueues(this.#options.db)
  }

  /** What the job engine cannot do now it does the next time; it is logged once until it can again. */
  async #well(work: () => Promise<void>): Promise<void> {
    try {
      await work()
      this.#isWell = true
    } catch (error) {
      if (this.#isWell) this.#options.log.error({ error: errorText(error) }, 'job engine')
      this.#isWell = false
    }
  }

  async #ended(limitMs: number): Promise<void> {
    const { promise: late, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, limitMs)
    await Promise.race([late, Promise.allSettled([...this.#runs.values()].map(({ ended }) => ended))])
    clearTimeout(timer)
  }
}

/** The queues in which something is due: one question for all of them. */
export async function dueQueues(db: Database): Promise<readonly string[]> {
  const { rows } = await db.app.query<{ name: string }>(
    `select distinct name from ${JOBS_SCHEMA}.job where state < 'active' and start_after <= now()`,
  )
  return rows.map(({ name }) => name)
}
