// Entry of the thread that writes a packet, so that the server's loop does not.
import type { PacketPaper } from '@lotbook/contract'
import { serveThread } from '../../platform/serve-thread.ts'
import type { MadeFile } from './made-file.ts'
import { makePacket, makePapers } from './make-packet.ts'
import type { PacketRequest } from './packet-in-thread.ts'

serveThread<PacketRequest, MadeFile | PacketPaper[]>(async (db, { make, task }, answer) => {
  if (make === 'papers') return answer(await makePapers(db, task))
  const made = await makePacket(db, task)
  // A buffer may be a part of the pool of all, which is not handed over.
  const bytes = new Uint8Array(made.bytes)
  answer({ ...made, bytes }, [bytes.buffer])
})
