import type { PacketPaper } from '@lotbook/contract'
import type { WorkpapersReport } from '@lotbook/reports'
import type { Database } from '../../platform/database.ts'
import { inThread } from '../../platform/in-thread.ts'
import { journalLoad } from '../../journal/transactions/journal-load.ts'
import type { MadeFile } from './made-file.ts'

/** A packet to make. Names of persons come along: a thread reads none. */
export interface PacketTask {
  readonly userId: string
  readonly calculationId: string
  readonly year: number
  readonly taxpayer: string
  readonly papers: WorkpapersReport | undefined
}

/** What the thread is asked for. */
export interface PacketRequest {
  readonly make: 'packet' | 'papers'
  readonly task: PacketTask
}

const THREAD = { url: new URL('./write-packet.worker.ts', import.meta.url), heapMb: 4096, youngMb: 32 }

/** Make a packet in a thread: a hundred thousand disposals take seconds to write, and nobody else waits for them. */
export async function packetInThread(db: Database, task: PacketTask): Promise<MadeFile> {
  const load = await journalLoad(db, task.userId)
  return inThread<PacketRequest, MadeFile>(db, THREAD, { make: 'packet', task }, { load })
}

/** The papers of a packet in small, by the same thread. */
export async function papersInThread(db: Database, task: PacketTask): Promise<PacketPaper[]> {
  const load = await journalLoad(db, task.userId)
  return inThread<PacketRequest, PacketPaper[]>(db, THREAD, { make: 'papers', task }, { load })
}
