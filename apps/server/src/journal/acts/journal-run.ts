import type { JournalRun, LeftOut } from '@lotbook/contract'
import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { addJob } from '../../platform/jobs.ts'
import { sql } from '../../platform/sql.ts'
import type { DraftedRule } from '../rules/save-rule.ts'
import type { BulkRequest } from './bulk-edit.ts'
import type { Editor } from '../transactions/editor.ts'

/** The queue of work on many transactions. */
export const RUN = { name: 'run-journal', retryLimit: 5 } as const

/** The work that a run is asked to do. */
export type RunRequest =
  /** Make all transactions what the rules make of them, and take back what these did that are off. */
  | { readonly kind: 'rules'; readonly take_back: readonly string[] }
  /** Work out what saving a rule would change in money. */
  | { readonly kind: 'effect'; readonly rule: DraftedRule }
  /** Ask what a lifted lock kept from transactions of these instants, and the rules again. */
  | { readonly kind: 'unlocked'; readonly from: string | null; readonly to: string }
  | { readonly kind: 'bulk'; readonly bulk: BulkRequest }
  /** Take back a change of very many transactions. */
  | { readonly kind: 'undo'; readonly change_id: string; readonly switch_rule_off?: boolean }

export type RunOutcome = NonNullable<JournalRun['outcome']>

export const NONE_LEFT_OUT: LeftOut = { edited: 0, earlier_rule: 0, unfit: 0, filed: 0, locked: 0 }

/** Queue work on the journal, in the transaction of what asks for it. */
export async function startRun(
  tx: Tx,
  { userId, actorId, now }: Editor,
  request: RunRequest,
): Promise<string> {
  const id = newId()
  await tx.run(sql`
    insert into journal_runs (user_id, id, actor_id, request, created_at)
    values (${userId}, ${id}, ${actorId}, ${JSON.stringify(request)}::jsonb, ${now})`)
  await addJob(tx, RUN, { userId, runId: id })
  return id
}

interface RunRow {
  readonly id: string
  readonly request: RunRequest
  readonly state: JournalRun['state']
  readonly stage: string
  readonly done: string
  readonly total: string | null
  readonly reason: string | null
  readonly outcome: RunOutcome | null
}

/** A piece of work as the wire has it. */
export async function readRun(tx: Tx, userId: string, id: string): Promise<JournalRun | undefined> {
  const row = await tx.maybe<RunRow>(sql`select * from journal_runs where user_id = ${userId} and id = ${id}`)
  return row && runOf(row)
}

/** The newest work that rules asked for. */
export async function newestRulesRun(tx: Tx, userId: string): Promise<JournalRun | null> {
  const row = await tx.maybe<RunRow>(sql`
    select * from journal_runs where user_id = ${userId} and request ->> 'kind' = 'rules'
    order by created_at desc, id desc limit 1`)
  return row === undefined ? null : runOf(row)
}

function runOf({ id, request, state, stage, done, total, reason, outcome }: RunRow): JournalRun {
  return {
    id,
    kind: request.kind,
    state,
    progress: {
      stage,
      done: Number(done),
      total: total === null ? null : Number(total),
      unit: 'transactions',
    },
    reason,
    outcome,
  }
}
