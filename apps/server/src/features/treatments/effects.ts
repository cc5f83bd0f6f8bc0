import { taxSettings, type TaxSettings, type TreatmentEffects } from '@lotbook/contract'
import { formatDecimal, isZero, minus, parseDecimal, plus, zero } from '@lotbook/money'
import { ENGINE_VERSION, ESTIMATE_YEARS } from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import { FenceLost, takeFence, writeUnderFence } from '../../platform/fence.ts'
import { newId } from '../../platform/ids.ts'
import { addJob, defineJob } from '../../platform/jobs.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import { estimatedTax, type EstimateOf, type TaxedYear } from '../methods/estimated-tax.ts'
import { inThread } from '../methods/in-thread.ts'
import { readTaxSettings, sameSettings } from '../tax/tax-settings.ts'
import type { StoredEffects, TreatedYears } from './work-out-treatments.ts'

const WORK_OUT = { name: 'work-out-treatments', retryLimit: 5 } as const

/** Queue the effects. One that runs answers for itself; where nothing has changed since the last, that one answers. */
export async function startEffects(tx: Tx, userId: string, now: Date): Promise<string> {
  const journal = await tx.one<{ version: string; transactions: string }>(sql`
    select version, transactions from journals where user_id = ${userId} for update`)
  if (journal.transactions === '0') refuse('nothing_taxable')
  const settings = await readTaxSettings(tx, userId)
  const last = await newest(tx, userId)
  if (last?.state === 'queued' || last?.state === 'running') return last.id
  if (last?.state === 'done' && isCurrent(last, journal.version, settings)) return last.id

  const id = newId(now.getTime())
  await tx.run(sql`
    insert into treatment_effects (user_id, id, journal_version, settings, engine_version, created_at)
    values (${userId}, ${id}, ${journal.version}, ${JSON.stringify(settings)}::jsonb, ${ENGINE_VERSION}, ${now})`)
  await addJob(tx, WORK_OUT, { userId, effectsId: id })
  return id
}

/** Work out in a thread. Killed at any moment it leaves its fence behind, and is run again from the start. */
export const effectsJob = defineJob<{ userId: string; effectsId: string }>(
  WORK_OUT.name,
  async ({ userId, effectsId }, { db, signal }) => {
    const fence = await takeFence(db, 'treatment_effects', userId, effectsId)
    if (fence === undefined) return
    const answer = await inThread(db, { kind: 'treatments', fence }, signal)
    if (answer.outcome === 'fence-lost') throw new FenceLost(fence)
    if (answer.outcome === 'done') return
    await writeUnderFence(db, fence, (tx) =>
      tx.run(sql`
        update treatment_effects set state = 'failed', reason_code = ${answer.reason}, finished_at = now()
        where user_id = ${userId} and id = ${effectsId}`),
    )
  },
  { retryLimit: WORK_OUT.retryLimit },
)

interface EffectsRow {
  readonly id: string
  readonly state: TreatmentEffects['state']
  readonly stage: string
  readonly done: string
  readonly total: string | null
  readonly reason_code: string | null
  readonly journal_version: string
  readonly settings: unknown
  readonly engine_version: string
  readonly outcomes: StoredEffects | null
  readonly finished_at: Date | null
}

function newest(tx: Tx, userId: string): Promise<EffectsRow | undefined> {
  return tx.maybe<EffectsRow>(sql`
    select * from treatment_effects where user_id = ${userId} order by created_at desc, id desc limit 1`)
}

async function lastOutcomes(tx: Tx, userId: string): Promise<StoredEffects | null> {
  const row = await tx.maybe<{ outcomes: StoredEffects }>(sql`
    select outcomes from treatment_effects where user_id = ${userId} and state = 'done'
    order by created_at desc, id desc limit 1`)
  return row?.outcomes ?? null
}

function isCurrent(row: EffectsRow, version: string, settings: TaxSettings): boolean {
  return (
    row.journal_version === version &&
    row.engine_version === ENGINE_VERSION &&
    sameSettings(taxSettings.parse(row.settings), settings)
  )
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
  const row = await newest(tx, userId)
  if (row === undefined) return null
  const { version } = await tx.one<{ version: string }>(
    sql`select version from journals where user_id = ${userId}`,
  )
  const done = Number(row.done)
  const total = row.total === null ? null : Number(row.total)
  const stored = row.outcomes ?? (await lastOutcomes(tx, userId))
  return {
    id: row.id,
    state: row.state,
    progress: { stage: row.stage, done, total, unit: 'transactions' },
    percent:
      row.state === 'done' ? 100 : total === null || total === 0 ? 0 : Math.floor((100 * done) / total),
    reason: row.reason_code,
    is_current: row.state === 'done' && isCurrent(row, version, settings),
    finished_at: row.finished_at?.toISOString() ?? null,
    estimate_years: [...ESTIMATE_YEARS],
    rows: stored?.rows ?? {},
    pairs: [...(stored?.pairs ?? [])],
    outcomes: (stored?.outcomes ?? []).map(({ treatment, choice, years }) => ({
      treatment,
      choice,
      years: differentYears(stored?.now ?? {}, years, estimate),
    })),
  }
}

const NOTHING: TaxedYear = { short: { gain: '0' }, long: { gain: '0' }, income: '0' }

/** The years that another choice would change, with what they would be. */
function differentYears(
  now: TreatedYears,
  then: TreatedYears,
  estimate: EstimateOf,
): TreatmentEffects['outcomes'][number]['years'] {
  const years = [...new Set([...Object.keys(now), ...Object.keys(then)])].sort()
  return years.flatMap((name) => {
    const year = Number(name)
    const [before, after] = [now[name] ?? NOTHING, then[name] ?? NOTHING]
    const apart = [
      less(after.short.gain, before.short.gain),
      less(after.long.gain, before.long.gain),
      less(after.income, before.income),
    ]
    if (apart.every((amount) => isZero(exact(amount)))) return []
    const [taxBefore, tax] = [estimatedTax(year, before, estimate), estimatedTax(year, after, estimate)]
    return [
      {
        year,
        gain: gainOf(after),
        income: after.income,
        tax,
        difference: {
          gain: less(gainOf(after), gainOf(before)),
          income: less(after.income, before.income),
          tax: tax === null || taxBefore === null ? null : less(tax, taxBefore),
        },
      },
    ]
  })
}

const exact = (amount: string) => parseDecimal(amount) ?? zero
const less = (a: string, b: string) => formatDecimal(minus(exact(a), exact(b)))
const gainOf = ({ short, long }: TaxedYear) => formatDecimal(plus(exact(short.gain), exact(long.gain)))
