import { REVIEW_KINDS, type ReviewKind, type WorkpaperStep, type WorkpaperStepState } from '@lotbook/contract'
import { formatDisplayDay, isFiat } from '@lotbook/journal'
import { compare } from '@lotbook/money'
import type { Tx } from '../../platform/database.ts'
import { sql } from '../../platform/sql.ts'
import { calculationOfYear } from '../../calculating/keep/done-calculation.ts'
import { incomeBySource } from '../../calculating/keep/income-lines.ts'
import { isCurrent } from '../../calculating/keep/is-current.ts'
import { rowsWhere } from '../../calculating/keep/result-row.ts'
import { newestOfAll } from '../../calculating/run/calculation-state.ts'
import { reportedBalances } from '../../journal/transactions/reported-balances.ts'
import { isFormMissing, listBrokerForms } from '../broker-forms/list-broker-forms.ts'
import { spanOfYear, type YearSpan } from './year-span.ts'

/** A step as the data has it: whether it is done, and of how many things how many are open. */
export type StepState = Pick<WorkpaperStepState, 'state' | 'open' | 'total' | 'text'>

const TRANSFER_KINDS: readonly ReviewKind[] = ['weak_match', 'unmatched_send', 'unmatched_receive']

/** Works out every step of a year from what there is; nothing of it is entered by hand. */
export async function readSteps(
  tx: Tx,
  userId: string,
  year: number,
): Promise<Readonly<Record<WorkpaperStep, StepState>>> {
  const span = await spanOfYear(tx, userId, year)
  const found = await findingsOf(tx, userId, span)
  const calculation = await calculationStep(tx, userId, year)
  return {
    imports: await importsStep(tx, userId),
    balances: await balancesStep(tx, userId),
    transfers: await transfersStep(tx, userId, span, found),
    review: reviewStep(found),
    prices: pricesStep(found),
    calculation,
    forms: await formsStep(tx, userId, year, calculation),
  }
}

const counted = (n: number, one: string, many: string) =>
  n === 1 ? `One ${one}` : `${n.toLocaleString('en-US')} ${many}`

/** Sources whose newest import is not through, whose access has to be renewed, or with rows that could not be read. */
async function importsStep(tx: Tx, userId: string): Promise<StepState> {
  const { total, open } = await tx.one<{ total: number; open: number }>(sql`
    select count(*)::integer as total, count(*) filter (
      where c.state not in ('ok', 'closed') or c.errors > 0 or coalesce(i.state, 'done') not in ('done', 'cancelled'))::integer as open
    from connections c left join lateral (
      select state from imports where user_id = ${userId} and connection_id = c.id order by created_at desc limit 1
    ) i on true
    where c.user_id = ${userId} and c.deleted_at is null`)
  if (total === 0) return { state: 'nothing', open, total, text: 'Nothing is imported.' }
  if (open === 0)
    return {
      state: 'done',
      open,
      total,
      text: `${counted(total, 'source is', 'sources are')} read to the end.`,
    }
  const text = `${open} of ${total} sources are not read to the end: still running, failed, waiting for an answer, or with rows that could not be read.`
  return { state: 'open', open, total, text }
}

/** Balances that accounts last stated, of coins and tokens: few histories have all of the cash. */
async function balancesStep(tx: Tx, userId: string): Promise<StepState> {
  const stated = (await reportedBalances(tx, userId)).filter(({ asset }) => !isFiat(asset))
  const total = stated.length
  const open = stated.filter(({ stated: said, computed }) => compare(said, computed) !== 0).length
  if (total === 0)
    return { state: 'nothing', open, total, text: 'No account states a balance to compare with.' }
  if (open === 0)
    return {
      state: 'done',
      open,
      total,
      text: `${counted(total, 'stated balance is', 'stated balances are')} what the transactions come to.`,
    }
  const text = `${open} of ${total} stated balances differ from what the transactions come to.`
  return { state: 'open', open, total, text }
}

/** Open and settled findings by kind, of the year and of what came before it: its lots come from there. */
type Found = ReadonlyMap<string, { readonly open: number; readonly all: number }>

async function findingsOf(tx: Tx, userId: string, { year, ends }: YearSpan): Promise<Found> {
  const rows = await tx.all<{ code: string; open: number; all: number }>(sql`
    select f.code, count(*) filter (where f.state = 'open')::integer as open, count(*)::integer as all
    from findings f left join transactions t on t.user_id = f.user_id and t.id = f.transaction_id
    where f.user_id = ${userId} and f.code = any (${REVIEW_KINDS})
      and (f.tax_year = ${year} or (f.tax_year is null and (t.id is null or t.at < ${ends})))
    group by f.code`)
  return new Map(rows.map(({ code, open, all }) => [code, { open, all }]))
}

function sumOf(found: Found, kinds: readonly ReviewKind[], which: 'open' | 'all'): number {
  return kinds.reduce((sum, kind) => sum + (found.get(kind)?.[which] ?? 0), 0)
}

