// Entry of the thread that works a calculation out, from rows to rows, so that the event loop of the server does not.
import type { Fence } from '../../platform/fence.ts'
import { serveThread } from '../../platform/serve-thread.ts'
import type { Stage } from './calculation-state.ts'
import { workOut, type WorkedOut } from './work-out.ts'

export type CalculateMessage =
  | { readonly type: 'progress'; readonly stage: Stage; readonly done: number; readonly total: number }
  | ({ readonly type: 'finished' } & WorkedOut)

serveThread<Fence, CalculateMessage>(async (db, fence, tell) => {
  const worked = await workOut(db, fence, (stage, done, total) =>
    tell({ type: 'progress', stage, done, total }),
  )
  tell({ type: 'finished', ...worked })
})
