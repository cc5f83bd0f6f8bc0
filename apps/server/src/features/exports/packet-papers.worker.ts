// Entry of the thread that makes the papers of a packet in small, so that the server's loop does not.
import type { PacketPaper } from '@lotbook/contract'
import { serveThread } from '../../platform/serve-thread.ts'
import { makePapers } from './make-packet.ts'
import type { PacketTask } from './packet-in-thread.ts'

serveThread<PacketTask, PacketPaper[]>(async (db, task, answer) => answer(await makePapers(db, task)))
