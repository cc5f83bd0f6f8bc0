import type { PacketPaper } from '@lotbook/contract'
import type { WorkpapersReport } from '@lotbook/reports'
import type { Database } from '../../platform/database.ts'
import { inThread } from '../../platform/in-thread.ts'
import { journalLoad } from '../../journal/transactions/journal-load.ts'

/** A packet whose papers are shown in small. Names of persons come along: a thread reads none. */
export interface PacketTask {
  readonly userId: string
  readonly calculationId: string
  readonly year: number
  readonly taxpayer: string
  readonly papers: WorkpapersReport | undefined
}

const THREAD = { url: new URL('./packet-papers.worker.ts', import.meta.url), heapMb: 4096, youngMb: 32 }

/** The papers of a packet in small: a long one takes seconds to write, and nobody else waits for them. */
export async function papersInThread(db: Database, task: PacketTask): Promise<PacketPaper[]> {
  const load = await journalLoad(db, task.userId)
  return inThread<PacketTask, PacketPaper[]>(db, THREAD, task, { load })
}
