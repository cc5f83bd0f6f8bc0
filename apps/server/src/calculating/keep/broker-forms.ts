import type { BrokerReported } from '@lotbook/contract'
import { isContractRow } from '@lotbook/journal'
import type { FormColumns, TakenBack } from '@lotbook/reports'
import { form8949Box } from '@lotbook/rules/us'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { isFormExpected } from './broker-accounts.ts'
import type { DecidedLines } from './decided-lines.ts'
import { calculationOfYear } from './done-calculation.ts'
import { filedAt } from './filed-at.ts'
import { decidedLinesOf } from './prepare-lines.ts'

/** A disposal whose box is asked for. */
export interface BoxedRow {
  readonly account_id: string
  readonly asset_id: string
  readonly kind: string
  readonly term: 'short' | 'long'
  /** As it was calculated. */
  readonly box: string
}

/** The Forms 1099-DA of a year: lines that were entered, and for the other accounts a person's answers. */
export interface BrokerForms {
  readonly year: number
  /** Answers by account, of those without lines. */
  readonly reported: ReadonlyMap<string, BrokerReported>
  readonly lines: DecidedLines | undefined
}

/**
 * The forms of a year beside a calculation. A filed year keeps the lines that it was filed with wherever it is shown; `now` asks for those of today,
 * which an amendment follows.
 */
export async function brokerFormsOf(
  tx: Tx,
  userId: string,
  year: number,
  calculationId: string,
  as: 'shown' | 'now' = 'shown',
): Promise<BrokerForms> {
  const rows = await tx.all<{ account_id: string; reported: BrokerReported }>(sql`
    select account_id, reported from broker_forms where user_id = ${userId} and tax_year = ${year} order by account_id`)
  const at = as === 'now' ? null : await filedAt(tx, userId, year, calculationId)
  const lines = await decidedLinesOf(tx, userId, { year, calculationId, at })
  const answered = rows.filter(({ account_id }) => lines?.accounts.has(account_id) !== true)
  return { year, reported: new Map(answered.map((row) => [row.account_id, row.reported])), lines }
}

/**
 * The box of a disposal: by the line of a Form 1099-DA that it is on, by what its account's form says of all sales, else as it was calculated
 * (R-BOX-1). A form lists every sale, also one whose lot Lotbook does not know; a contract is on none.
 */
export function boxOf(
  row: BoxedRow & { readonly number: number },
  { year, reported, lines }: BrokerForms,
): string {
  const onLine = lines?.columns.get(row.number)
  if (onLine !== undefined) return onLine.box
  const onForm = reported.get(row.account_id)
  return onForm === undefined || isContractRow(row.kind, row.asset_id)
    ? row.box
    : form8949Box(year, row.term, onForm)
}

/** Columns (d) to (g) of a disposal that a line of a Form 1099-DA decides. */
export function columnsOf(number: number, { lines }: BrokerForms): FormColumns | undefined {
  return lines?.columns.get(number)?.form
}

/** Whether a Form 1099-DA should list a disposal and nobody has said what that form says. */
export function isFormOpen(
  row: Pick<BoxedRow, 'account_id' | 'asset_id' | 'kind'> & { readonly source_slug: string },
  { year, reported, lines }: BrokerForms,
): boolean {
  return (
    !reported.has(row.account_id) &&
    lines?.accounts.has(row.account_id) !== true &&
    isFormExpected(row.source_slug, year) &&
    !isContractRow(row.kind, row.asset_id)
  )
}

/** Names what the forms of a year say, so that files are made anew where it is another. */
export async function brokerFormsMark(
  tx: Tx,
  userId: string,
  year: number,
  calculationId: string,
  as: 'shown' | 'now',
): Promise<readonly unknown[]> {
  const answers = await tx.all<{ account_id: string; reported: BrokerReported }>(sql`
    select account_id, reported from broker_forms where user_id = ${userId} and tax_year = ${year} order by account_id`)
  const at = as === 'now' ? null : await filedAt(tx, userId, year, calculationId)
  // Lines are never changed, so the newest change says which are in force.
  const { newest } = await tx.one<{ newest: string | null }>(sql`
    select max(id::text) as newest from broker_line_changes
    where user_id = ${userId} and tax_year = ${year} and (${at}::timestamptz is null or at <= ${at})`)
  return [
    ...answers.map(({ account_id, reported }) => [account_id, reported]),
    ...(newest === null ? [] : [newest]),
  ]
}

/**
 * Losses that Form 8949 takes back, by year and term, in cents (codes L and W). Few years have any: only those whose forms or words may take something
 * back are worked out.
 *
 * @param calculationId left out, each year has the calculation that it shows.
 */
export async function lossesTakenBackBy(
  tx: Tx,
  userId: string,
  calculationId?: string,
): Promise<ReadonlyMap<number, TakenBack>> {
  const years = await tx.all<{ tax_year: number }>(sql`
    select tax_year from broker_lines where user_id = ${userId}
      and (loss = 'not_deductible' or others ->> 'isLossNotAllowed' = 'true' or others ->> 'washSaleLoss' is not null)
    union select tax_year from nondeductible_sales where user_id = ${userId}`)
  const back = new Map<number, TakenBack>()
  for (const { tax_year: year } of years) {
    const shown = calculationId ?? (await calculationOfYear(tx, userId, year)).id
    const { lines } = await brokerFormsOf(tx, userId, year, shown)
    if (lines !== undefined) back.set(year, lines.takenBack)
  }
  return back
}
