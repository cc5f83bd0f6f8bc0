import type { PacketPaper } from '@lotbook/contract'
import { self, withSubject, type Database } from '../../platform/database.ts'
import { returnOfYear } from '../../calculating/keep/return-facts.ts'
import { brokerPapers } from './broker-papers.ts'
import { draftOf } from './draft-of.ts'
import { packetFiles } from './export-kinds.ts'
import type { PacketTask } from './packet-in-thread.ts'
import { maskedReport, paperOf } from './packet-papers.ts'
import { historyInEngine, packetParts } from './packet-parts.ts'
import { readInterestPaid } from './read-interest-paid.ts'
import { readYearReport } from './read-year-report.ts'

/**
 * The papers of a packet in small, in the order of their files; its forms are drawn. They are made of the whole year, so that page
 * numbers and the figures of the cover page are those of the packet.
 */
export async function makePapers(db: Database, task: PacketTask): Promise<PacketPaper[]> {
  const { userId, calculationId, year, taxpayer, papers } = task
  const engine = await historyInEngine(db, userId, year)
  const { report, parts, broker } = await withSubject(db, self(userId), async (tx) => {
    const ofYear = {
      ...maskedReport(await readYearReport(tx, userId, calculationId, year, taxpayer)),
      draft: await draftOf(tx, userId, 'filing-packet', year),
      interestPaid: await readInterestPaid(tx, userId, year),
      returnOfYear: await returnOfYear(tx, userId, year),
    }
    return {
      report: ofYear,
      parts: await packetParts(tx, userId, { report: ofYear, papers, engine }),
      broker: await brokerPapers(tx, userId, ofYear),
    }
  })
  const on = { officials: new Map(), shape: 'rows', broker } as const
  const { files } = await packetFiles(report, parts, on)
  const found: PacketPaper[] = []
  for (const file of files) found.push(await paperOf(file))
  return found
}
