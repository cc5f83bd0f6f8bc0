// Entry of the thread that works a calculation out, from rows to rows, so that the event loop of the server does not.
import type { Fence } from '../../platform/fence.ts'
import { serveThread } from '../../platform/serve-thread.ts'
import { RecentOfOneCustomer } from '../keep/recent-calculation.ts'
import type { Stage } from './calculation-state.ts'
import { workOut, type WorkedOut } from './work-out.ts'

export type CalculateMessage =
  | { readonly type: 'progress'; readonly stage: Stage; readonly done: number; readonly total: number }
  | ({ readonly type: 'finished' } & WorkedOut)

/** How often it is told how far a calculation is, from when it has taken so long: each time the server is woken, and writes it down. */
const PROGRESS_EVERY_MS = 250

const recent = new RecentOfOneCustomer()

serveThread<Fence, CalculateMessage>(async (db, fence, tell) => {
  let last = performance.now()
  let stageBefore: Stage | undefined
  const onProgress = (stage: Stage, done: number, total: number) => {
    const now = performance.now()
    const isNews = stageBefore !== undefined && stage !== stageBefore
    if (!isNews && now - last < PROGRESS_EVERY_MS) return
    last = now
    stageBefore = stage
    tell({ type: 'progress', stage, done, total })
  }
  const worked = await workOut(db, fence, onProgress, { recent: recent.of(fence.userId) })
  tell({ type: 'finished', ...worked })
})
