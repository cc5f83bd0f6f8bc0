import { taxSettings, type Comparison, type DifferenceRow } from '@lotbook/contract'
import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { joined, sql, type Sql } from '../../platform/sql.ts'
import { plain } from '../../journal/transactions/transaction-rows.ts'

interface ComparedCalculation {
  readonly id: string
  readonly finished_at: string
  readonly engine_version: string
  readonly settings: unknown
}

/** A comparison with its causes; refuses with `not_found`. */
export async function readComparison(tx: Tx, userId: string, id: string): Promise<Comparison> {
  const compared = (c: Sql) => sql`
    jsonb_build_object('id', ${c}.id, 'finished_at', ${c}.finished_at, 'engine_version', ${c}.engine_version,
      'settings', ${c}.settings)`
  const row = await tx.maybe<{
    state: Comparison['state']
    reason: string | null
    currency: string
    years: Kept<Comparison['years'][number]>[] | null
    causes:
      | (Omit<Comparison['causes'][number], 'years'> & {
          years: Kept<Comparison['causes'][number]['years'][number]>[]
        })[]
      | null
    before: ComparedCalculation
    after: ComparedCalculation
  }>(sql`
    select x.state, x.reason_code as reason, u.currency, x.years, x.causes, ${compared(sql`b`)} as before,
      ${compared(sql`a`)} as after
    from comparisons x join customers u on u.user_id = x.user_id
    join calculations b on (b.user_id, b.id) = (x.user_id, x.before_id)
    join calculations a on (a.user_id, a.id) = (x.user_id, x.after_id)
    where x.user_id = ${userId} and x.id = ${id}`)
  if (row === undefined) return refuse('not_found')
  const { before, after, years, causes, ...rest } = row
  const shortOf = await shortTerm(tx, userId, id)
  return {
    id,
    ...rest,
    before: calculationOf(before),
    after: calculationOf(after),
    years: (years ?? []).map((one) => ({ ...one, short: shortOf(one.year) })),
    causes: (causes ?? []).map((cause) => ({
      ...cause,
      years: cause.years.map((one) => ({ ...one, short: shortOf(one.year, cause.n) })),
    })),
  }
}

/** The stored part of a comparison; the terms are in its rows. */
type Kept<Change extends { short: string }> = Omit<Change, 'short'>

/** How the short-term gain of a year moved, in all and by cause, from the rows that differ. */
async function shortTerm(tx: Tx, userId: string, id: string) {
  const side = (name: Sql) =>
    sql`case when ${name} ->> 'term' = 'short' then (${name} ->> 'gain')::numeric else 0 end`
  const rows = await tx.all<{ tax_year: number; cause: number | null; short: string }>(sql`
    select tax_year, cause, sum(${side(sql`coalesce(after, '{}')`)} - ${side(sql`coalesce(before, '{}')`)})::text as short
    from comparison_rows where user_id = ${userId} and comparison_id = ${id} and kind = 'disposal'
    group by grouping sets ((tax_year), (tax_year, cause))`)
  const found = new Map(rows.map((row) => [`${row.tax_year} ${row.cause ?? ''}`, plain(row.short)]))
  return (year: number, cause?: number) => found.get(`${year} ${cause ?? ''}`) ?? '0'
}

function calculationOf({ finished_at, settings, ...rest }: ComparedCalculation): Comparison['before'] {
  return {
    ...rest,
    finished_at: new Date(finished_at).toISOString(),
    settings: taxSettings.parse(settings),
  }
}

export interface DifferencesRequest {
  readonly id: string
  readonly year?: number | undefined
  readonly cause?: number | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

/** A page of the rows in which two calculations differ; by year, cause, and size. */
export async function differenceRows(tx: Tx, userId: string, request: DifferencesRequest) {
  await readComparison(tx, userId, request.id)
  const { year, cause, cursor, limit } = request
  if (cursor !== undefined && !/^\d{1,9}$/.test(cursor))
    refuse('invalid_input', 'The cursor is not one of ours.')
  const where = [sql`x.user_id = ${userId}`, sql`x.comparison_id = ${request.id}`]
  if (year !== undefined) where.push(sql`x.tax_year = ${year}`)
  if (cause !== undefined) where.push(sql`x.cause = ${cause}`)
  const found = await tx.all<
    Omit<DifferenceRow, 'handle' | 'changed_handle'> & {
      transaction_id: string | null
      changed_id: string | null
    }
  >(sql`
    select x.n, x.kind, x.label, x.cause, coalesce(s.symbol, x.asset_id) as asset, x.asset_id, coalesce(a.name, '') as account_name, x.date,
      t.id as transaction_id, c.id as changed_id, x.before, x.after, x.gain::text, x.income::text, x.deduction::text
    from comparison_rows x left join assets s on s.id = x.asset_id
    left join accounts a on (a.user_id, a.id) = (x.user_id, x.account_id)
    left join transactions t on (t.user_id, t.id) = (x.user_id, x.transaction_id) and t.deleted_at is null
    left join transactions c on (c.user_id, c.id) = (x.user_id, x.changed_id) and c.deleted_at is null
    where ${joined(where, ' and ')} and x.n > ${cursor === undefined ? -1 : Number(cursor)}
    order by x.n limit ${limit + 1}`)
  const { total } = await tx.one<{ total: string }>(sql`
    select count(*) as total from comparison_rows x where ${joined(where, ' and ')}`)
  const rows = found.slice(0, limit).map(({ transaction_id, changed_id, ...row }): DifferenceRow => ({
    ...row,
    handle: transaction_id === null ? null : `transaction:${transaction_id}`,
    changed_handle: changed_id === null ? null : `transaction:${changed_id}`,
    gain: plain(row.gain),
    income: plain(row.income),
    deduction: plain(row.deduction),
  }))
  const last = rows.at(-1)
  return {
    rows,
    next: found.length > limit && last !== undefined ? String(last.n) : null,
    total: Number(total),
  }
}
