import {
  OPEN_TREATMENTS,
  type OpenTreatment,
  type TaxSettings,
  type TreatmentEffects,
} from '@lotbook/contract'
import { unitedStates, type EstimateOf } from '@lotbook/rules/us'
import { differentYears } from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import type { Fence } from '../../platform/fence.ts'
import { inThread } from '../../platform/in-thread.ts'
import { journalLoad } from '../../journal/transactions/journal-load.ts'
import { sql } from '../../platform/sql.ts'
import { withIncomeLines } from '../../calculating/keep/income-lines.ts'
import {
  defineWorkedOutJob,
  isCurrent,
  lockBasis,
  newestWorkedOut,
  queueWorkedOut,
  workedOutOnWire,
  type WorkedOut,
} from '../../calculating/run/what-if.ts'
import type { TreatmentsAnswer } from './treatments.worker.ts'
import type { StoredEffects } from './work-out-treatments.ts'

/** A million transactions stay well below its heap. */
const THREAD = { url: new URL('./treatments.worker.ts', import.meta.url), heapMb: 4096 }

const WORK_OUT = { name: 'work-out-treatments', retryLimit: 5, table: 'treatment_effects' } as const

type EffectsRow = WorkedOut<StoredEffects>

/** Queue the effects. One that runs answers for itself; where nothing has changed since the last, that one answers. */
export async function startEffects(tx: Tx, userId: string, now: Date): Promise<string> {
  const basis = await lockBasis(tx, userId)
  const last = await newestWorkedOut<EffectsRow>(tx, WORK_OUT.table, userId)
  if (last?.state === 'queued' || last?.state === 'running') return last.id
  if (last?.state === 'done' && isCurrent(last, basis) && tellsDeductions(last)) return last.id
  return queueWorkedOut(tx, WORK_OUT, userId, basis, now)
}

/** Work out in a thread. */
export const effectsJob = defineWorkedOutJob(WORK_OUT, async (db, fence, signal) =>
  inThread<Fence, TreatmentsAnswer>(db, THREAD, fence, {
    load: await journalLoad(db, fence.userId),
    signal,
  }),
)

/** False for effects worked out before deductions were stored: they do not say how a choice changes those. */
function tellsDeductions({ outcomes }: EffectsRow): boolean {
  return Object.values(outcomes?.now ?? {}).every(({ deduction }) => deduction !== undefined)
}

async function lastOutcomes(tx: Tx, userId: string): Promise<StoredEffects | null> {
  const row = await tx.maybe<{ outcomes: StoredEffects }>(sql`
    select outcomes from treatment_effects where user_id = ${userId} and state = 'done'
    order by created_at desc, id desc limit 1`)
  return row?.outcomes ?? null
}

/**
 * The newest effects, with the tax that each choice means; null where none were asked for. While they are worked out
 * again, those of before are told, which are not current.
 */
export async function readEffects(
  tx: Tx,
  userId: string,
  settings: TaxSettings,
  estimate: EstimateOf,
): Promise<TreatmentEffects | null> {
  const row = await newestWorkedOut<EffectsRow>(tx, WORK_OUT.table, userId)
  if (row === undefined) return null
  const { version } = await tx.one<{ version: string }>(
    sql`select version from journals where user_id = ${userId}`,
  )
  const stored = row.outcomes ?? (await lastOutcomes(tx, userId))
  const person = await withIncomeLines(tx, userId, estimate, Object.keys(stored?.now ?? {}).map(Number))
  return {
    ...workedOutOnWire(row),
    is_current: row.state === 'done' && isCurrent(row, { version, settings }) && tellsDeductions(row),
    estimate_years: [...unitedStates.horizon],
    rows: stored?.rows ?? {},
    pairs: [...(stored?.pairs ?? [])],
    outcomes: (stored?.outcomes ?? []).flatMap(({ treatment, choice, years }) =>
      isOpenTreatment(treatment)
        ? [{ treatment, choice, years: differentYears(stored?.now ?? {}, years, person, unitedStates) }]
        : [],
    ),
  }
}

/** Whether a stored question is one that the screen asks. */
function isOpenTreatment(name: string): name is OpenTreatment {
  return Object.hasOwn(OPEN_TREATMENTS, name)
}
