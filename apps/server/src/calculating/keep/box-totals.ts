import type { FormTotals } from '@lotbook/contract'
import { formatDecimal, parseDecimal, plus, zero } from '@lotbook/money'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { boxOf, brokerFormsOf, type BoxedRow } from './broker-forms.ts'
import { rowsWhere } from './result-row.ts'

type BoxTotals = FormTotals['boxes'][number]

/**
 * The totals of each box of Form 8949 that a year of a calculation fills, as the form prints them: every amount rounded to the cent, gains
 * from what is printed. Boxes in the order of the form (R-BOX-1).
 */
export async function boxTotals(
  tx: Tx,
  userId: string,
  calculationId: string,
  year: number,
): Promise<BoxTotals[]> {
  const forms = await brokerFormsOf(tx, userId, year)
  // A box follows from the account, the asset and the kind: so many rows at most, whatever a year has.
  const rows = await tx.all<BoxedRow & { n: string; proceeds: string; basis: string; gain: string }>(sql`
    select account_id, asset_id, kind, term, box, count(*) as n,
      sum(round(proceeds, 2))::text as proceeds, sum(round(basis, 2))::text as basis,
      sum(round(proceeds, 2) - round(basis, 2))::text as gain
    from ${rowsWhere({ userId, calculationId, list: 'disposals', where: [sql`d.tax_year = ${year}`] })} d
    group by account_id, asset_id, kind, term, box`)
  const boxes = new Map<string, BoxTotals>()
  for (const { n, proceeds, basis, gain, ...row } of rows) {
    const box = boxOf(row, forms)
    const before = boxes.get(box) ?? {
      box,
      term: row.term,
      disposals: 0,
      proceeds: '0',
      basis: '0',
      gain: '0',
    }
    boxes.set(box, {
      ...before,
      disposals: before.disposals + Number(n),
      proceeds: sum(before.proceeds, proceeds),
      basis: sum(before.basis, basis),
      gain: sum(before.gain, gain),
    })
  }
  return [...boxes.values()].toSorted((a, b) => (a.box < b.box ? -1 : 1))
}

const sum = (a: string, b: string) => formatDecimal(plus(parseDecimal(a) ?? zero, parseDecimal(b) ?? zero))
