import type { TaxSettings } from '@lotbook/contract'
import { canonicalAmount } from '@lotbook/money'
import type {
  CalculateOptions,
  CalculationResult,
  CalculationSettings,
  InputTransaction,
  LotRow,
  NegativeBalance,
  OneForOne,
  Position,
  ResultTable,
  rowsConcerned,
} from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import { plannedOnce } from '../../platform/sql.ts'
import { ID_BYTES } from './entry-index.ts'
import { engineSettings, readTaxSettings } from '../settings/tax-settings.ts'

/** Maps the engine's names to the database's ids: the engine knows content, the database knows ids. */
export interface Names {
  /** The transaction that an event of the engine is. */
  readonly transactionId: (tx: string) => string
  readonly accountId: (account: string) => string
}

/** The same for each event of the engine, as the database keeps ids: 16 bytes, zero where there is none. */
export interface EventIds {
  readonly transactions: Uint8Array
  /** The prices that sides were valued with: what was moved, and the fee. */
  readonly mainPrices: Uint8Array
  readonly feePrices: Uint8Array
}

/** A journal, ready to be calculated. */
export interface Work {
  readonly transactions: number
  /** Under the customer's settings, or others that differ in their methods, treatments or allocation. */
  readonly calculate: (options: CalculateOptions, under?: CalculationSettings) => CalculationResult
  /** The same in columns, under the customer's settings. */
  readonly calculateTable: (options: CalculateOptions) => ResultTable
  /** The canonical JSON of the input as rows in UTF-8, piece by piece, each of which holds until the next is asked for. */
  readonly inputText: () => Iterable<Uint8Array>
  readonly names: Names
  readonly eventIds: () => EventIds
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

export type Accounts = readonly { readonly id: string; readonly key: string }[]

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

/** Units of a lot that a sale names. */
export interface LotPick {
  readonly transaction_id: string
  /** When the sale was. */
  readonly at: Date
  readonly lot: string
  readonly quantity: string
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

export function picksByTransaction(picks: readonly LotPick[]): Map<string, LotPick[]> {
  return Map.groupBy(picks, (pick) => pick.transaction_id)
}

export function lotNamed({ lot, quantity }: LotPick): NonNullable<InputTransaction['lots']>[number] {
  return { lot, quantity: canonicalAmount(quantity) ?? quantity }
}

type PutId = (from: Uint8Array, n: number) => void

/**
 * Ids of events, column by column.
 *
 * @param name puts the ids of an event, each the n-th of some bytes.
 */
export function idsOfEvents(
  count: number,
  name: (event: number, put: Record<'transaction' | 'mainPrice' | 'feePrice', PutId>) => void,
): EventIds {
  let event = 0
  const column = () => new Uint8Array(count * ID_BYTES)
  const [transactions, mainPrices, feePrices] = [column(), column(), column()]
  const into =
    (ids: Uint8Array): PutId =>
    (from, n) => {
      for (let i = 0; i < ID_BYTES; i++) ids[event * ID_BYTES + i] = from[n * ID_BYTES + i]!
    }
  const put = {
    transaction: into(transactions),
    mainPrice: into(mainPrices),
    feePrice: into(feePrices),
  }
  for (; event < count; event++) name(event, put)
  return { transactions, mainPrices, feePrices }
}

export function accountIdOf(accounts: Accounts): (key: string) => string {
  const ids = new Map(accounts.toReversed().map(({ id, key }) => [key, id]))
  return (key) => ids.get(key) ?? raise(`unknown account: ${key}`)
}

export function raise(message: string): never {
  throw new Error(message)
}
