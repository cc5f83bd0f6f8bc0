import type { Explanation } from '@lotbook/contract'
import { MONTH_NAMES, typeLabel, shortAccount } from '@lotbook/journal'
import { kindLabel } from '@lotbook/tax'
import { refuse } from '../../platform/refusal.ts'
import { sql, type Sql } from '../../platform/sql.ts'
import { plain } from '../../journal/transactions/transaction-rows.ts'
import { EXPLAIN_ROWS, explanation, money, type ExplainContext } from './explain-context.ts'
import { rowHandle } from '../../calculating/keep/done-calculation.ts'
import { firstRows, rowsWhere, type RowsAsked } from '../../calculating/keep/result-row.ts'
import type { RowList } from '../../calculating/keep/row-ranges.ts'
import { isUnpriced } from '../../calculating/keep/open-when-filed.ts'
import { leftOut, sumSentence, thingsOf } from './sum-words.ts'
import { toldWithoutSafeHarbor } from '../../calculating/keep/without-safe-harbor.ts'

/** A sum: its rows, and the column that it adds. */
interface Sum {
  readonly list: RowList
  readonly column: 'gain' | 'proceeds' | 'basis' | 'value' | 'deduction'
  readonly where: readonly Sql[]
  readonly title: string
}

/** A sum over the rows of a year: its parts as terms, its rows one by one. */
export async function explainSum(
  context: ExplainContext,
  kind: string,
  rest: readonly string[],
): Promise<Explanation> {
  const year = /^\d{4}$/.test(rest[0] ?? '') ? Number(rest[0]) : refuse('not_found')
  const sum = sumOf(kind, year, rest.slice(1))
  const { tx, userId, calculation } = context
  const of = {
    list: sum.list,
    userId,
    calculationId: calculation.id,
    where: [sql`d.tax_year = ${year}`, ...sum.where],
  }
  const unpriced = isUnpriced(context.filing)
  const { total, count, left_out } = await tx.one<{ total: string; count: string; left_out: string }>(sql`
    select coalesce(sum(${columnOf(sum)}), 0)::text as total, count(*) as count,
      count(*) filter (where ${sum.list === 'incomes' ? unpriced : sql`false`}) as left_out
    from ${rowsWhere(of)} d`)
  const rows = await rowsOf(context, sum, of, unpriced)
  const value = plain(total)
  const formula = await termsOf(context, kind, year, rest.slice(1))
  // The first page says what the sum is; the others only go on.
  const told =
    sum.list === 'incomes' || context.cursor !== undefined
      ? []
      : await toldWithoutSafeHarbor(tx, userId, calculation, [
          { rows: rowsWhere(of), day: sum.list === 'disposals' ? sql`d.disposed` : sql`d.date` },
        ])
  const thing = sum.list === 'disposals' ? 'disposal' : sum.list === 'incomes' ? 'receipt' : 'donation'
  return explanation(context, {
    title: sum.title,
    value,
    is_unpriced: count !== '0' && left_out === count,
    sentence: [
      sumSentence({ title: sum.title, amount: money(context, value), count: Number(count), thing }),
      ...(left_out === '0' ? [] : [leftOut(Number(left_out))]),
      ...told.map(({ message }) => message),
    ].join(' '),
    formula: formula ?? [
      { sign: '+', label: `Sum of ${thingsOf(thing, Number(count))}`, value, handle: null },
    ],
    rows: rows.shown,
    row_count: Number(count),
    next: rows.next,
  })
}

function sumOf(kind: string, year: number, rest: readonly string[]): Sum {
  switch (kind) {
    case 'year': {
      const [term, column = 'gain'] = rest
      if (term === undefined)
        return { list: 'disposals', column: 'gain', where: [], title: `Net gain of ${year}` }
      if (term !== 'short' && term !== 'long') return refuse('not_found')
      if (column !== 'gain' && column !== 'proceeds' && column !== 'basis') return refuse('not_found')
      const word = column === 'gain' ? 'gain' : column === 'basis' ? 'cost basis' : 'proceeds'
      return {
        list: 'disposals',
        column,
        where: [sql`d.term = ${term}`],
        title: `${term === 'short' ? 'Short' : 'Long'}-term ${word} of ${year}`,
      }
    }
    case 'month': {
      const month = Number(rest[0])
      const name = MONTH_NAMES[month - 1] ?? refuse('not_found')
      const where = [sql`extract(month from d.disposed) = ${month}`]
      return { list: 'disposals', column: 'gain', where, title: `Net gain of ${name} ${year}` }
    }
    case 'asset': {
      const asset = rest.join(':')
      return {
        list: 'disposals',
        column: 'gain',
        where: [sql`d.asset_id = ${asset}`],
        title: `Net gain on ${asset} in ${year}`,
      }
    }
    case 'income': {
      const [category] = rest
      if (category === undefined)
        return { list: 'incomes', column: 'value', where: [], title: `Income of ${year}` }
      const where = [sql`d.category = ${category}`]
      return {
        list: 'incomes',
        column: 'value',
        where,
        title: `${typeLabel('incoming', category)} of ${year}`,
      }
    }
    default:
      return {
        list: 'removals',
        column: 'deduction',
        where: [sql`d.deduction is not null`],
        title: `Deduction for donations of ${year}`,
      }
  }
}

