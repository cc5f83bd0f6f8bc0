import type { Amendment } from '@lotbook/contract'
import { formatDecimal, minus, parseDecimal, plus, zero } from '@lotbook/money'
import type { CalculationResult } from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import type { Fence } from '../../platform/fence.ts'
import { inThread } from '../../platform/in-thread.ts'
import { sql } from '../../platform/sql.ts'
import { formChangeCount, linesSinceFiled } from '../../calculating/keep/form-changes.ts'
import { filedYears } from '../../calculating/keep/filed-years.ts'
import { isCurrent as isCalculationCurrent } from '../../calculating/keep/is-current.ts'
import {
  defineWorkedOutJob,
  isCurrent,
  lockBasis,
  newestWorkedOut,
  queueWorkedOut,
  type Basis,
  type WorkedOut,
} from '../../calculating/run/what-if.ts'
import { readTaxSettings } from '../../calculating/settings/tax-settings.ts'
import { journalLoad } from '../../journal/transactions/journal-load.ts'
import type { AmendmentsAnswer } from './amendments.worker.ts'

export type YearTotals = CalculationResult['years']

const WORK_OUT = { name: 'work-out-amendments', retryLimit: 5, table: 'amendment_checks' } as const

type CheckRow = WorkedOut<YearTotals>

/** A million transactions stay well below its heap. */
const THREAD = { url: new URL('./amendments.worker.ts', import.meta.url), heapMb: 4096 }

/**
 * Queue the work where a year is filed and nobody knows how the journal as it is would change it. Work that runs answers for itself;
 * who asked for newer answers asks again when it has ended.
 */
export async function startAmendments(tx: Tx, userId: string, now: Date): Promise<void> {
  if ((await filedYears(tx, userId)).length === 0) return
  const basis = await lockBasis(tx, userId)
  if ((await newestTotals(tx, userId, basis))?.isCurrent === true) return
  const last = await newestWorkedOut<CheckRow>(tx, WORK_OUT.table, userId)
  if (last?.state === 'queued' || last?.state === 'running') return
  if (last?.state === 'failed' && isCurrent(last, basis)) return
  await queueWorkedOut(tx, WORK_OUT, userId, basis, now)
}

/** Work out in a thread. */
export const amendmentsJob = defineWorkedOutJob(WORK_OUT, async (db, fence, signal) =>
  inThread<Fence, AmendmentsAnswer>(db, THREAD, fence, {
    load: await journalLoad(db, fence.userId),
    signal,
  }),
)

/** How each filed year would come out now, less how it was filed; the oldest year first. */
export async function readAmendments(tx: Tx, userId: string): Promise<Amendment[]> {
  const filed = await tx.all<{
    year: number
    filed_on: string
    filed_at: Date
    calculation_id: string
    totals: YearTotals[string] | null
  }>(sql`
    select y.tax_year as year, y.filed_on, y.filed_at, y.calculation_id, c.totals #> array['years', y.tax_year::text] as totals
    from tax_years y join calculations c on (c.user_id, c.id) = (y.user_id, y.calculation_id)
    where y.user_id = ${userId} and y.state = 'filed' order by y.tax_year`)
  if (filed.length === 0) return []
  const { version } = await tx.one<{ version: string }>(
    sql`select version from journals where user_id = ${userId}`,
  )
  const basis = { version, settings: await readTaxSettings(tx, userId) }
  const newest = await newestTotals(tx, userId, basis)
  const last = await newestWorkedOut<CheckRow>(tx, WORK_OUT.table, userId)
  const state =
    newest?.isCurrent === true
      ? 'current'
      : last?.state === 'queued' || last?.state === 'running'
        ? 'working'
        : last?.state === 'failed' && isCurrent(last, basis)
          ? 'failed'
          : 'out_of_date'
  const amendments: Amendment[] = []
  for (const { year, filed_on, filed_at, calculation_id, totals } of filed) {
    const change = changeOf(totals ?? undefined, newest?.years[year] ?? undefined)
    const isOnForms = (await formChangeCount(tx, userId, year, calculation_id)) > 0
    amendments.push({
      year,
      filed_on,
      state,
      ...change,
      is_due: change.is_due || isOnForms,
      form_lines: isOnForms ? await linesSinceFiled(tx, userId, year, filed_at) : 0,
    })
  }
  return amendments
}

interface Totals {
  readonly years: YearTotals
  readonly isCurrent: boolean
}

/** The totals of the years as they are known now: of the newest calculation, or of work on a newer journal than that. */
async function newestTotals(tx: Tx, userId: string, basis: Basis): Promise<Totals | undefined> {
  const calculated = await tx.maybe<{
    journal_version: string
    engine_version: string
    settings: unknown
    finished_at: Date
    years: YearTotals | null
  }>(sql`
    select journal_version, engine_version, settings, finished_at, totals -> 'years' as years
    from calculations where user_id = ${userId} and state = 'done' order by finished_at desc, id desc limit 1`)
  if (calculated === undefined) return undefined
  const ofCalculation = { years: calculated.years ?? {}, isCurrent: false }
  if (await isCalculationCurrent(tx, userId, calculated, basis.version))
    return { ...ofCalculation, isCurrent: true }
  const worked = await tx.maybe<CheckRow>(sql`
    select * from amendment_checks where user_id = ${userId} and state = 'done' order by created_at desc, id desc limit 1`)
  if (worked?.outcomes === undefined || worked.outcomes === null) return ofCalculation
  const isNewer = BigInt(worked.journal_version) >= BigInt(calculated.journal_version)
  return isNewer ? { years: worked.outcomes, isCurrent: isCurrent(worked, basis) } : ofCalculation
}

/** The difference of two totals of a year. A year that came out the same but for proceeds and basis would be filed otherwise too. */
export function changeOf(
  filed: YearTotals[string] | undefined,
  now: YearTotals[string] | undefined,
): Pick<Amendment, 'is_due' | 'gain' | 'short' | 'income' | 'deduction'> {
  const by = (of: (totals: YearTotals[string]) => string) =>
    minus(read(now === undefined ? '0' : of(now)), read(filed === undefined ? '0' : of(filed)))
  const short = by((totals) => totals.short.gain)
  const long = by((totals) => totals.long.gain)
  const changes = {
    gain: formatDecimal(plus(short, long)),
    short: formatDecimal(short),
    income: formatDecimal(by(({ income }) => income)),
    deduction: formatDecimal(by(({ donation_deduction }) => donation_deduction)),
  }
  const beside = [
    by((totals) => totals.short.proceeds),
    by((totals) => totals.short.basis),
    by((totals) => totals.long.proceeds),
    by((totals) => totals.long.basis),
  ].map(formatDecimal)
  return { is_due: [...Object.values(changes), ...beside].some((change) => change !== '0'), ...changes }
}

const read = (text: string) => parseDecimal(text) ?? zero