async function transfersStep(tx: Tx, userId: string, { ends }: YearSpan, found: Found): Promise<StepState> {
  const open = sumOf(found, TRANSFER_KINDS, 'open')
  const { matched } = await tx.one<{ matched: number }>(sql`
    select count(*)::integer as matched from transactions
    where user_id = ${userId} and matched_as = 'out' and deleted_at is null and at < ${ends}`)
  const total = open + matched
  const are = counted(matched, 'transfer is matched', 'transfers are matched')
  if (total === 0) return { state: 'nothing', open, total, text: 'There are no transfers.' }
  if (open === 0) return { state: 'done', open, total, text: `${are}; none is open.` }
  const text = `${counted(open, 'side of a transfer is open', 'sides of transfers are open')}; ${are.charAt(0).toLowerCase()}${are.slice(1)}.`
  return { state: 'open', open, total, text }
}

function reviewStep(found: Found): StepState {
  const open = sumOf(found, REVIEW_KINDS, 'open')
  const total = sumOf(found, REVIEW_KINDS, 'all')
  if (total === 0) return { state: 'nothing', open, total, text: 'There was nothing to review.' }
  if (open === 0)
    return {
      state: 'done',
      open,
      total,
      text: `${counted(total, 'review item is', 'review items are')} settled.`,
    }
  return { state: 'open', open, total, text: `${open} of ${total} review items are open.` }
}

function pricesStep(found: Found): StepState {
  const open = sumOf(found, ['missing_price'], 'open')
  if (open === 0) return { state: 'done', open, total: 0, text: 'No price is missing.' }
  const text = `${counted(open, 'transaction lacks', 'transactions lack')} a price.`
  return { state: 'open', open, total: open, text }
}

async function calculationStep(tx: Tx, userId: string, year: number): Promise<StepState> {
  const filed = await tx.maybe<{ finished_at: Date }>(sql`
    select c.finished_at from tax_years y join calculations c on (c.user_id, c.id) = (y.user_id, y.calculation_id)
    where y.user_id = ${userId} and y.tax_year = ${year} and y.state = 'filed'`)
  if (filed !== undefined)
    return done(`Filed with the calculation of ${dayOf(filed.finished_at.toISOString())}.`)
  const newest = await newestOfAll(tx, userId)
  if (newest?.state === 'queued' || newest?.state === 'running') return open('A calculation is running.')
  const made = await tx.maybe<{
    journal_version: string
    engine_version: string
    settings: unknown
    finished_at: Date
    version: string
  }>(sql`
    select c.journal_version, c.engine_version, c.settings, c.finished_at, j.version
    from calculations c join journals j on j.user_id = ${userId}
    where c.user_id = ${userId} and c.state = 'done' order by c.finished_at desc, c.id desc limit 1`)
  if (made === undefined) return open('Not calculated yet.')
  const day = dayOf(made.finished_at.toISOString())
  return (await isCurrent(tx, userId, made, made.version))
    ? done(`Calculated from everything there is, on ${day}.`)
    : open(`Out of date: something changed since it was calculated on ${day}.`)
}

const done = (text: string): StepState => ({ state: 'done', open: 0, total: 1, text })
const open = (text: string): StepState => ({ state: 'open', open: 1, total: 1, text })
const dayOf = (instant: string) => formatDisplayDay(instant.slice(0, 10))

/** The forms are those of the calculation, and each Form 1099-DA that is expected has been answered for. */
async function formsStep(tx: Tx, userId: string, year: number, calculation: StepState): Promise<StepState> {
  if (calculation.state !== 'done') return open('Without a current calculation there are no forms to check.')
  const { id } = await calculationOfYear(tx, userId, year)
  const lines = async (list: 'disposals' | 'incomes' | 'removals') => {
    const rows = rowsWhere({ userId, calculationId: id, list, where: [sql`d.tax_year = ${year}`] })
    return (await tx.one<{ n: number }>(sql`select count(*)::integer as n from ${rows} d`)).n
  }
  const [disposals, incomes, removals] = [
    await lines('disposals'),
    await lines('incomes'),
    await lines('removals'),
  ]
  if (disposals + incomes + removals === 0)
    return { state: 'nothing', open: 0, total: 0, text: 'Nothing of the year has to be reported.' }
  const expected = (await listBrokerForms(tx, userId, year)).filter(({ is_expected }) => is_expected)
  const missing = expected.filter(isFormMissing).length
  const made = `Lines of Form 8949: ${disposals.toLocaleString('en-US')}. Receipts of income: ${incomes.toLocaleString('en-US')}.${await unconfirmedIncome(tx, userId, year)}`
  const total = disposals + incomes + removals
  if (missing === 0) return { state: 'done', open: 0, total, text: `${made} Nothing is missing.` }
  const text = `${made} Not answered for: ${missing} of ${expected.length} Forms 1099-DA that are expected.`
  return { state: 'open', open: missing, total, text }
}

/** Says how many kinds of income are on a line of the return that nobody confirmed; nothing where all are. */
async function unconfirmedIncome(tx: Tx, userId: string, year: number): Promise<string> {
  const kinds = await incomeBySource(tx, userId, year)
  const open = kinds.filter(({ goesTo }) => goesTo.chosen !== 'answered').length
  return open === 0 ? '' : ` Kinds of income on a line that is not confirmed: ${open} of ${kinds.length}.`
}
