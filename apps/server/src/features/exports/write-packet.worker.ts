// Entry of the thread that writes a packet, so that the server's loop does not.
import { serveThread } from '../../platform/serve-thread.ts'
import type { MadeFile } from './made-file.ts'
import { makePacket } from './make-packet.ts'
import type { PacketTask } from './packet-in-thread.ts'

serveThread<PacketTask, MadeFile>(async (db, task, answer) => {
  const made = await makePacket(db, task)
  // A buffer may be a part of the pool of all, which is not handed over.
  const bytes = new Uint8Array(made.bytes)
  answer({ ...made, bytes }, [bytes.buffer])
})
