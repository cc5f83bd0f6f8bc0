import type { PoolClient } from 'pg'
import { begin, setWho, txOn, type Database, type Steps, type Tx, type Who } from './database.ts'

/**
 * Transactions that end together: each `withSubject` of the database it stands in is a step of one transaction, which
 * is begun by the first and ends with `commit` or `rollBack`. A step that throws leaves the others as they are.
 */
export class Together implements Steps {
  readonly #db: Database
  readonly #who: Who
  readonly #onBegin: (tx: Tx) => Promise<void>
  #client: PoolClient | undefined
  #last: Promise<unknown> = Promise.resolve()

  /** @param onBegin - the first thing that the transaction does, for `who`; where it throws so does the step. */
  constructor(db: Database, who: Who, onBegin: (tx: Tx) => Promise<void>) {
    this.#db = db
    this.#who = who
    this.#onBegin = onBegin
  }

  /** One step; steps that are asked for at once take turns. */
  step<T>(who: Who, work: (tx: Tx) => Promise<T>): Promise<T> {
    const turn = this.#last.then(() => this.#take(who, work))
    this.#last = turn.catch(() => {})
    return turn
  }

  /** The last step, and the end. */
  async commit(work: (tx: Tx) => Promise<void>): Promise<void> {
    await this.step(this.#who, work)
    await this.#end('commit')
  }

  rollBack(): Promise<void> {
    return this.#end('rollback')
  }

  async #take<T>(who: Who, work: (tx: Tx) => Promise<T>): Promise<T> {
    const client = this.#client ?? (await this.#begin())
    await client.query('savepoint step')
    try {
      await setWho(client, who)
      const result = await work(txOn(client))
      await client.query('release savepoint step')
      return result
    } catch (error) {
      await client.query('rollback to savepoint step')
      throw error
    }
  }

  async #begin(): Promise<PoolClient> {
    const client = await this.#db.app.connect()
    this.#client = client
    await begin(client, this.#who)
    await this.#onBegin(txOn(client))
    return client
  }

  async #end(how: 'commit' | 'rollback'): Promise<void> {
    await this.#last
    const client = this.#client
    if (client === undefined) return
    this.#client = undefined
    let broken: Error | undefined
    try {
      await client.query(how)
    } catch (error) {
      broken = error as Error
      if (how === 'commit') throw error
    } finally {
      client.release(broken)
    }
  }
}
