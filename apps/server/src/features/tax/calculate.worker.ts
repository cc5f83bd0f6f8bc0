// Entry of the thread that works a calculation out, from rows to rows, so that the event loop of the server does not.
import { parentPort, workerData } from 'node:worker_threads'
import type { ClientConfig } from 'pg'
import { openDatabase } from '../../platform/database.ts'
import type { Fence } from '../../platform/fence.ts'
import type { Stage } from './calculation-state.ts'
import { workOut, type WorkedOut } from './work-out.ts'

export interface CalculateRequest {
  /** How to reach the database as lotbook_app, as JSON. */
  readonly connection: string
  readonly fence: Fence
}

export type CalculateMessage =
  | { readonly type: 'progress'; readonly stage: Stage; readonly done: number; readonly total: number }
  | ({ readonly type: 'finished' } & WorkedOut)

const { connection, fence } = workerData as CalculateRequest
const db = openDatabase({ connect: () => JSON.parse(connection) as ClientConfig, poolSize: 2 })
const tell = (message: CalculateMessage) => parentPort?.postMessage(message)

try {
  const worked = await workOut(db, fence, (stage, done, total) =>
    tell({ type: 'progress', stage, done, total }),
  )
  tell({ type: 'finished', ...worked })
} finally {
  await db.close()
}
