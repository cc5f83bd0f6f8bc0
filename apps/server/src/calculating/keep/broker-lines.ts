import {
  brokerResults,
  lossesTakenBack,
  reconciliationOf,
  type BrokerReconciliation,
  type DisposalLine,
} from '@lotbook/reports'
import { assetFinder } from '@lotbook/sources'
import type { Tx } from '../../platform/database.ts'
import { inPieces } from '../../platform/in-pieces.ts'
import { sql } from '../../platform/sql.ts'
import { plain } from '../../journal/transactions/transaction-rows.ts'
import { keptLines, linesAsOf, nondeductibleSales, type KeptLine } from './broker-line-rows.ts'
import { boxParts } from './box-parts.ts'
import type { DecidedColumns, DecidedLines } from './decided-lines.ts'
import { filedAt } from './filed-at.ts'
import { rowsWhere } from './result-row.ts'

/** A disposal of a stored calculation, under the ids of its account and asset. */
export interface NumberedRow extends DisposalLine {
  /** Its number in the calculation. */
  readonly n: number
  readonly symbol: string
}

/** Forms 1099-DA of a year beside the disposals of a calculation, line by line. */
export interface LinesOfYear extends DecidedLines {
  readonly found: BrokerReconciliation
  readonly lines: readonly KeptLine[]
  /** All disposals of the year as they were calculated. */
  readonly rows: readonly NumberedRow[]
  /** Transactions whose loss a person states is not deductible. */
  readonly notDeductible: ReadonlySet<string>
  readonly columns: ReadonlyMap<number, DecidedColumns>
}

/** The lines of a year beside a calculation. */
export interface AskedLines {
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
export async function brokerLinesOf(
  tx: Tx,
  userId: string,
  asked: AskedLines,
): Promise<LinesOfYear | undefined> {
  const { year, calculationId, at, isAlways = false } = asked
  const changes = await changesOf(tx, userId, year)
  if (changes === '0' && !isAlways) return undefined
  const key = keyOf(userId, asked, changes)
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

/** The lines of a year with the sales that they are of: of a filed year those that it was filed with, unless those of now are asked for. */
export async function linesShown(
  tx: Tx,
  userId: string,
  {
    year,
    calculationId,
    as = 'shown',
  }: Pick<AskedLines, 'year' | 'calculationId'> & { readonly as?: 'shown' | 'now' },
): Promise<LinesOfYear | undefined> {
  const at = as === 'now' ? null : await filedAt(tx, userId, year, calculationId)
  return brokerLinesOf(tx, userId, { year, calculationId, at })
}

/** Names the lines of a year as they are. */
export function keyOf(userId: string, { year, calculationId, at }: AskedLines, changes: string): string {
  return [userId, year, calculationId, at?.getTime() ?? '', changes].join(' ')
}

/** How often the lines of a year, or words on them, were changed. */
export async function changesOf(tx: Tx, userId: string, year: number): Promise<string> {
  const { changes } = await tx.one<{ changes: string }>(sql`
    select count(*) as changes from broker_line_changes where user_id = ${userId} and tax_year = ${year}`)
  return changes
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
  const columns = decidedColumns(found, rows)
  return {
    found,
    lines,
    rows,
    accounts: new Map(
      [...Map.groupBy(lines, ({ account }) => account)].map(([account, own]) => [account, own.length]),
    ),
    notDeductible,
    columns,
    parts: boxParts(rows, columns),
    takenBack: lossesTakenBack(found.disposals),
    withheld: found.withheld,
    formChanges: 0,
  }
}

function decidedColumns(
  { results, disposals }: BrokerReconciliation,
  rows: readonly NumberedRow[],
): ReadonlyMap<number, DecidedColumns> {
  const onForms = new Set(results.flatMap((result) => (result.lines.length > 0 ? result.rows : [])))
  return new Map(
    disposals.flatMap(({ box, form }, i) => {
      const row = rows[i]
      if (form === undefined || row === undefined) return []
      return [[row.n, { box, form, isOnForm: onForms.has(row) }] as const]
    }),
  )
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
