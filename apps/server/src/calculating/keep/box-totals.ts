import type { FormTotals } from '@lotbook/contract'
import { decimal, formatDecimal } from '@lotbook/money'
import { formUnits, needsNoListing, type DisposalLine, type FormColumns } from '@lotbook/reports'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { boxOf, brokerFormsOf, type BoxedRow, type BrokerForms } from './broker-forms.ts'
import type { DecidedLines } from './decided-lines.ts'
import { rowsWhere } from './result-row.ts'
import { hasTotalsOnScheduleD } from './return-facts.ts'

type BoxTotals = FormTotals['boxes'][number]

/** Disposals of one box, with the sums of their columns in cents; `own` is their gain by the records. */
interface Disposals {
  readonly box: string
  readonly term: DisposalLine['term']
  readonly form: FormColumns | undefined
  readonly count: number
  readonly proceeds: bigint
  readonly basis: bigint
  readonly adjustment: bigint
  readonly own: bigint
}

/**
 * The totals of each box of Form 8949 that a year of a calculation fills, as the form prints them: every amount rounded to the cent, gains
 * from what is printed. Boxes in the order of the form (R-BOX-1), sales that stand on Schedule D alone apart from those on the form.
 */
export async function boxTotals(
  tx: Tx,
  userId: string,
  calculationId: string,
  year: number,
  as: 'shown' | 'now' = 'shown',
): Promise<BoxTotals[]> {
  const forms = await brokerFormsOf(tx, userId, year, calculationId, as)
  const isChosen = await hasTotalsOnScheduleD(tx, userId, year)
  const parts =
    forms.lines === undefined ? await ofGroups(tx, userId, calculationId, forms) : ofLines(forms, forms.lines)
  const boxes = Map.groupBy(parts, (part) => `${part.box} ${isChosen && needsNoListing(part)}`)
  return [...boxes]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, own]) => totalsOf(own, key.endsWith('true')))
}

function totalsOf(parts: readonly Disposals[], isDirect: boolean): BoxTotals {
  const sum = (column: 'proceeds' | 'basis' | 'adjustment' | 'own') =>
    parts.reduce((all, part) => all + part[column], 0n)
  const [proceeds, basis, adjustment] = [sum('proceeds'), sum('basis'), sum('adjustment')]
  const gain = proceeds - basis + adjustment
  return {
    box: parts[0]?.box ?? '',
    term: parts[0]?.term ?? 'short',
    disposals: parts.reduce((all, { count }) => all + count, 0),
    proceeds: text(proceeds),
    basis: text(basis),
    adjustment: text(adjustment),
    gain: text(gain),
    taken_back: text(gain - sum('own')),
    is_direct: isDirect,
  }
}

const text = (units: bigint) => formatDecimal(decimal(units, 2))
const cents = (amount: string) => formUnits(amount, 'cents')

/** Sums by account, asset and kind, which decide a box where no lines do: so many groups at most, whatever a year has. */
async function ofGroups(
  tx: Tx,
  userId: string,
  calculationId: string,
  forms: BrokerForms,
): Promise<Disposals[]> {
  const rows = await tx.all<BoxedRow & { n: string; proceeds: string; basis: string }>(sql`
    select account_id, asset_id, kind, term, box, count(*) as n,
      sum(round(proceeds, 2))::text as proceeds, sum(round(basis, 2))::text as basis
    from ${rowsWhere({ userId, calculationId, list: 'disposals', where: [sql`d.tax_year = ${forms.year}`] })} d
    group by account_id, asset_id, kind, term, box`)
  return rows.map(({ n, ...row }) => {
    const [proceeds, basis] = [cents(row.proceeds), cents(row.basis)]
    return {
      box: boxOf({ ...row, number: -1 }, forms),
      term: row.term,
      form: undefined,
      count: Number(n),
      proceeds,
      basis,
      adjustment: 0n,
      own: proceeds - basis,
    }
  })
}

/** The parts of a year whose boxes and columns lines of Forms 1099-DA decide. */
function ofLines(forms: BrokerForms, { parts }: DecidedLines): Disposals[] {
  return parts.map(({ account, asset, decided, ...part }) => ({
    ...part,
    box: decided?.box ?? boxOf({ ...part, account_id: account, asset_id: asset, number: -1 }, forms),
    form: decided?.form,
  }))
}
