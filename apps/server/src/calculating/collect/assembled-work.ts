import type { TransactionType } from '@lotbook/journal'
import { canonicalAmount } from '@lotbook/money'
import {
  calculateTable,
  entryNamed,
  eventTableOf,
  exchangedOneForOne,
  inputOfJournal,
  negativeBalances,
  piecesBefore,
  positionAtSwitch,
  resultOfTable,
  rowsConcerned,
  rowsOfInput,
  writeCanonicalJson,
  type CalculationSettings,
  type FurtherFee,
  type InputTransaction,
  type JournalEntry,
  type MadeMatch,
} from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { furtherFees } from './further-fees.ts'
import {
  accountIdOf,
  idsOfEvents,
  lotNamed,
  picksByTransaction,
  raise,
  type Accounts,
  type JournalRead,
  type LotPick,
  type Work,
} from './journal-work.ts'
import { bytesOf } from './projection.ts'

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
  /** What is behind everything in the journal, and in it no transaction yet. */
  also: readonly JournalEntry[] = [],
): Promise<Work> {
  const rows = await journalRows(tx, userId, transactions, onProgress)
  const matches = await madeMatches(tx, userId)
  return assemble(rows, also, matches, await furtherFees(tx, userId), picks, engine, accounts)
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
  const matches = new Map<string, { departure: string; others: string[]; arrivals: string[] }>()
  for (const { match_id, transaction_id, direction } of sides) {
    const match = matches.get(match_id) ?? { departure: '', others: [], arrivals: [] }
    if (direction === 'in') match.arrivals.push(transaction_id)
    else if (match.departure === '') match.departure = transaction_id
    else match.others.push(transaction_id)
    matches.set(match_id, match)
  }
  return [...matches.values()].filter((match) => match.departure !== '' && match.arrivals.length > 0)
}

function assemble(
  rows: readonly JournalRow[],
  also: readonly JournalEntry[],
  matches: readonly MadeMatch[],
  fees: readonly FurtherFee[],
  picks: readonly LotPick[],
  settings: CalculationSettings,
  accounts: Accounts,
): Work {
  const picksOf = picksByTransaction(picks)
  const entries = [...rows.map((row) => entryOf(row, picksOf.get(row.id))), ...also]
  const fingerprints = new Map(rows.map((row) => [row.id, row.fingerprint]))
  const nameOf = (id: string) => fingerprints.get(id) ?? id
  const named = matches.map(({ departure, others = [], arrivals }) => ({
    departure: nameOf(departure),
    others: others.map(nameOf),
    arrivals: arrivals.map(nameOf),
  }))
  const paid = fees.map(({ fee, of }) => ({ fee: nameOf(fee), of: nameOf(of) }))
  // A transfer is shown under its departure, also where the engine calls it by a later arrival.
  const departures = new Map(
    named.flatMap(({ departure, arrivals }) => arrivals.map((arrival) => [arrival, departure] as const)),
  )
  const rowOf = new Map(rows.map((row) => [row.fingerprint, row]))
  const rowNamed = (tx: string) => {
    const entry = entryNamed(tx)
    return rowOf.get(departures.get(entry) ?? entry) ?? raise(`unknown transaction: ${tx}`)
  }
  const input = inputOfJournal(entries, named, settings, paid)
  return {
    transactions: input.transactions.length,
    calculateTable: (options) => calculateTable(input, options),
    calculate: (options, under = input.settings) =>
      resultOfTable(calculateTable({ ...input, settings: under }, options)),
    position: () => positionAtSwitch(eventTableOf(input), input.settings),
    piecesBefore: (event) => piecesBefore(eventTableOf(input), input.settings, event),
    negativeBalances: (warnings) => negativeBalances(eventTableOf(input), input.settings, warnings),
    rowsConcerned: () => rowsConcerned(eventTableOf(input), input.settings),
    exchangedOneForOne: () => exchangedOneForOne(eventTableOf(input), input.settings),
    inputText: () => inPieces((take) => writeCanonicalJson(rowsOfInput(input), take)),
    names: {
      transactionId: (tx) => rowNamed(tx).id,
      accountId: accountIdOf(accounts),
    },
    eventIds: () => {
      const { count, idOf } = eventTableOf(input)
      return idsOfEvents(count, (e, put) => {
        const { id, main_price, fee_price } = rowNamed(idOf(e)!)
        put.transaction(bytesOf(id), 0)
        put.mainPrice(bytesOf(main_price), 0)
        put.feePrice(bytesOf(fee_price), 0)
      })
    },
  }
}

/** A text that is handed over in pieces, as UTF-8. */
function inPieces(write: (take: (piece: string) => void) => void): Uint8Array[] {
  const pieces: Uint8Array[] = []
  write((piece) => pieces.push(Buffer.from(piece)))
  return pieces
}

function entryOf(row: JournalRow, picks: readonly LotPick[] | undefined): JournalEntry {
  const leg = (asset: string | null, amount: string | null) =>
    asset === null || amount === null ? null : { asset, amount }
  const value = (text: string | null) => (text === null ? null : (canonicalAmount(text) ?? text))
  return {
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
    lots: picks?.map(lotNamed) ?? null,
    gift: row.gift ?? null,
  }
}
