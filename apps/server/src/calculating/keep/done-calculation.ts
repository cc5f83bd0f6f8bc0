import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'

export interface DoneCalculation {
  readonly id: string
  readonly finished_at: Date
  readonly engine_version: string
  readonly rules_version: string
  readonly settings: unknown
  readonly input_hash: string
  readonly result_hash: string
  readonly invariants: number
  readonly journal_version: string
  readonly totals: {
    readonly transactions: number
    readonly years?: Readonly<Record<string, unknown>>
  } | null
  /** A year was filed with it. */
  readonly is_filed: boolean
}

const doneCalculations = sql`
  select id, finished_at, engine_version, rules_version, settings, encode(input_hash, 'hex') as input_hash,
    encode(result_hash, 'hex') as result_hash,
    coalesce(jsonb_array_length(manifest -> 'invariants'), 0) as invariants, journal_version, totals, exists (
      select 1 from tax_years y where (y.user_id, y.calculation_id) = (c.user_id, c.id) and y.state = 'filed') as is_filed
  from calculations c`

/** The newest done calculation, of which every year is a slice. Refuses with `calculation_not_done`. */
export async function newestDone(tx: Tx, userId: string): Promise<DoneCalculation> {
  const row = await tx.maybe<DoneCalculation>(sql`
    ${doneCalculations} where user_id = ${userId} and state = 'done' order by finished_at desc, id desc limit 1`)
  return row ?? refuse('calculation_not_done')
}

/** A done calculation by its id; refuses with `not_found`. */
export async function doneCalculation(tx: Tx, userId: string, id: string): Promise<DoneCalculation> {
  const row = await tx.maybe<DoneCalculation>(sql`
    ${doneCalculations} where user_id = ${userId} and state = 'done' and id = ${id}`)
  return row ?? refuse('not_found')
}

/** The calculation that a year shows: the one it was filed with, else the newest. Refuses with `calculation_not_done`. */
export async function calculationOfYear(tx: Tx, userId: string, year: number): Promise<DoneCalculation> {
  const filed = await tx.maybe<{ id: string }>(sql`
    select calculation_id as id from tax_years where user_id = ${userId} and tax_year = ${year} and state = 'filed'`)
  return filed === undefined ? newestDone(tx, userId) : doneCalculation(tx, userId, filed.id)
}

/**
 * The handle of a row. Rows are numbered within their calculation; those of one that a year was filed with name it, so that
 * they open after later calculations.
 */
export function rowHandle(
  kind: 'disposal' | 'receipt' | 'removal',
  n: number,
  { id, is_filed }: Pick<DoneCalculation, 'id' | 'is_filed'>,
): string {
  return is_filed ? `${kind}:${n}:${id}` : `${kind}:${n}`
}

/** How many changes a customer's journal has that a calculation does not know. */
export async function changesSince(
  tx: Tx,
  userId: string,
  calculation: Pick<DoneCalculation, 'journal_version'>,
): Promise<number> {
  const { changes } = await tx.one<{ changes: string }>(sql`
    select greatest(version - ${calculation.journal_version}, 0)::text as changes from journals where user_id = ${userId}`)
  return Number(changes)
}
