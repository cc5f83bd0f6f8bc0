// Entry of the thread that packs a journal ahead, so that the event loop of the server does not.
import { serveThread } from '../../platform/serve-thread.ts'
import { packAhead } from './projection.ts'

serveThread<{ readonly userId: string }, boolean>(async (db, { userId }, tell) =>
  tell(await packAhead(db, userId)),
)
