import { instantOfLocal, localClock, taxDayOf } from '@lotbook/journal'
import { withSubject, type Tx } from '../../platform/database.ts'
import { inThread } from '../../platform/in-thread.ts'
import { journalLoad } from '../../journal/transactions/journal-load.ts'
import { Recent } from '../../platform/recent.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { engineSettings, readTaxSettings } from '../../calculating/settings/tax-settings.ts'
import type { LotsAnswer, LotsTask } from './lots-as-of.worker.ts'
import { accountsOf, type HeldWhere, type SummedLots } from './stored-lots.ts'
import type { DatedLot } from './sum-lots.ts'
import type { LotsOfDay } from './work-out-lots.ts'

/** A million transactions stay well below its heap. */
const THREAD = { url: new URL('./lots-as-of.worker.ts', import.meta.url), heapMb: 4096 }
/** Pages, narrowings and lots of one day are asked for one after the other: each day is worked out once. */
const recent = new Recent<LotsOfDay>(64 * 1024 * 1024)

/** What was open at the end of an earlier day. */
export interface LotsAsOf {
  readonly day: string
  /** The last millisecond of that day where the customer lives. */
  readonly at: Date
  readonly found: LotsOfDay
}

interface Asked {
  readonly at: Date
  /** Everything that the lots of a day come from, as one text. */
  readonly source: string
}

/**
 * Lots that were open at the end of a day, by the engine, on the journal as it is now. Nothing is stored.
 *
 * @param asset the one whose lots are listed; the sums of all where there is none.
 * @returns undefined of today, whose lots are those of the newest calculation.
 */
export async function lotsAsOf(
  context: RequestContext,
  day: string | undefined,
  asset?: string,
): Promise<LotsAsOf | undefined> {
  if (day === undefined) return undefined
  const { subjectId: userId } = context.who
  const asked = await withSubject(context.db, context.who, (tx) => readAsked(tx, userId, day, context.now))
  if (asked === undefined) return undefined
  const { at, source } = asked
  const workOut = async (key: string, task: LotsTask): Promise<LotsOfDay> => {
    const known = recent.get(key)
    if (known !== undefined) return known
    await context.limit('calculations')
    const answer = await inThread<LotsTask, LotsAnswer>(context.db, THREAD, task, {
      load: await journalLoad(context.db, userId),
    })
    if (answer.outcome === 'refused') return refuse('invalid_input', answer.reason)
    recent.set(key, answer.found, bytesOf(answer.found))
    return answer.found
  }
  const whole = `${source} ${day}`
  const found = await workOut(whole, { userId, day })
  if (asset === undefined || found.lots !== null) return { day, at, found }
  return { day, at, found: await workOut(`${whole} ${asset}`, { userId, day, asset }) }
}

/** About how much memory lots take. */
function bytesOf({ sums, gifts, lots }: LotsOfDay): number {
  return 500 * (sums.length + gifts.length + (lots?.length ?? 0)) + 1000
}

async function readAsked(tx: Tx, userId: string, day: string, now: Date): Promise<Asked | undefined> {
  const { time_zone, version, filed } = await tx.one<{
    time_zone: string
    version: string
    filed: string
  }>(sql`
    select c.time_zone, j.version, concat(
      (select string_agg(concat_ws(' ', y.tax_year, y.state, y.calculation_id), ',' order by y.tax_year)
        from tax_years y where y.user_id = ${userId}), ' ',
      (select count(*) from filed_lots f where f.user_id = ${userId})) as filed
    from customers c join journals j on j.user_id = c.user_id where c.user_id = ${userId}`)
  const today = taxDayOf(now.getTime(), localClock(time_zone))
  if (day > today) {
    const words = 'As of: a day up to today is expected.'
    refuse('invalid_input', words, { fields: { as_of: words } })
  }
  if (day === today) return undefined
  const settings = await engineSettings(tx, userId, await readTaxSettings(tx, userId))
  return {
    at: new Date(instantOfLocal(Date.parse(`${day}T23:59:59.999Z`), time_zone)),
    source: [userId, version, filed, JSON.stringify(settings)].join(' '),
  }
}

/** The sums of the accounts that are asked for. */
export async function narrowedLots(
  tx: Tx,
  userId: string,
  { found: { sums, gifts } }: LotsAsOf,
  where: HeldWhere,
): Promise<SummedLots> {
  const accounts = await accountsOf(tx, userId, where)
  if (accounts === undefined) return { sums, gifts }
  const isAsked = ({ account }: { readonly account: string | null }) =>
    account !== null && accounts.includes(account)
  return { sums: sums.filter(isAsked), gifts: gifts.filter(isAsked) }
}

/** The lots of one asset in the accounts that are asked for, the oldest first. */
export async function lotsOfAsset(
  tx: Tx,
  userId: string,
  { found: { lots } }: LotsAsOf,
  { asset, account }: HeldWhere & { readonly asset: string },
): Promise<readonly DatedLot[]> {
  const accounts = await accountsOf(tx, userId, { account })
  return (lots ?? [])
    .filter(
      (lot) =>
        lot.asset === asset &&
        (accounts === undefined || (lot.account_id !== null && accounts.includes(lot.account_id))),
    )
    .toSorted((a, b) =>
      a.acquired === b.acquired ? a.n - b.n : (a.acquired ?? '~') < (b.acquired ?? '~') ? -1 : 1,
    )
}
