import type { CalculationState } from '@lotbook/contract'
import type { Tx } from '../../platform/database.ts'
import { sql, type Sql } from '../../platform/sql.ts'
import { refusedTransaction } from '../collect/refused-input.ts'

/** The stages of a calculation as screens name them, with the share of the whole that each takes of a long history, and what it counts. */
export const STAGES = [
  { name: 'Collecting transactions', share: 30, unit: 'transactions' },
  { name: 'Matching transfers', share: 1, unit: 'transactions' },
  { name: 'Finding prices', share: 1, unit: 'transactions' },
  { name: 'Building lots', share: 20, unit: 'transactions' },
  { name: 'Applying rules', share: 2, unit: 'rows' },
  { name: 'Writing results', share: 46, unit: 'rows' },
] as const
export type Stage = (typeof STAGES)[number]['name']

/** Unit that a stage counts: events until there are rows of a result. */
export function unitOf(stage: string): string {
  return STAGES.find(({ name }) => name === stage)?.unit ?? 'transactions'
}

/** 0 to 100 over all stages. Done work is 100, queued work 0. */
export function percentOf(state: string, stage: string, done: number, total: number | null): number {
  if (state === 'done') return 100
  let before = 0
  for (const { name, share } of STAGES) {
    if (name === stage) {
      const part = total === null || total === 0 ? 0 : Math.min(1, done / total)
      return Math.min(99, Math.floor(before + share * part))
    }
    before += share
  }
  return 0
}

export interface CalculationRow {
  readonly id: string
  readonly trace_id: string
  readonly state: CalculationState['state']
  readonly tax_year: number
  readonly stage: string
  readonly done: string
  readonly total: string | null
  readonly reason_code: string | null
  readonly reason_transaction_id: string | null
  readonly started_at: Date | null
  readonly finished_at: Date | null
}

/** Columns of a calculation `c` joined to its trace `r`. */
export const calculationRows = sql`
  select c.id, c.trace_id, c.state, r.tax_year, c.stage, c.done, c.total, c.reason_code, c.started_at, c.finished_at,
    ${refusedTransaction(sql`c`)} as reason_transaction_id
  from calculations c join traces r on (r.user_id, r.id) = (c.user_id, c.trace_id)`

export function calculationState(row: CalculationRow): CalculationState {
  const done = Number(row.done)
  const total = row.total === null ? null : Number(row.total)
  return {
    id: row.id,
    trace_id: row.trace_id,
    state: row.state,
    tax_year: row.tax_year,
    progress: { stage: row.stage, done, total, unit: unitOf(row.stage) },
    percent: percentOf(row.state, row.stage, done, total),
    reason: row.reason_code,
    reason_transaction_id: row.reason_transaction_id,
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
  }
}

/** The newest calculation that a trace has asked for. */
export function latestCalculation(
  tx: Tx,
  userId: string,
  traceId: string,
): Promise<CalculationState | undefined> {
  return newest(tx, sql`c.user_id = ${userId} and c.trace_id = ${traceId}`)
}

/** The customer's newest calculation of all. */
export function newestOfAll(tx: Tx, userId: string): Promise<CalculationState | undefined> {
  return newest(tx, sql`c.user_id = ${userId} and c.state <> 'cancelled'`)
}

async function newest(tx: Tx, where: Sql): Promise<CalculationState | undefined> {
  const row = await tx.maybe<CalculationRow>(sql`
    ${calculationRows} where ${where} order by c.created_at desc, c.id desc limit 1`)
  return row && calculationState(row)
}