function columnOf({ column }: Sum): Sql {
  switch (column) {
    case 'gain':
      return sql`d.gain`
    case 'proceeds':
      return sql`d.proceeds`
    case 'basis':
      return sql`d.basis`
    case 'value':
      return sql`d.value`
    case 'deduction':
      return sql`d.deduction`
  }
}

async function rowsOf({ tx, calculation, cursor }: ExplainContext, sum: Sum, of: RowsAsked, unpriced: Sql) {
  const after = cursor !== undefined && /^\d{1,9}$/.test(cursor) ? Number(cursor) : -1
  const day = sum.list === 'disposals' ? sql`d.disposed` : sql`d.date`
  const kind = sum.list === 'incomes' ? sql`d.category` : sql`d.kind`
  const found = await tx.all<{
    n: number
    kind: string
    day: string
    quantity: string
    asset: string
    asset_id: string
    account_name: string
    value: string | null
    is_unpriced: boolean
  }>(sql`
    select d.n, ${kind} as kind, ${day} as day, d.quantity::text, coalesce(s.symbol, d.asset_id) as asset, d.asset_id, a.name as account_name,
      ${columnOf(sum)}::text as value, ${sum.list === 'incomes' ? unpriced : sql`false`} as is_unpriced
    from ${firstRows(of, after, EXPLAIN_ROWS + 1)} order by d.n`)
  const shown = found.slice(0, EXPLAIN_ROWS)
  const prefix = sum.list === 'disposals' ? 'disposal' : sum.list === 'incomes' ? 'receipt' : 'removal'
  return {
    shown: shown.map((row) => ({
      handle: rowHandle(prefix, row.n, calculation),
      title: sum.list === 'incomes' ? typeLabel('incoming', row.kind) : kindLabel(row.kind),
      detail: `${row.is_unpriced ? 'No price · ' : ''}${shortAccount(row.account_name)}`,
      day: row.day,
      quantity: plain(row.quantity),
      asset: row.asset,
      asset_id: row.asset_id,
      value: row.value === null || row.is_unpriced ? null : plain(row.value),
    })),
    next: found.length > EXPLAIN_ROWS ? String(shown.at(-1)?.n ?? 0) : null,
  }
}

/** The terms of a sum that has parts of its own: a year by term, a term by proceeds and basis, income by category. */
async function termsOf(
  { tx, userId, calculation, filing }: ExplainContext,
  kind: string,
  year: number,
  rest: readonly string[],
): Promise<Explanation['formula'] | undefined> {
  const of = { userId, calculationId: calculation.id, where: [sql`d.tax_year = ${year}`] }
  if (kind === 'income' && rest.length === 0) {
    const rows = await tx.all<{ category: string; value: string; is_unpriced: boolean }>(sql`
      select category, sum(value)::text as value, bool_and(${isUnpriced(filing)}) as is_unpriced from ${rowsWhere({ list: 'incomes', ...of })} d group by category order by sum(value) desc, category`)
    return rows.map((row) => ({
      sign: '+' as const,
      label: `${typeLabel('incoming', row.category)}${row.is_unpriced ? ' (no price)' : ''}`,
      value: plain(row.value),
      handle: `income:${year}:${row.category}`,
    }))
  }
  if (kind !== 'year') return undefined
  const terms = await tx.all<{ term: 'short' | 'long'; proceeds: string; basis: string; gain: string }>(sql`
    select term, sum(proceeds)::text as proceeds, sum(basis)::text as basis, sum(gain)::text as gain
    from ${rowsWhere({ list: 'disposals', ...of })} d group by term order by term desc`)
  if (rest.length === 0) {
    return terms.map((row) => ({
      sign: '+' as const,
      label: row.term === 'short' ? 'Short-term gain' : 'Long-term gain',
      value: plain(row.gain),
      handle: `year:${year}:${row.term}`,
    }))
  }
  if (rest.length > 1) return undefined
  const row = terms.find((t) => t.term === rest[0])
  if (row === undefined) return []
  return [
    {
      sign: '+',
      label: 'Proceeds after costs',
      value: plain(row.proceeds),
      handle: `year:${year}:${row.term}:proceeds`,
    },
    { sign: '-', label: 'Cost basis', value: plain(row.basis), handle: `year:${year}:${row.term}:basis` },
  ]
}
