import { refuse } from '../../platform/refusal.ts'
import type { Tx } from '../../platform/database.ts'
import { sql, type Sql } from '../../platform/sql.ts'
import type { ReportKind } from './export-kinds.ts'

interface About {
  readonly name: string
  readonly table: Sql
  readonly none: string
}

const NONE_SOLD = 'nothing was sold, traded or spent in that year'
const sold = (name: string): About => ({ name, table: sql`disposals`, none: NONE_SOLD })

const ABOUT: Readonly<Record<ReportKind, About>> = {
  'form-8949-pdf': sold('Form 8949'),
  'form-8949-csv': sold('Form 8949'),
  'schedule-d-csv': sold('Schedule D'),
  'turbotax-csv': sold('a TurboTax file'),
  'audit-trail-csv': sold('an audit trail'),
  'income-csv': {
    name: 'a list of income',
    table: sql`incomes`,
    none: 'nothing that came in was income in that year',
  },
  'gifts-donations-losses-csv': {
    name: 'a list of gifts, donations and losses',
    table: sql`removals`,
    none: 'nothing was given away, donated or lost in that year',
  },
}

/** Refuse a form without a line: an empty one is not filed, and would look as if something were missing. */
export async function refuseEmpty(
  tx: Tx,
  userId: string,
  { kind, calculationId, year }: { kind: ReportKind; calculationId: string; year: number },
): Promise<void> {
  const { name, table, none } = ABOUT[kind]
  const row = await tx.maybe(sql`
    select 1 from ${table} x where x.user_id = ${userId} and x.calculation_id = ${calculationId} and x.tax_year = ${year} limit 1`)
  if (row === undefined) refuse('conflict', `There is nothing to put on ${name} for ${year}: ${none}.`)
}
