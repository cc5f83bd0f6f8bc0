import { createHash } from 'node:crypto'
import type { PacketPaper } from '@lotbook/contract'
import type { AllocationSheet, PacketHistory, YearReport } from '@lotbook/reports'
import { CalculationInputError } from '@lotbook/rules'
import { archiveOf } from '../../platform/archive.ts'
import { self, withSubject, type Database, type Tx } from '../../platform/database.ts'
import { collectInput } from '../../calculating/collect/collect-input.ts'
import { returnOfYear } from '../../calculating/keep/return-facts.ts'
import { allocationSheets } from '../safe-harbor/record-sheet.ts'
import { draftOf } from './draft-of.ts'
import { packetFiles, type PacketParts } from './export-kinds.ts'
import type { MadeFile } from './made-file.ts'
import type { PacketTask } from './packet-in-thread.ts'
import { paperOf, reportInSmall } from './packet-papers.ts'
import { readInterestPaid } from './read-interest-paid.ts'
import { readPacketFacts } from './read-packet-facts.ts'
import { readPrices, readTransactions } from './read-packet-history.ts'
import { readHoldings } from './read-packet-holdings.ts'
import { readYearReport } from './read-year-report.ts'

/** An allocation of unused basis is of what is sold since 2025 (Rev. Proc. 2024-28). */
const FIRST_ALLOCATED_YEAR = 2025
const isInForce = ({ replacedAt }: AllocationSheet) => replacedAt === null

/** The packet of a year as one archive, with a list of its files and their hashes. */
export async function makePacket(db: Database, task: PacketTask): Promise<MadeFile> {
  const { calculationId, year, taxpayer } = task
  const { report, parts } = await contentsOf(db, task)
  const { files, byHand } = packetFiles(report, parts)
  const bytes = await archiveOf(files, {
    name: 'packet.json',
    head: {
      tax_year: year,
      taxpayer,
      calculation_id: calculationId,
      calculated_at: report.calculatedAt,
      draft: report.draft,
    },
  })
  return {
    fileName: `filing-packet-${year}.zip`,
    mediaType: 'application/zip',
    rows: files.reduce((sum, file) => sum + file.rows, 0),
    bytes,
    sha256: createHash('sha256').update(bytes).digest(),
    byHand,
  }
}

/** The papers of a packet in small, in the order of their files. */
export async function makePapers(db: Database, task: PacketTask): Promise<PacketPaper[]> {
  const { report, parts } = await contentsOf(db, task)
  const { files } = packetFiles(report, parts)
  const small = packetFiles(reportInSmall(report), parts).files
  const papers: PacketPaper[] = []
  for (const file of files) {
    const inSmall = small.find(({ fileName }) => fileName === file.fileName)
    if (inSmall !== undefined) papers.push(await paperOf(file, inSmall))
  }
  return papers
}

async function contentsOf(
  db: Database,
  task: PacketTask,
): Promise<{ report: YearReport; parts: PacketParts }> {
  const { userId, calculationId, year, taxpayer, papers } = task
  const engine = await historyInEngine(db, userId, year)
  return withSubject(db, self(userId), async (tx) => {
    const report = {
      ...(await readYearReport(tx, userId, calculationId, year, taxpayer)),
      draft: await draftOf(tx, userId, 'filing-packet', year),
      interestPaid: await readInterestPaid(tx, userId, year),
      returnOfYear: await returnOfYear(tx, userId, year),
    }
    const allocations = await allocationsOf(tx, task)
    const facts = await readPacketFacts(tx, userId, { calculationId, year, allocations, ...engine })
    const transactions = await readTransactions(tx, userId, report, engine.holdings)
    const prices = await readPrices(tx, userId, transactions)
    const history = { transactions, prices, holdings: engine.holdings }
    const openItems = [...engine.refused, ...facts.openItems]
    return { report, parts: { facts: { ...facts, openItems }, history, allocations, papers } }
  })
}

interface HistoryInEngine {
  readonly holdings: PacketHistory['holdings']
  readonly concerned: Readonly<Record<string, number>>
  /** Sentences about what could not be worked out. */
  readonly refused: readonly string[]
}

/** What the engine says of the history as it is: a packet of an earlier calculation is made also where it refuses the history now. */
async function historyInEngine(db: Database, userId: string, year: number): Promise<HistoryInEngine> {
  try {
    const collected = await collectInput(db, { userId }, () => {})
    return {
      holdings: await readHoldings(db, userId, collected, year),
      concerned: collected.rowsConcerned(),
      refused: [],
    }
  } catch (error) {
    if (!(error instanceof CalculationInputError)) throw error
    return {
      holdings: [],
      concerned: {},
      refused: [`Holdings and treatments could not be worked out: ${error.message}`],
    }
  }
}

async function allocationsOf(tx: Tx, { userId, year, taxpayer }: PacketTask): Promise<AllocationSheet[]> {
  if (year < FIRST_ALLOCATED_YEAR) return []
  return (await allocationSheets(tx, userId, taxpayer)).filter(isInForce)
}
