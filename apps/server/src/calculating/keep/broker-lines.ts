import { setImmediate as breathe } from 'node:timers/promises'
import {
  brokerResults,
  lossesTakenBack,
  reconciliationOf,
  type BrokerReconciliation,
  type DisposalLine,
  type FormColumns,
  type TakenBack,
} from '@lotbook/reports'
import { assetFinder } from '@lotbook/sources'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { plain } from '../../journal/transactions/transaction-rows.ts'
import { keptLines, linesAsOf, nondeductibleSales, type KeptLine } from './broker-line-rows.ts'
import { rowsWhere } from './result-row.ts'

/** A disposal of a stored calculation, under the ids of its account and asset. */
export interface NumberedRow extends DisposalLine {
  /** Its number in the calculation. */
  readonly n: number
  readonly symbol: string
}

/** Forms 1099-DA of a year beside the disposals of a calculation, line by line. */
export interface LinesOfYear {
  readonly found: BrokerReconciliation
  readonly lines: readonly KeptLine[]
  /** All disposals of the year as they were calculated. */
  readonly rows: readonly NumberedRow[]
  /** Accounts with a line, also one that does not count. */
  readonly accounts: ReadonlySet<string>
  /** Transactions whose loss a person states is not deductible. */
  readonly notDeductible: ReadonlySet<string>
  /** Box and columns of the disposals that lines, or words on a loss, decide, by number. */
  readonly columns: ReadonlyMap<number, DecidedColumns>
  /** Losses that Form 8949 takes back, by term, in cents. */
  readonly takenBack: TakenBack
}

interface DecidedColumns {
  readonly box: string
  readonly form: FormColumns | undefined
  /** A line of a form is of it; else a word on its loss decides. */
  readonly isOnForm: boolean
}

interface Asked {
  readonly year: number
  readonly calculationId: string
  /** As of this moment; null is now. */
  readonly at: Date | null
  /** Also where there is neither a line nor a word on a sale: every sale is on no form then. */
  readonly isAlways?: boolean
}

/**
 * Works out the effect of the lines of Forms 1099-DA in a year from what is there. The result is held until a line, a tie or the calculation is another: pages
 * of a list and the forms of a year ask for the same one after the other.
 *
 * @returns undefined where there are no lines and no words on a sale, unless it is asked for always.
 */
export async function brokerLinesOf(tx: Tx, userId: string, asked: Asked): Promise<LinesOfYear | undefined> {
  const { year, calculationId, at, isAlways = false } = asked
  const { changes } = await tx.one<{ changes: string }>(sql`
    select count(*) as changes from broker_line_changes where user_id = ${userId} and tax_year = ${year}`)
  if (changes === '0' && !isAlways) return undefined
  const key = [userId, year, calculationId, at?.getTime() ?? '', changes].join(' ')
  const known = held.get(key)
  if (known !== undefined) return known
  const lines = await keptLines(tx, userId, sql`l.tax_year = ${year} and ${linesAsOf(at)}`)
  const notDeductible = await nondeductibleSales(tx, userId, year, at)
  if (lines.length + notDeductible.size === 0 && !isAlways) return undefined
  const rows = await numberedRows(tx, userId, calculationId, year)
  const made = await linesOfYear(year, lines, rows, notDeductible)
  hold(key, made)
  return made
}

async function numberedRows(
  tx: Tx,
  userId: string,
  calculationId: string,
  year: number,
): Promise<NumberedRow[]> {
  const rows = await tx.all<Omit<NumberedRow, 'allocation'>>(sql`
    select d.n, d.transaction_id as transaction, d.kind, d.asset_id as asset, coalesce(s.symbol, d.asset_id) as symbol,
      d.account_id as account, d.lot_transaction_id as lot, d.quantity::text, d.acquired, d.disposed, d.proceeds::text, d.fees::text, d.basis::text,
      d.gain::text, d.term, d.box
    from ${rowsWhere({ list: 'disposals', userId, calculationId, where: [sql`d.tax_year = ${year}`] })} d
    left join assets s on s.id = d.asset_id order by d.n`)
  return rows.map((row) => ({
    ...row,
    quantity: plain(row.quantity),
    proceeds: plain(row.proceeds),
    fees: typeof row.fees === 'string' ? plain(row.fees) : null,
    basis: plain(row.basis),
    gain: plain(row.gain),
    allocation: null,
  }))
}

async function linesOfYear(
  year: number,
  kept: readonly KeptLine[],
  rows: readonly NumberedRow[],
  notDeductible: ReadonlySet<string>,
): Promise<LinesOfYear> {
  const finders = new Map(
    [...Map.groupBy(rows, ({ account }) => account)].map(([account, own]) => [
      account,
      assetFinder(own.map(({ asset, symbol }) => ({ id: asset, symbol }))),
    ]),
  )
  const lines = kept.map((line) => ({
    ...line,
    asset: line.asset ?? finders.get(line.account)?.(line.name, line.symbol) ?? null,
  }))
  const report = { disposals: rows, year, notDeductible }
  const found = reconciliationOf(report, lines, await inPieces(brokerResults(report, lines)))
  const onForms = new Set(found.results.flatMap((result) => (result.lines.length > 0 ? result.rows : [])))
  const columns = new Map(
    found.disposals.flatMap(({ box, form }, i) => {
      const row = rows[i]
      if (form === undefined || row === undefined) return []
      return [[row.n, { box, form, isOnForm: onForms.has(row) }] as const]
    }),
  )
  return {
    found,
    lines,
    rows,
    accounts: new Set(lines.map(({ account }) => account)),
    notDeductible,
    columns,
    takenBack: lossesTakenBack(found.disposals),
  }
}

/** How long one customer's lines occupy the process before others have their turn. */
const PIECE_MS = 20

/** Takes all there are, and lets others have their turn in between. */
async function inPieces<One>(all: Iterable<One>): Promise<One[]> {
  const taken: One[] = []
  let since = performance.now()
  for (const one of all) {
    taken.push(one)
    if (performance.now() - since < PIECE_MS) continue
    await breathe()
    since = performance.now()
  }
  return taken
}

/** Disposals and lines that are held at most, over all customers of this process. */
const MOST_HELD = 300_000
const held = new Map<string, LinesOfYear>()

function hold(key: string, made: LinesOfYear): void {
  const sizeOf = ({ lines, rows }: LinesOfYear) => lines.length + rows.length
  held.set(key, made)
  let size = [...held.values()].reduce((sum, one) => sum + sizeOf(one), 0)
  for (const [oldest, one] of held) {
    if (size <= MOST_HELD || oldest === key) break
    held.delete(oldest)
    size -= sizeOf(one)
  }
}
