import type { BrokerFile, BrokerLinesOfYear, BrokerResult } from '@lotbook/contract'
import { isContractRow, type BrokerLineOutcome } from '@lotbook/journal'
import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import { isOwnWallet } from '../../calculating/keep/broker-accounts.ts'
import { brokerLinesOf, linesShown, type NumberedRow } from '../../calculating/keep/broker-lines.ts'
import { calculationOfYear } from '../../calculating/keep/done-calculation.ts'
import { linesSinceFiled } from '../../calculating/keep/form-changes.ts'
import { filedAt } from '../../calculating/keep/filed-at.ts'
import {
  MOST_SHOWN,
  NO_SUMMARY,
  outcomeCounts,
  placesOf,
  resultsOf,
  salesOf,
  type ResultsOfYear,
} from './results-of-year.ts'

export interface LinesRequest {
  readonly year: number
  readonly outcome?: BrokerLineOutcome | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

/**
 * A page of the lines of Forms 1099-DA with the sales that they are of, and the totals of all. A filed year shows today's lines.
 *
 * @param prepared the results, where a thread worked them out.
 */
export async function listBrokerLines(
  tx: Tx,
  userId: string,
  request: LinesRequest,
  prepared?: ResultsOfYear,
) {
  const { year, outcome, cursor, limit } = request
  const { id } = await calculationOfYear(tx, userId, year)
  const results = prepared ?? (await resultsHere(tx, userId, { year, calculationId: id, outcome }))
  const filed = await filedAt(tx, userId, year, id)
  const files = await filesOf(tx, userId, year)
  const places = results === undefined ? [] : placesOf(results, outcome)
  const first = cursor === undefined ? 0 : Number(cursor)
  const rows = results?.at(places.slice(first, first + limit)) ?? []
  const names = await accountNames(tx, userId)
  const fileNames = new Map(files.map((file) => [file.id, file.file_name]))
  return {
    data: {
      ...(results?.summary ?? NO_SUMMARY),
      outcomes: results === undefined ? [] : outcomeCounts(results, outcome),
      is_filed: filed !== null,
      changed_since_filed: filed === null ? 0 : await linesSinceFiled(tx, userId, year, filed),
      files,
      accounts: await brokersOf(tx, userId),
    },
    rows: rows.map((row) => named(row, names, fileNames)),
    next: first + limit < places.length ? String(first + limit) : null,
    total: places.length,
  }
}

/** Sales on no form are asked for where no form is entered as well: a person may have to say of one that its loss is not deductible. */
async function resultsHere(
  tx: Tx,
  userId: string,
  {
    year,
    calculationId,
    outcome,
  }: {
    readonly year: number
    readonly calculationId: string
    readonly outcome: BrokerLineOutcome | undefined
  },
): Promise<ResultsOfYear | undefined> {
  const kept = await linesShown(tx, userId, { year, calculationId, as: 'now' })
  if (kept !== undefined || outcome !== 'only_with_us') return kept && resultsOf(kept)
  const all = await brokerLinesOf(tx, userId, { year, calculationId, at: null, isAlways: true })
  return all && resultsOf(all)
}

/** A result with the names of its account and files. */
function named(
  row: BrokerResult,
  names: ReadonlyMap<string, string>,
  files: ReadonlyMap<string, string>,
): BrokerResult {
  return {
    ...row,
    account_name: names.get(row.account_id) ?? '',
    lines: row.lines.map((line) => ({
      ...line,
      file_name: line.file_name === null ? null : (files.get(line.file_name) ?? null),
    })),
  }
}

export interface SalesRequest {
  readonly year: number
  readonly lineId: string
  readonly search?: string | undefined
}

/** Sales of the year that a line may be tied to: those of its account first, then of its asset, then those of the nearest days. */
export async function salesForLine(tx: Tx, userId: string, { year, lineId, search = '' }: SalesRequest) {
  const { id } = await calculationOfYear(tx, userId, year)
  const found = await linesShown(tx, userId, { year, calculationId: id, as: 'now' })
  const line = found?.lines.find((one) => one.id === lineId)
  if (found === undefined || line === undefined)
    return refuse('not_found', 'There is no such line in the year.')
  const names = await accountNames(tx, userId)
  const wanted = search.toLowerCase()
  const own = found.rows.filter(
    (row) =>
      row.kind !== 'fee' &&
      !isContractRow(row.kind, row.asset) &&
      `${row.symbol} ${row.disposed} ${names.get(row.account) ?? ''}`.toLowerCase().includes(wanted),
  )
  const dayOf = (day: string) => Date.parse(day)
  const rank = ({ account, asset, disposed }: NumberedRow) => [
    Number(account !== line.account),
    Number(asset !== line.asset),
    line.sold === null ? 0 : Math.abs(dayOf(disposed) - dayOf(line.sold)),
  ]
  const sorted = own.toSorted((a, b) => {
    const [first, second] = [rank(a), rank(b)]
    return (
      first.map((value, i) => value - (second[i] ?? 0)).find((difference) => difference !== 0) ?? a.n - b.n
    )
  })
  const accountOf = new Map(own.map((row) => [row.transaction, names.get(row.account) ?? '']))
  const sales = salesOf(sorted)
  return {
    data: sales
      .slice(0, MOST_SHOWN)
      .map((sale) => ({ ...sale, account_name: accountOf.get(sale.transaction_id) ?? '' })),
    total: sales.length,
  }
}

async function accountNames(tx: Tx, userId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.all<{ id: string; name: string }>(
    sql`select id, name from accounts where user_id = ${userId}`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Accounts that a Form 1099-DA can be of. */
async function brokersOf(tx: Tx, userId: string): Promise<BrokerLinesOfYear['accounts']> {
  const rows = await tx.all<{ id: string; name: string; source_slug: string }>(sql`
    select id, name, source_slug from accounts where user_id = ${userId} and deleted_at is null order by name, id`)
  return rows.flatMap(({ id, name, source_slug }) =>
    isOwnWallet(source_slug) ? [] : [{ account_id: id, account_name: name }],
  )
}

/** Files with a line in force in the year, the newest first. */
async function filesOf(tx: Tx, userId: string, year: number): Promise<BrokerFile[]> {
  const rows = await tx.all<
    Omit<BrokerFile, 'received_at' | 'lines'> & { received_at: Date; lines: string }
  >(sql`
    select f.id, f.file_name, f.received_at, f.problem_count as problems, l.lines from (
      select file_id, count(*) as lines from broker_lines
      where user_id = ${userId} and tax_year = ${year} and removed_in is null and file_id is not null group by file_id
    ) l join broker_line_files f on f.user_id = ${userId} and f.id = l.file_id order by f.received_at desc, f.id`)
  return rows.map((row) => ({ ...row, received_at: row.received_at.toISOString(), lines: Number(row.lines) }))
}
