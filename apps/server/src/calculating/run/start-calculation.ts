import { taxSettings } from '@lotbook/contract'
import { ENGINE_VERSION } from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { addJob } from '../../platform/jobs.ts'
import { notify } from '../../platform/notify.ts'
import { plannedOnce } from '../../platform/sql.ts'
import { moveTrace, openTrace } from './open-trace.ts'
import { readTaxSettings, sameSettings } from '../settings/tax-settings.ts'

/** The queue of calculations. */
export const CALCULATE = { name: 'calculate-taxes', retryLimit: 5 } as const

export type StartResult =
  | { readonly outcome: 'started' | 'current'; readonly traceId: string }
  | { readonly outcome: 'already-running' }
  | { readonly outcome: 'nothing-taxable' }

export interface StartOptions {
  /** Cancel the one that runs and queue the next. */
  readonly restart: boolean
  readonly taxYear: number | undefined
  readonly now: Date
  /** Also where nothing is taxable: the lots that are held and what they cost are asked for. */
  readonly evenUntaxed?: boolean
}

/**
 * Queue a tax calculation. The run and its job are written in one transaction, so neither exists without the other;
 * the customer's journal row is locked, so of two clicks at once only one starts a run. Where nothing has changed
 * since the newest result, and it is of this engine, that one answers.
 */
export async function startCalculation(tx: Tx, userId: string, options: StartOptions): Promise<StartResult> {
  const journal = await tx.one<{ version: string; taxable: string; transactions: string }>(plannedOnce`
    select version, taxable, transactions from journals where user_id = ${userId} for update`)
  const counted = options.evenUntaxed === true ? journal.transactions : journal.taxable
  if (counted === '0') return { outcome: 'nothing-taxable' }
  const trace = await openTrace(tx, userId, options.now, options.taxYear)
  const settings = await readTaxSettings(tx, userId)

  const running = await tx.maybe<{ id: string }>(plannedOnce`
    select id from calculations where user_id = ${userId} and state in ('queued', 'running')`)
  if (running !== undefined) {
    if (!options.restart) return { outcome: 'already-running' }
    // Its worker finds the fence gone with its next write, and stops.
    await tx.run(plannedOnce`
      update calculations set state = 'cancelled', fence = fence + 1, finished_at = ${options.now}
      where user_id = ${userId} and id = ${running.id}`)
  } else if (!options.restart) {
    const stored = await tx.maybe<{ id: string; settings: unknown }>(plannedOnce`
      select id, settings from calculations where user_id = ${userId} and state = 'done'
        and journal_version = ${journal.version} and engine_version = ${ENGINE_VERSION}
      order by finished_at desc, id desc limit 1`)
    if (stored !== undefined && sameSettings(taxSettings.parse(stored.settings), settings)) {
      await tx.run(plannedOnce`
        update calculations set trace_id = ${trace.id} where user_id = ${userId} and id = ${stored.id}`)
      return { outcome: 'current', traceId: trace.id }
    }
  }

  const id = newId(options.now.getTime())
  await tx.run(plannedOnce`
    insert into calculations (user_id, id, trace_id, journal_version, settings, stage, created_at)
    values (${userId}, ${id}, ${trace.id}, ${journal.version}, ${JSON.stringify(settings)}::jsonb, 'Queued', ${options.now})`)
  await addJob(tx, CALCULATE, { userId, calculationId: id })
  await moveTrace(tx, userId, trace.id, 'TaxSummary')
  await notify(tx, userId, { type: 'calculation', id, status: 'queued' })
  return { outcome: 'started', traceId: trace.id }
}
