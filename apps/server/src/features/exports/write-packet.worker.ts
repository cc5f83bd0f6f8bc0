// Entry of the thread that writes a packet, so that the server's loop does not.
import { serveThread } from '../../platform/serve-thread.ts'
import type { MadeFile } from './made-file.ts'
import { makePacket } from './make-packet.ts'
import type { PacketTask } from './packet-in-thread.ts'

serveThread<PacketTask, MadeFile>(async (db, task, answer) => {
  const made = await makePacket(db, task)
  answer(made, made.bytes.buffer instanceof ArrayBuffer ? [made.bytes.buffer] : [])
})
