// Entry of the thread that writes a packet, so that the server's loop does not.
import type { PacketPaper } from '@lotbook/contract'
import { serveThread } from '../../platform/serve-thread.ts'
import type { MadeFile } from './made-file.ts'
import { makePacket, makePapers } from './make-packet.ts'
import type { PacketRequest } from './packet-in-thread.ts'

serveThread<PacketRequest, MadeFile | PacketPaper[]>(async (db, { make, task }, answer) => {
  if (make === 'papers') return answer(await makePapers(db, task))
  const made = await makePacket(db, task)
  const bytes = onItsOwn(made.bytes)
  answer({ ...made, bytes }, [bytes.buffer])
})

/** Bytes with a buffer of their own: one that is a part of the pool of all is not handed over. */
function onItsOwn(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = bytes
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
    ? new Uint8Array(buffer)
    : new Uint8Array(bytes)
}
