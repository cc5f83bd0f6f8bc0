import type { TransactionType } from '@lotbook/journal'
import { canonicalAmount } from '@lotbook/money'
import {
  assembledJournal,
  calculateTable,
  eventTableOf,
  matchesOfSides,
  resultOfTable,
  rowsOfInput,
  writeCanonicalJson,
  type AssembledJournal,
  type InputTransaction,
  type JournalEntry,
  type MadeMatch,
  type SideOfMatch,
  type StoredEntry,
} from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { furtherFees } from './further-fees.ts'
import { workOnEvents, type JournalRead, type Work } from './journal-work.ts'

interface JournalRow {
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

/** The work on objects, row by row: it does whatever columns do not hold. */
export async function assembledWork(
  tx: Tx,
  userId: string,
  { transactions, picks, engine, accounts }: JournalRead,
  onProgress: (done: number, total: number) => void,
  /** Entries behind everything in the journal, which no transaction is made of yet. */
  also: readonly JournalEntry[] = [],
): Promise<Work> {
  const rows = await journalRows(tx, userId, transactions, onProgress)
  const matches = await madeMatches(tx, userId)
  const fees = await furtherFees(tx, userId)
  return workOn(
    assembledJournal({
      entries: rows.map(storedEntry),
      also,
      matches,
      fees,
      picks,
      accounts,
      settings: engine,
    }),
  )
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
  const sides = await tx.all<SideOfMatch>(sql`
    select s.match_id, s.transaction_id, s.direction from match_sides s
    join matches m on (m.user_id, m.id) = (s.user_id, s.match_id) and m.state = 'made' where s.user_id = ${userId}`)
  return matchesOfSides(sides)
}

function workOn({ input, names, eventIds }: AssembledJournal): Work {
  return {
    transactions: input.transactions.length,
    calculateTable: (options) => calculateTable(input, options),
    calculate: (options, under = input.settings) =>
      resultOfTable(calculateTable({ ...input, settings: under }, options)),
    ...workOnEvents(() => eventTableOf(input), input.settings),
    inputText: () => inPieces((take) => writeCanonicalJson(rowsOfInput(input), take)),
    names,
    eventIds() {
      const { count, idOf } = eventTableOf(input)
      return eventIds(count, idOf)
    },
  }
}

/** A text that is handed over in pieces, as UTF-8. */
function inPieces(write: (take: (piece: string) => void) => void): Uint8Array[] {
  const pieces: Uint8Array[] = []
  write((piece) => pieces.push(Buffer.from(piece)))
  return pieces
}

function storedEntry(row: JournalRow): StoredEntry<JournalEntry> {
  const leg = (asset: string | null, amount: string | null) =>
    asset === null || amount === null ? null : { asset, amount }
  const value = (text: string | null) => (text === null ? null : (canonicalAmount(text) ?? text))
  return {
    id: row.id,
    mainPrice: row.main_price,
    feePrice: row.fee_price,
    entry: {
      id: row.fingerprint,
      at: row.at.getTime(),
      type: row.type,
      subType: row.sub_type,
      accountKey: row.account_key,
      sequence: row.sequence,
      from: leg(row.from_asset, row.from_amount),
      to: leg(row.to_asset, row.to_amount),
      fee: leg(row.fee_asset, row.fee_amount),
      values: { from: value(row.from_value), to: value(row.to_value), fee: value(row.fee_value) },
      lots: null,
      gift: row.gift ?? null,
    },
  }
}
