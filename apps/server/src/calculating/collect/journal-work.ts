import type { TaxSettings } from '@lotbook/contract'
import {
  exchangedOneForOne,
  negativeBalances,
  piecesBefore,
  positionAtSwitch,
  rowsConcerned,
  type Accounts,
  type CalculateOptions,
  type CalculationResult,
  type CalculationSettings,
  type EventIds,
  type EventTable,
  type LotPick,
  type LotRow,
  type Names,
  type NegativeBalance,
  type OneForOne,
  type Position,
  type ResultTable,
} from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import { plannedOnce } from '../../platform/sql.ts'
import { engineSettings, readTaxSettings } from '../settings/tax-settings.ts'

/** A journal, ready to be calculated. */
export interface Work extends WorkOnEvents {
  readonly transactions: number
  /** Under the customer's settings, or others that differ in their methods, treatments or allocation. */
  readonly calculate: (options: CalculateOptions, under?: CalculationSettings) => CalculationResult
  /** The same in columns, under the customer's settings. */
  readonly calculateTable: (options: CalculateOptions) => ResultTable
  /** The canonical JSON of the input as rows in UTF-8, piece by piece, each of which holds until the next is asked for. */
  readonly inputText: () => Iterable<Uint8Array>
  readonly names: Names
  readonly eventIds: () => EventIds
}

/** Work that the columns of the events suffice for. */
interface WorkOnEvents {
  /** Units to allocate at the end of 2024, had there been one pool (R-POOL-3). */
  readonly position: () => Position
  /** Open lots right before an event, piece by piece. */
  readonly piecesBefore: (event: string) => LotRow[]
  /** Accounts that gave more than they had, by the warnings of the result. */
  readonly negativeBalances: (warnings: CalculationResult['warnings']) => NegativeBalance[]
  /** How many events each open treatment bears on. */
  readonly rowsConcerned: () => ReturnType<typeof rowsConcerned>
  /** Assets that were only exchanged one for one, and that nobody declared. */
  readonly exchangedOneForOne: () => readonly OneForOne[]
}

/** Work on the events of a journal, under the customer's settings. @param tableOf asked for anew by each of them. */
export function workOnEvents(tableOf: () => EventTable, engine: CalculationSettings): WorkOnEvents {
  return {
    position: () => positionAtSwitch(tableOf(), engine),
    piecesBefore: (event) => piecesBefore(tableOf(), engine, event),
    negativeBalances: (warnings) => negativeBalances(tableOf(), engine, warnings),
    rowsConcerned: () => rowsConcerned(tableOf(), engine),
    exchangedOneForOne: () => exchangedOneForOne(tableOf(), engine),
  }
}

/** Everything read of a journal besides its transactions. Its reader holds the journal, so it refers to one version. */
export interface JournalRead {
  readonly version: string
  readonly transactions: number
  readonly settings: TaxSettings
  /** The same as the engine takes them. */
  readonly engine: CalculationSettings
  readonly accounts: Accounts
  readonly picks: readonly LotPick[]
}

/** The journal is held alone, not shared: who reads may pack it, and two who pack the same stretch would both keep it. */
export async function readJournal(tx: Tx, userId: string): Promise<JournalRead> {
  const journal = await tx.one<{ version: string; transactions: string }>(plannedOnce`
    select version, transactions from journals where user_id = ${userId} for no key update`)
  const settings = await readTaxSettings(tx, userId)
  const engine = await engineSettings(tx, userId, settings)
  const accounts = await tx.all<{ id: string; key: string }>(plannedOnce`
    select a.id, coalesce(p.key, a.key) as key from accounts a
    left join accounts p on (p.user_id, p.id) = (a.user_id, a.pooled_with) where a.user_id = ${userId}`)
  const picks = await lotPicks(tx, userId)
  return { ...journal, transactions: Number(journal.transactions), settings, engine, accounts, picks }
}

/**
 * Lots kept by a filed year go before lots named for a sale; of several filed years the first one's lots count. Named are lots of what leaves,
 * not of what turned out to move between accounts.
 */
function lotPicks(tx: Tx, userId: string): Promise<LotPick[]> {
  return tx.all<LotPick>(plannedOnce`
    select c.transaction_id, s.at, encode(l.fingerprint, 'hex') as lot, c.quantity::text from (
      select transaction_id, lot_id, n, quantity, is_filed,
        dense_rank() over (partition by transaction_id order by is_filed desc, tax_year) as turn
      from (
        select transaction_id, lot_id, n, quantity, true as is_filed, tax_year from filed_lots where user_id = ${userId}
        union all select transaction_id, lot_id, 0, quantity, false, null from lot_choices where user_id = ${userId}
      ) every_lot
    ) c
    join transactions s on s.user_id = ${userId} and s.id = c.transaction_id and (c.is_filed or s.matched_as is null)
    join transactions l on l.user_id = ${userId} and l.id = c.lot_id where c.turn = 1
    order by c.transaction_id, c.n, l.fingerprint`)
}
