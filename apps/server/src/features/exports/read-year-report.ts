import type { DisposalLine, IncomeLine, RemovalLine, YearReport } from '@lotbook/reports'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { rowsWhere } from '../tax/result-row.ts'
import type { RowList } from '../tax/row-ranges.ts'
import { plain } from '../transactions/transaction-rows.ts'

/** A year of a stored calculation, as reports take it: names for people, amounts as they were calculated. */
export async function readYearReport(
  tx: Tx,
  userId: string,
  calculationId: string,
  year: number,
  taxpayer: string,
): Promise<YearReport> {
  const { finished_at, invariants } = await tx.one<{
    finished_at: Date
    invariants: YearReport['invariants'] | null
  }>(sql`
    select finished_at, manifest -> 'invariants' as invariants from calculations where user_id = ${userId} and id = ${calculationId} and state = 'done'`)
  const rows = (list: RowList) =>
    rowsWhere({ list, userId, calculationId, where: [sql`d.tax_year = ${year}`] })
  const disposals = await tx.all<DisposalLine>(sql`
    select x.transaction_id as transaction, x.kind, coalesce(s.symbol, x.asset_id) as asset, a.name as account,
      x.lot_transaction_id as lot, x.quantity::text, x.acquired, x.disposed, x.proceeds::text, x.basis::text, x.gain::text,
      x.term, x.box
    from ${rows('disposals')} x join accounts a on (a.user_id, a.id) = (x.user_id, x.account_id) left join assets s on s.id = x.asset_id
    order by x.n`)
  const incomes = await tx.all<Omit<IncomeLine, 'at'> & { at: Date }>(sql`
    select x.transaction_id as transaction, x.category, coalesce(s.symbol, x.asset_id) as asset, a.name as account, x.quantity::text,
      x.date, x.at, x.value::text, coalesce(p.provider, v.origin, '') as "priceSource"
    from ${rows('incomes')} x join accounts a on (a.user_id, a.id) = (x.user_id, x.account_id) left join assets s on s.id = x.asset_id
    left join prices p on p.id = x.price_id
    left join valuations v on (v.user_id, v.transaction_id, v.side) = (x.user_id, x.transaction_id, 'to')
    order by x.n`)
  const removals = await tx.all<RemovalLine>(sql`
    select x.transaction_id as transaction, x.kind, coalesce(s.symbol, x.asset_id) as asset, a.name as account,
      x.lot_transaction_id as lot, x.quantity::text, x.acquired, x.date, coalesce(x.basis, 0)::text as basis, x.value::text, x.term, x.deduction::text, t.comment as note
    from ${rows('removals')} x join accounts a on (a.user_id, a.id) = (x.user_id, x.account_id) left join assets s on s.id = x.asset_id
    join transactions t on (t.user_id, t.id) = (x.user_id, x.transaction_id)
    order by x.n`)
  return {
    year,
    calculationId,
    calculatedAt: finished_at.toISOString(),
    taxpayer: { name: taxpayer, taxId: '' },
    disposals: disposals.map((row) => ({
      ...row,
      quantity: plain(row.quantity),
      proceeds: plain(row.proceeds),
      basis: plain(row.basis),
      gain: plain(row.gain),
    })),
    incomes: incomes.map((row) => ({
      ...row,
      at: row.at.toISOString(),
      quantity: plain(row.quantity),
      value: plain(row.value),
      priceSource: SOURCES[row.priceSource] ?? row.priceSource,
    })),
    removals: removals.map((row) => ({
      ...row,
      quantity: plain(row.quantity),
      basis: plain(row.basis),
      value: row.value === null ? null : plain(row.value),
      deduction: row.deduction === null ? null : plain(row.deduction),
    })),
    invariants: invariants ?? [],
  }
}

const SOURCES: Readonly<Record<string, string>> = {
  edit: 'set by hand',
  record: 'stated by the source',
  other_side: 'other side of the transaction',
  own_price: 'own price file',
  price: 'price history',
}
