import { refuse } from '../../platform/refusal.ts'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { rowsWhere } from '../../calculating/keep/result-row.ts'
import type { RowList } from '../../calculating/keep/row-ranges.ts'
import type { ReportKind } from './export-kinds.ts'

interface About {
  readonly name: string
  readonly list: RowList
  /** Rows of one kind alone. */
  readonly kind?: string
  readonly none: string
}

const NONE_SOLD = 'nothing was sold, traded or spent in that year'
const sold = (name: string): About => ({ name, list: 'disposals', none: NONE_SOLD })

const REMOVED: About = {
  name: 'a list of gifts, donations and losses',
  list: 'removals',
  none: 'nothing was given away, donated or lost in that year',
}

const BROKER_LINES: About = {
  name: 'a table of Forms 1099-DA',
  list: 'disposals',
  none: 'no line of a form was entered for that year',
}

const ABOUT: Readonly<Record<ReportKind, About>> = {
  'form-8949-pdf': sold('Form 8949'),
  'form-8949-csv': sold('Form 8949'),
  'form-8949-official': sold('Form 8949'),
  'schedule-d-official': sold('Schedule D'),
  'schedule-1-official': {
    name: 'Schedule 1',
    list: 'incomes',
    none: 'nothing that came in was income in that year',
  },
  'schedule-d-csv': sold('Schedule D'),
  'turbotax-csv': sold('a TurboTax file'),
  txf: sold('a TXF file'),
  'taxact-csv': sold('a TaxAct file'),
  'hr-block-summary': sold('totals for H&R Block'),
  'freetaxusa-summary': sold('totals for FreeTaxUSA'),
  'drake-csv': sold('a Drake Tax file'),
  'fdx-json': sold('an FDX file'),
  'plain-8949-csv': sold('a file for a tax program'),
  'audit-trail-csv': sold('an audit trail'),
  'form-1099-da-csv': BROKER_LINES,
  'notice-reply-pdf': BROKER_LINES,
  'filing-packet': { name: 'a packet', list: 'disposals', none: 'nothing taxable happened in that year' },
  'income-csv': {
    name: 'a list of income',
    list: 'incomes',
    none: 'nothing that came in was income in that year',
  },
  'gifts-donations-losses-pdf': REMOVED,
  'gifts-donations-losses-csv': REMOVED,
  'gift-records-pdf': {
    name: 'a record of gifts',
    list: 'removals',
    kind: 'gift',
    none: 'nothing was given away in that year',
  },
}

/** The rows that a form of a year is made of. */
export function listOf(kind: ReportKind): RowList {
  return ABOUT[kind].list
}

/** Refuse a form without a line: an empty one is not filed, and would look as if something were missing. */
export async function refuseEmpty(
  tx: Tx,
  userId: string,
  { kind, calculationId, year }: { kind: ReportKind; calculationId: string; year: number },
): Promise<void> {
  const about = ABOUT[kind]
  const { name, list, none, kind: only } = about
  const where = [sql`d.tax_year = ${year}`, ...(only === undefined ? [] : [sql`d.kind = ${only}`])]
  const lists: readonly RowList[] = kind === 'filing-packet' ? ['disposals', 'incomes', 'removals'] : [list]
  let row: unknown
  if (about === BROKER_LINES)
    row = await tx.maybe(sql`
    select 1 from broker_lines where user_id = ${userId} and tax_year = ${year} and removed_at is null limit 1`)
  else
    for (const one of lists)
      row ??= await tx.maybe(sql`
      select 1 from ${rowsWhere({ list: one, userId, calculationId, where })} d limit 1`)
  if (row === undefined) refuse('conflict', `There is nothing to put on ${name} for ${year}: ${none}.`)
}
