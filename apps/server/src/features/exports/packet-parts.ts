import type { AllocationSheet, PacketHistory, WorkpapersReport, YearReport } from '@lotbook/reports'
import { CalculationInputError } from '@lotbook/rules'
import type { Database, Tx } from '../../platform/database.ts'
import { collectInput } from '../../calculating/collect/collect-input.ts'
import { allocationSheets } from '../safe-harbor/record-sheet.ts'
import type { PacketParts } from './export-kinds.ts'
import { readPacketFacts } from './read-packet-facts.ts'
import { readPrices, readTransactions } from './read-packet-history.ts'
import { readHoldings } from './read-packet-holdings.ts'

/** An allocation of unused basis is of what is sold since 2025 (Rev. Proc. 2024-28). */
const FIRST_ALLOCATED_YEAR = 2025
const isInForce = ({ replacedAt }: AllocationSheet) => replacedAt === null

/** What the engine says of a history, for a packet. */
export interface HistoryInEngine {
  readonly holdings: PacketHistory['holdings']
  readonly concerned: Readonly<Record<string, number>>
  /** Sentences about what could not be worked out. */
  readonly refused: readonly string[]
}

export const NO_ENGINE: HistoryInEngine = { holdings: [], concerned: {}, refused: [] }

/** What the engine says of the history as it is: a packet of an earlier calculation is made also where it refuses the history now. */
export async function historyInEngine(db: Database, userId: string, year: number): Promise<HistoryInEngine> {
  try {
    const collected = await collectInput(db, { userId }, () => {})
    return {
      holdings: await readHoldings(db, userId, collected, year),
      concerned: collected.rowsConcerned(),
      refused: [],
    }
  } catch (error) {
    if (!(error instanceof CalculationInputError)) throw error
    return { ...NO_ENGINE, refused: [`Holdings and treatments could not be worked out: ${error.message}`] }
  }
}

interface PacketOf {
  readonly report: YearReport
  readonly papers: WorkpapersReport | undefined
  readonly engine: HistoryInEngine
}

/** What a packet holds beside the rows of its year. */
export async function packetParts(
  tx: Tx,
  userId: string,
  { report, papers, engine }: PacketOf,
): Promise<PacketParts> {
  const { year, calculationId, taxpayer } = report
  const allocations =
    year < FIRST_ALLOCATED_YEAR ? [] : (await allocationSheets(tx, userId, taxpayer.name)).filter(isInForce)
  const facts = await readPacketFacts(tx, userId, { calculationId, year, allocations, ...engine })
  const transactions = await readTransactions(tx, userId, report, engine.holdings)
  const prices = await readPrices(tx, userId, transactions)
  const history = { transactions, prices, holdings: engine.holdings }
  const openItems = [...engine.refused, ...facts.openItems]
  return { facts: { ...facts, openItems }, history, allocations, papers }
}
