import type { TaxSettings } from '@lotbook/contract'
import { bySourceOrder, isFiat, type TransactionType } from '@lotbook/journal'
import type { CalculationInput, InputTransaction } from '@lotbook/tax'
import { self, withSubject, type Database, type Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { transfersOf, type MadeMatch } from '../review/transfer-events.ts'
import { plain } from '../transactions/transaction-rows.ts'
import { engineSettings, readTaxSettings } from './tax-settings.ts'

/** What the engine's names stand for: it knows content, the database knows ids. */
export interface Names {
  /** The transaction that an event of the engine is. */
  readonly transactionId: (tx: string) => string
  readonly accountId: (account: string) => string
  /** The price that a side was valued with. */
  readonly priceId: (tx: string, side: 'main' | 'fee') => string | null
}

export interface Collected {
  readonly input: CalculationInput
  readonly names: Names
  readonly journalVersion: string
  readonly settings: TaxSettings
}

export interface JournalRow {
  readonly id: string
  readonly fingerprint: string
  readonly at: Date
  readonly type: TransactionType
  readonly sub_type: string | null
  readonly account_key: string
  readonly sequence: string | null
  readonly from_asset: string | null
  readonly from_amount: string | null
  readonly to_asset: string | null
  readonly to_amount: string | null
  readonly fee_asset: string | null
  readonly fee_amount: string | null
  readonly from_value: string | null
  readonly to_value: string | null
  readonly fee_value: string | null
  readonly main_price: string | null
  readonly fee_price: string | null
  readonly gift: InputTransaction['gift']
}

/** Rows fetched at a time; the bar moves with each. */
const CHUNK = 10_000

/**
 * The effective journal as the engine takes it, in source order, under names made of content: accounts by key,
 * transactions by fingerprint. The journal is held still while it is read, so the result refers to one version.
 */
export function collectInput(
  db: Database,
  { userId }: { readonly userId: string },
  onProgress: (done: number, total: number) => void,
): Promise<Collected> {
  return withSubject(db, self(userId), async (tx) => {
    const journal = await tx.one<{ version: string; transactions: string }>(sql`
      select version, transactions from journals where user_id = ${userId} for share`)
    const settings = await readTaxSettings(tx, userId)
    const accounts = await tx.all<{ id: string; key: string }>(sql`
      select a.id, coalesce(p.key, a.key) as key from accounts a
      left join accounts p on (p.user_id, p.id) = (a.user_id, a.pooled_with) where a.user_id = ${userId}`)
    const rows = await journalRows(tx, userId, Number(journal.transactions), onProgress)
    const matches = await madeMatches(tx, userId)
    const picks = await lotPicks(tx, userId)
    return {
      ...assemble(rows, matches, picks, settings, accounts),
      journalVersion: journal.version,
      settings,
    }
  })
}

async function journalRows(
  tx: Tx,
  userId: string,
  total: number,
  onProgress: (done: number, total: number) => void,
): Promise<JournalRow[]> {
  const rows: JournalRow[] = []
  for (let after = { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' }; ;) {
    const page = await tx.all<JournalRow>(sql`
      select t.id, encode(t.fingerprint, 'hex') as fingerprint, t.at, t.type, t.sub_type, coalesce(p.key, a.key) as account_key,
        t.sequence, t.from_asset, t.from_amount::text, t.to_asset, t.to_amount::text, t.fee_asset, t.fee_amount::text, t.gift,
        vf.value::text as from_value, vt.value::text as to_value, ve.value::text as fee_value,
        coalesce(vt.price_id, vf.price_id) as main_price, ve.price_id as fee_price
      from transactions t join accounts a on (a.user_id, a.id) = (t.user_id, t.account_id)
      left join accounts p on (p.user_id, p.id) = (a.user_id, a.pooled_with)
      left join valuations vf on (vf.user_id, vf.transaction_id, vf.side) = (t.user_id, t.id, 'from')
      left join valuations vt on (vt.user_id, vt.transaction_id, vt.side) = (t.user_id, t.id, 'to')
      left join valuations ve on (ve.user_id, ve.transaction_id, ve.side) = (t.user_id, t.id, 'fee')
      where t.user_id = ${userId} and t.deleted_at is null and not t.is_ignored
        and (t.at, t.id) > (${after.at}::timestamptz, ${after.id}::uuid)
      order by t.at, t.id limit ${CHUNK}`)
    rows.push(...page)
    onProgress(rows.length, Math.max(total, rows.length))
    const last = page.at(-1)
    if (last === undefined || page.length < CHUNK) return rows
    after = { at: last.at.toISOString(), id: last.id }
  }
}

async function madeMatches(tx: Tx, userId: string): Promise<MadeMatch[]> {
  const sides = await tx.all<{ match_id: string; transaction_id: string; direction: 'out' | 'in' }>(sql`
    select s.match_id, s.transaction_id, s.direction from match_sides s
    join matches m on (m.user_id, m.id) = (s.user_id, s.match_id) and m.state = 'made' where s.user_id = ${userId}`)
  const matches = new Map<string, { departure: string; arrivals: string[] }>()
  for (const { match_id, transaction_id, direction } of sides) {
    const match = matches.get(match_id) ?? { departure: '', arrivals: [] }
    if (direction === 'out') match.departure = transaction_id
    else match.arrivals.push(transaction_id)
    matches.set(match_id, match)
  }
  return [...matches.values()].filter((match) => match.departure !== '' && match.arrivals.length > 0)
}

interface LotPick {
  readonly transaction_id: string
  readonly lot: string
  readonly quantity: string
}

function lotPicks(tx: Tx, userId: string): Promise<LotPick[]> {
  return tx.all<LotPick>(sql`
    select c.transaction_id, encode(l.fingerprint, 'hex') as lot, c.quantity::text from lot_choices c
    join transactions l on (l.user_id, l.id) = (c.user_id, c.lot_id) where c.user_id = ${userId}
    order by c.transaction_id, l.fingerprint`)
}

function assemble(
  rows: readonly JournalRow[],
  matches: readonly MadeMatch[],
  picks: readonly LotPick[],
  settings: TaxSettings,
  accounts: readonly { id: string; key: string }[],
): Pick<Collected, 'input' | 'names'> {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const lotsOf = Map.groupBy(picks, (pick) => pick.transaction_id)
  const transfers = transfersOf(matches, byId)
  const events: {
    order: Parameters<typeof bySourceOrder>[0]
    row: JournalRow
    transaction: InputTransaction
  }[] = []
  for (const row of rows) {
    if (transfers.matched.has(row.id)) continue
    const transaction = eventOf(row, lotsOf.get(row.id))
    if (transaction !== undefined) events.push({ order: orderOf(row), row, transaction })
  }
  for (const { row, transaction } of transfers.events) {
    const order = {
      ...orderOf(row),
      at: new Date(transaction.at).getTime(),
      type: transaction.type as 'transfer' | 'outgoing',
      fingerprint: transaction.id,
    }
    events.push({ order, row, transaction })
  }
  events.sort((a, b) => bySourceOrder(a.order, b.order))

  const rowOf = new Map(events.map(({ row, transaction }) => [transaction.id, row]))
  const accountIds = new Map(accounts.toReversed().map(({ id, key }) => [key, id]))
  const named = (tx: string) => {
    const row = rowOf.get(tx)
    if (row === undefined) throw new Error(`the engine names a transaction that it was not given: ${tx}`)
    return row
  }
  return {
    input: { settings: engineSettings(settings), transactions: events.map((event) => event.transaction) },
    names: {
      transactionId: (tx) => named(tx).id,
      accountId: (account) => accountIds.get(account) ?? raise(`unknown account: ${account}`),
      priceId: (tx, side) => (side === 'fee' ? named(tx).fee_price : named(tx).main_price),
    },
  }
}

function raise(message: string): never {
  throw new Error(message)
}

function orderOf(row: JournalRow) {
  return {
    at: row.at.getTime(),
    type: row.type,
    accountKey: row.account_key,
    sequence: row.sequence,
    fingerprint: row.fingerprint,
  }
}

/** Cash that came from or went to a bank is no event of the engine; a fee that nobody charged is none either. */
function eventOf(row: JournalRow, picks: readonly LotPick[] | undefined): InputTransaction | undefined {
  const assets = [row.from_asset, row.to_asset].filter((asset) => asset !== null)
  if (assets.length > 0 && assets.every(isFiat) && (row.fee_asset === null || isFiat(row.fee_asset)))
    return undefined
  return {
    id: row.fingerprint,
    at: row.at.toISOString(),
    type: row.type,
    sub_type: row.sub_type,
    account: row.account_key,
    from_currency: row.from_asset,
    from_amount: text(row.from_amount),
    from_value: valueOf(row.from_asset, row.from_value),
    to_currency: row.to_asset,
    to_amount: text(row.to_amount),
    to_value: valueOf(row.to_asset, row.to_value),
    fee_currency: row.fee_asset,
    fee_amount: text(row.fee_amount),
    fee_value: valueOf(row.fee_asset, row.fee_value),
    lots: picks === undefined ? null : picks.map(({ lot, quantity }) => ({ lot, quantity: plain(quantity) })),
    gift: row.gift ?? null,
  }
}

function text(amount: string | null): string | null {
  return amount === null ? null : plain(amount)
}

/**
 * The value of a side. Where nothing knows one it is counted at zero, and never silently: the finding
 * `missing_price` on the transaction stands beside every total that it is part of.
 */
function valueOf(asset: string | null, value: string | null): string | null {
  if (asset === null || asset === 'USD') return null
  return value === null ? '0' : plain(value)
}
