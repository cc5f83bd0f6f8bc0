import type { BrokerReported } from '@lotbook/contract'
import { isContractRow } from '@lotbook/journal'
import { form8949Box } from '@lotbook/rules/us'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { isFormExpected } from './broker-accounts.ts'

/** A disposal whose box is asked for. */
export interface BoxedRow {
  readonly account_id: string
  readonly asset_id: string
  readonly kind: string
  readonly term: 'short' | 'long'
  /** As it was calculated. */
  readonly box: string
}

/** The answers about Forms 1099-DA that a person gave for a year, by account. */
export interface BrokerForms {
  readonly year: number
  readonly reported: ReadonlyMap<string, BrokerReported>
}

export async function brokerFormsOf(tx: Tx, userId: string, year: number): Promise<BrokerForms> {
  const rows = await tx.all<{ account_id: string; reported: BrokerReported }>(sql`
    select account_id, reported from broker_forms where user_id = ${userId} and tax_year = ${year} order by account_id`)
  return { year, reported: new Map(rows.map((row) => [row.account_id, row.reported])) }
}

/**
 * The box of a disposal: by what the account's Form 1099-DA says of its sales, else as it was calculated (R-BOX-1). The form
 * lists every sale, also one whose lot Lotbook does not know; a contract is on none.
 */
export function boxOf(row: BoxedRow, { year, reported }: BrokerForms): string {
  const onForm = reported.get(row.account_id)
  return onForm === undefined || isContractRow(row.kind, row.asset_id)
    ? row.box
    : form8949Box(year, row.term, onForm)
}

/** Whether a Form 1099-DA should list a disposal and nobody has said what that form says. */
export function isFormOpen(
  row: Pick<BoxedRow, 'account_id' | 'asset_id' | 'kind'> & { readonly source_slug: string },
  { year, reported }: BrokerForms,
): boolean {
  return (
    !reported.has(row.account_id) &&
    isFormExpected(row.source_slug, year) &&
    !isContractRow(row.kind, row.asset_id)
  )
}
