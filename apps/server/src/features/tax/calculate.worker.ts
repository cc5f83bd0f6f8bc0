// Entry of the thread that works a calculation out, from rows to rows, so that the event loop of the server does not.
import { createHash } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { calculate, CalculationInputError, manifestOf } from '@lotbook/tax'
import type { ClientConfig } from 'pg'
import { openDatabase } from '../../platform/database.ts'
import { FenceLost, writeUnderFence, type Fence } from '../../platform/fence.ts'
import { notify } from '../../platform/notify.ts'
import { sql } from '../../platform/sql.ts'
import { collectInput } from './collect-input.ts'
import type { Stage } from './calculation-state.ts'
import { storeResults } from './store-results.ts'
import { writeFindings } from './write-findings.ts'

export interface CalculateRequest {
  /** How to reach the database as lotbook_app, as JSON. */
  readonly connection: string
  readonly fence: Fence
}

export type CalculateMessage =
  | { readonly type: 'progress'; readonly stage: Stage; readonly done: number; readonly total: number }
  | { readonly type: 'finished'; readonly result: 'done' | 'fence-lost' }
  | { readonly type: 'finished'; readonly result: 'refused'; readonly reason: string }

const { connection, fence } = workerData as CalculateRequest
const db = openDatabase({ connect: () => JSON.parse(connection) as ClientConfig, poolSize: 2 })
const tell = (message: CalculateMessage) => parentPort?.postMessage(message)
const progress = (stage: Stage) => (done: number, total: number) =>
  tell({ type: 'progress', stage, done, total })

try {
  const collected = await collectInput(db, fence, progress('Collecting transactions'))
  const { input, names } = collected
  const result = calculate(input, {
    onProgress: ({ stage, done, total }) => tell({ type: 'progress', stage, done, total }),
  })
  const manifest = manifestOf(input, result, (text) => createHash('sha256').update(text).digest('hex'))
  await writeUnderFence(db, fence, async (tx) => {
    const { userId, id } = fence
    await storeResults(tx, { userId, calculationId: id }, result, names, progress('Writing results'))
    await writeFindings(tx, userId, result, names)
    await tx.run(sql`
      update calculations set state = 'done', stage = 'Done', done = ${input.transactions.length},
        total = ${input.transactions.length}, journal_version = ${collected.journalVersion},
        settings = ${JSON.stringify(collected.settings)}::jsonb, engine_version = ${manifest.engine_version},
        rules_version = ${manifest.rules_version}, input_hash = decode(${manifest.input_hash}, 'hex'),
        result_hash = decode(${manifest.result_hash}, 'hex'), manifest = ${JSON.stringify(manifest)}::jsonb,
        totals = ${JSON.stringify({ years: result.years, transactions: input.transactions.length })}::jsonb,
        finished_at = now()
      where user_id = ${userId} and id = ${id}`)
    await notify(tx, userId, { type: 'calculation', id, status: 'done' })
  })
  tell({ type: 'finished', result: 'done' })
} catch (error) {
  if (error instanceof FenceLost) tell({ type: 'finished', result: 'fence-lost' })
  else if (error instanceof CalculationInputError)
    tell({ type: 'finished', result: 'refused', reason: error.message })
  else throw error
} finally {
  await db.close()
}
