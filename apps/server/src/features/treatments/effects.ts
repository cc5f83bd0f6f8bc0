import type { TaxSettings, TreatmentEffects } from '@lotbook/contract'
import { formatDecimal, isZero, minus, parseDecimal, plus, zero } from '@lotbook/money'
import { ESTIMATE_YEARS } from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { estimatedTax, type EstimateOf, type TaxedYear } from '../methods/estimated-tax.ts'
import { inThread } from '../methods/in-thread.ts'
import {
  defineWorkedOutJob,
  isCurrent,
  lockBasis,
  newestWorkedOut,
  queueWorkedOut,
  workedOutOnWire,
  type WorkedOut,
} from '../tax/what-if.ts'
import type { StoredEffects, TreatedYears } from './work-out-treatments.ts'

const WORK_OUT = { name: 'work-out-treatments', retryLimit: 5, table: 'treatment_effects' } as const

type EffectsRow = WorkedOut<StoredEffects>

/** Queue the effects. One that runs answers for itself; where nothing has changed since the last, that one answers. */
export async function startEffects(tx: Tx, userId: string, now: Date): Promise<string> {
  const basis = await lockBasis(tx, userId)
  const last = await newestWorkedOut<EffectsRow>(tx, WORK_OUT.table, userId)
  if (last?.state === 'queued' || last?.state === 'running') return last.id
  if (last?.state === 'done' && isCurrent(last, basis)) return last.id
  return queueWorkedOut(tx, WORK_OUT, userId, basis, now)
}

/** Work out in a thread. */
export const effectsJob = defineWorkedOutJob(WORK_OUT, (db, fence, signal) =>
  inThread(db, { kind: 'treatments', fence }, signal),
)

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
  return {
    ...workedOutOnWire(row),
    is_current: row.state === 'done' && isCurrent(row, { version, settings }),
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
