import { TAX_PROGRAM_KINDS, type FormRests } from '@lotbook/contract'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { joinedByHash } from '../../platform/statistics.ts'
import { calculationOfYear } from '../../calculating/keep/done-calculation.ts'
import { rowsWhere } from '../../calculating/keep/result-row.ts'
import { isFormMissing, listBrokerForms } from '../broker-forms/list-broker-forms.ts'
import { filingOf } from '../../calculating/keep/open-when-filed.ts'
import { isReport, type ExportKind } from './export-kinds.ts'
import { listOf } from './nothing-to-report.ts'

const NOTHING: FormRests = { lines: 0, open_lines: 0, rests: [], forms_expected: [] }

/** Findings on a transaction that put a value in a form which nobody knows. */
const OPEN_CODES = [
  'missing_price',
  'missing_basis',
  'unmatched_receive',
  'gift_basis_unknown',
  'weak_match',
  'unknown_type',
  'uncounted_side',
  'negative_balance',
  'possible_duplicate',
  'spec_lot_unavailable',
]

/** Forms whose lines stand in a box. */
const BOXED: readonly ExportKind[] = [
  'form-8949-pdf',
  'form-8949-csv',
  'form-8949-official',
  'schedule-d-official',
  'schedule-d-csv',
  ...TAX_PROGRAM_KINDS,
  'filing-packet',
]

/** How many lines of a form rest on open findings, on what they are of or on what acquired their lot. */
export async function formRests(tx: Tx, userId: string, kind: ExportKind, year: number): Promise<FormRests> {
  if (!isReport(kind)) return NOTHING
  const calculation = await calculationOfYear(tx, userId, year)
  const filing = await filingOf(tx, userId, year, calculation)
  const list = listOf(kind)
  const lines = rowsWhere({ list, userId, calculationId: calculation.id, where: [sql`d.tax_year = ${year}`] })
  const open =
    filing?.keepsFindings === true
      ? sql`select distinct transaction_id, code from filed_findings
          where user_id = ${userId} and tax_year = ${year} and not is_info and code = any (${OPEN_CODES})`
      : sql`select distinct transaction_id, code from findings
          where user_id = ${userId} and state = 'open' and severity <> 'info' and transaction_id is not null
            and code = any (${OPEN_CODES})`
  const ofLot = sql`union select d.n, o.code from lines d join open o on o.transaction_id = d.lot_transaction_id`
  const lot = list === 'incomes' ? sql`null::uuid` : sql`d.lot_transaction_id`
  // Neither side has statistics under a policy, and either may be long: they are joined by hash.
  const rows = await joinedByHash(tx, () =>
    tx.all<{ code: string | null; lines: string }>(sql`
      with lines as materialized (select d.n, d.transaction_id, ${lot} as lot_transaction_id from ${lines} d),
        open as materialized (${open}),
        resting as materialized (
          select d.n, o.code from lines d join open o on o.transaction_id = d.transaction_id ${list === 'incomes' ? sql`` : ofLot})
      select code, count(distinct n) as lines from resting group by grouping sets ((), (code))
      union all select '', count(*) from lines`),
  )
  const countOf = (code: string | null) => Number(rows.find((row) => row.code === code)?.lines ?? 0)
  const forms = BOXED.includes(kind) && filing === null ? await listBrokerForms(tx, userId, year) : []
  return {
    lines: countOf(''),
    open_lines: countOf(null),
    rests: rows
      .flatMap(({ code, lines }) => (code === null || code === '' ? [] : [{ code, lines: Number(lines) }]))
      .toSorted((a, b) => b.lines - a.lines || (a.code < b.code ? -1 : 1)),
    forms_expected: forms
      .filter(isFormMissing)
      .map(({ account_name, disposals }) => ({ account_name, disposals })),
  }
}
