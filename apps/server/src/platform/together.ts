import type { PoolClient } from 'pg'
import {
  lendConnection,
  setWho,
  txOn,
  type Database,
  type Lent,
  type Steps,
  type Tx,
  type Who,
} from './database.ts'

/**
 * Transactions that end together: each `withSubject` of the database it stands in is a step of one transaction, which
 * is begun by the first and ends with `commit` or `rollBack`. A step that throws leaves the others as they are.
 */
export class Together implements Steps {
  readonly #db: Database
  readonly #who: Who
  readonly #onBegin: (tx: Tx) => Promise<void>
  #lent: Lent | undefined
  #last: Promise<unknown> = Promise.resolve()

  /** @param onBegin - the first thing that the transaction does, for `who`; where it throws so does the step. */
  constructor(db: Database, who: Who, onBegin: (tx: Tx) => Promise<void> = async () => {}) {
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

  /** The last step, if any, and the end. */
  async commit(work?: (tx: Tx) => Promise<void>): Promise<void> {
    if (work !== undefined) await this.step(this.#who, work)
    await this.#end('commit')
  }

  rollBack(): Promise<void> {
    return this.#end('rollback')
  }

  async #take<T>(who: Who, work: (tx: Tx) => Promise<T>): Promise<T> {
    const client = this.#lent?.client ?? (await this.#begin())
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
    const lent = await lendConnection(this.#db, this.#who)
    const { client, begin, giveBack } = lent
    await begin(this.#who).catch((error: Error) => {
      giveBack(error)
      throw error
    })
    this.#lent = lent
    await this.#onBegin(txOn(client))
    return client
  }

  async #end(how: 'commit' | 'rollback'): Promise<void> {
    await this.#last
    const lent = this.#lent
    if (lent === undefined) return
    this.#lent = undefined
    let broken: Error | undefined
    try {
      await lent.client.query(how)
    } catch (error) {
      broken = error as Error
      if (how === 'commit') throw error
    } finally {
      lent.giveBack(broken)
    }
  }
}

/** Work whose `withSubject` are one transaction: all of it is kept, or nothing. */
export async function asOne<T>(db: Database, who: Who, work: (db: Database) => Promise<T>): Promise<T> {
  const together = new Together(db, who)
  try {
    const answer = await work({ ...db, together })
    await together.commit()
    return answer
  } catch (error) {
    await together.rollBack()
    throw error
  }
}
