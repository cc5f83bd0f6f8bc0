// Entry of a thread for tests: a calculation that tells how far it is, as a real one does, and never comes to its end by itself.
import type { CalculateMessage } from '../calculating/run/calculate.worker.ts'
import type { Fence } from '../platform/fence.ts'
import { serveThread } from '../platform/serve-thread.ts'

const TELLS_EVERY_MS = 20

serveThread<Fence, CalculateMessage>(async (_db, _fence, tell) => {
  let done = 0
  await new Promise((_resolve) =>
    setInterval(
      () => tell({ type: 'progress', stage: 'Applying rules', done: done++, total: 1e9 }),
      TELLS_EVERY_MS,
    ),
  )
})
