import type { FormTotals } from '@lotbook/contract'
import { decimal, formatDecimal, parseDecimal, plus, zero } from '@lotbook/money'
import { formUnits } from '@lotbook/reports'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { boxOf, brokerFormsOf, columnsOf, type BoxedRow, type BrokerForms } from './broker-forms.ts'
import type { LinesOfYear } from './broker-lines.ts'
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
  as: 'shown' | 'now' = 'shown',
): Promise<BoxTotals[]> {
  const forms = await brokerFormsOf(tx, userId, year, calculationId, as)
  if (forms.lines !== undefined) return totalsByLine(forms, forms.lines)
  // A box follows from the account, the asset and the kind: so many rows at most, whatever a year has.
  const rows = await tx.all<BoxedRow & { n: string; proceeds: string; basis: string; gain: string }>(sql`
    select account_id, asset_id, kind, term, box, count(*) as n,
      sum(round(proceeds, 2))::text as proceeds, sum(round(basis, 2))::text as basis,
      sum(round(proceeds, 2) - round(basis, 2))::text as gain
    from ${rowsWhere({ userId, calculationId, list: 'disposals', where: [sql`d.tax_year = ${year}`] })} d
    group by account_id, asset_id, kind, term, box`)
  const boxes = new Map<string, BoxTotals>()
  for (const { n, proceeds, basis, gain, ...row } of rows) {
    const box = boxOf({ ...row, number: -1 }, forms)
    const before = boxes.get(box) ?? {
      box,
      term: row.term,
      disposals: 0,
      proceeds: '0',
      basis: '0',
      adjustment: '0',
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

/** The same where lines of Forms 1099-DA decide boxes and columns, row by row, in cents. */
function totalsByLine(forms: BrokerForms, { rows }: LinesOfYear): BoxTotals[] {
  const boxes = new Map<
    string,
    { term: BoxTotals['term']; disposals: number; cents: [bigint, bigint, bigint] }
  >()
  for (const row of rows) {
    const box = boxOf({ ...row, account_id: row.account, asset_id: row.asset, number: row.n }, forms)
    const { proceeds, basis, adjustment } = columnsOf(row.n, forms) ?? { ...row, adjustment: '0' }
    const total = boxes.get(box) ?? { term: row.term, disposals: 0, cents: [0n, 0n, 0n] }
    total.disposals += 1
    for (const [i, amount] of [proceeds, basis, adjustment].entries())
      total.cents[i as 0] += formUnits(amount, 'cents')
    boxes.set(box, total)
  }
  const text = (units: bigint) => formatDecimal(decimal(units, 2))
  return [...boxes]
    .map(
      ([
        box,
        {
          term,
          disposals,
          cents: [proceeds, basis, adjustment],
        },
      ]) => ({
        box,
        term,
        disposals,
        proceeds: text(proceeds),
        basis: text(basis),
        adjustment: text(adjustment),
        gain: text(proceeds - basis + adjustment),
      }),
    )
    .toSorted((a, b) => (a.box < b.box ? -1 : 1))
}

const sum = (a: string, b: string) => formatDecimal(plus(parseDecimal(a) ?? zero, parseDecimal(b) ?? zero))
