import { REVIEW_KINDS, taxSettings } from '@lotbook/contract'
import { formatDecimal, parseDecimal, plus, zero } from '@lotbook/money'
import type { Tx } from '../../platform/database.ts'
import { sql, type Sql } from '../../platform/sql.ts'
import { unpricedAs, type UnpricedAs } from '../../journal/findings/unpriced-as.ts'
import { plain } from '../../journal/transactions/transaction-rows.ts'
import { doneCalculation, type DoneCalculation } from '../../calculating/keep/done-calculation.ts'
import { rowsWhere } from '../../calculating/keep/result-row.ts'
import type { RowList } from '../../calculating/keep/row-ranges.ts'
import { readTaxSettings } from '../../calculating/settings/tax-settings.ts'

/** Open items of a year that wait for a person in the review queue. */
export interface OpenOfYear {
  readonly items: number
  /** Number of those that may change a figure and were not left open on purpose. */
  readonly waiting: number
  /** The most that those with a known effect change together, exact decimal text. */
  readonly effect: string
  /** Number of those whose effect is not known. */
  readonly unknown: number
  readonly largest: { readonly message: string; readonly effect: string } | null
}

/**
 * Open items that a year's figures may rest on, by the newest calculation. Before a calculation every item up to the end of the year may
 * be one.
 */
export async function openOfYear(
  tx: Tx,
  userId: string,
  year: number,
  newest: string | null,
): Promise<OpenOfYear> {
  const calculation = newest === null ? undefined : await doneCalculation(tx, userId, newest)
  const { time_zone } = await readTaxSettings(tx, userId)
  const findings =
    calculation === undefined
      ? findingsUntil(userId, year, time_zone)
      : openFindings(userId, year, calculation, rowsOfYear(userId, calculation, year))
  const rows = await tx.all<
    FoundCode & { items: string; waiting: string; effect: string | null; unknown: string }
  >(sql`
    select f.code, case f.code when 'missing_price' then ${unpricedAs} end as unpriced_as, count(*) as items,
      count(*) filter (where f.left_open_at is null and f.effect_high is distinct from 0) as waiting,
      sum(f.effect_high)::text as effect, count(*) filter (where f.effect_high is null) as unknown
    from ${findings} and f.code = any (${REVIEW_KINDS})
    group by 1, 2 order by sum(f.effect_high) desc nulls last, 1, 2`)
  const [first] = rows
  return {
    items: rows.reduce((sum, row) => sum + Number(row.items), 0),
    waiting: rows.reduce((sum, row) => sum + Number(row.waiting), 0),
    effect: formatDecimal(
      rows.reduce((total, row) => plus(total, parseDecimal(row.effect ?? '0') ?? zero), zero),
    ),
    unknown: rows.reduce((sum, row) => sum + Number(row.unknown), 0),
    largest:
      first === undefined || first.effect === null
        ? null
        : { message: sentenceOf(first, Number(first.items)), effect: plain(first.effect) },
  }
}

/** Open findings `f` on transactions `t` up to the end of a year. */
function findingsUntil(userId: string, year: number, timeZone: string): Sql {
  return sql`findings f left join transactions t on t.user_id = f.user_id and t.id = f.transaction_id
    where f.user_id = ${userId} and f.state = 'open' and f.code = any (${['missing_price', ...Object.keys(SENTENCES)]})
      and (f.tax_year = ${year} or (f.tax_year is null and (t.id is null or ${taxYearIn(timeZone)} <= ${year})))`
}

const taxYearIn = (timeZone: string) => sql`extract(year from t.at at time zone ${timeZone})::integer`

/** Those of them that the figures of a calculated year may rest on. */
export function openFindings(
  userId: string,
  year: number,
  calculation: DoneCalculation,
  ofYear: (list: RowList) => Sql,
): Sql {
  const { time_zone } = taxSettings.parse(calculation.settings)
  return sql`${findingsUntil(userId, year, time_zone)}
      and (f.code <> 'missing_price' or ${taxYearIn(time_zone)} = ${year} or ${isBehindRows(calculation, ofYear)})`
}

/** The rows of a year, by the list that they are in. */
export function rowsOfYear(userId: string, { id }: DoneCalculation, year: number): (list: RowList) => Sql {
  return (list) => rowsWhere({ userId, calculationId: id, list, where: [sql`d.tax_year = ${year}`] })
}

/**
 * Whether a year's figures rest on what an earlier transaction `t` was worth: lots of it, or of what it was the further fee of, left
 * in that year. What a transfer cost is in its lots where the treatment puts it there, and no row says in which.
 */
function isBehindRows(calculation: DoneCalculation, ofYear: (list: RowList) => Sql): Sql {
  if (taxSettings.parse(calculation.settings).transfer_fee === 'capitalize')
    return sql`(${isOfLots(ofYear)} or exists (
      select 1 from match_sides s join matches m on (m.user_id, m.id) = (s.user_id, s.match_id) and m.state = 'made'
      where s.user_id = t.user_id and s.transaction_id = t.id))`
  return isOfLots(ofYear)
}

function isOfLots(ofYear: (list: RowList) => Sql): Sql {
  return sql`coalesce(
    (select p.id from transactions p where p.user_id = t.user_id and p.fingerprint = t.fee_of and p.deleted_at is null), t.id
  ) in (select d.lot_transaction_id from ${ofYear('disposals')} d union select d.lot_transaction_id from ${ofYear('removals')} d)`
}

const many = (n: number, one: string, more: string) => `${n} ${n === 1 ? one : more}`

const SENTENCES: Readonly<Record<string, (n: number) => string>> = {
  missing_basis: (n) =>
    `${many(n, 'sale uses', 'sales use')} $0.00 assumed cost, because no acquisition is known.`,
  unmatched_receive: (n) =>
    `${many(n, 'receipt is', 'receipts are')} not matched to a transfer and came in with $0.00 assumed cost.`,
  unmatched_send: (n) =>
    `${many(n, 'transaction', 'transactions')} sent coins to an unknown place; no gain is counted.`,
  weak_match: (n) =>
    `${many(n, 'possible transfer needs', 'possible transfers need')} your confirmation; until then both sides count separately.`,
  possible_duplicate: (n) =>
    `${many(n, 'transaction looks', 'transactions look')} like one that is here already, and may count twice.`,
  unknown_type: (n) =>
    `${many(n, 'transaction has an unknown type and counts', 'transactions have an unknown type and count')} as sent or received.`,
  uncounted_side: (n) =>
    `${many(n, 'transaction has a side that its type does not cover', 'transactions have a side that their type does not cover')}; it is not counted.`,
  negative_balance: (n) =>
    `${many(n, 'account disposes of', 'accounts dispose of')} more of an asset than ever came in.`,
  gift_basis_unknown: (n) => `${many(n, 'gift lacks', 'gifts lack')} the donor’s cost.`,
  one_for_one: (n) =>
    `${many(n, 'pair was', 'pairs were')} only ever traded one for one, and ${n === 1 ? 'is' : 'are'} taxed as trades until you say what ${n === 1 ? 'it is' : 'they are'}.`,
  safe_harbor_missing: () =>
    'No Safe Harbor allocation was recorded for 2025; units stayed where they were acquired as far as they were still held there, and the rest went oldest first to accounts by name.',
  safe_harbor_off_record: () =>
    'Your Safe Harbor record no longer fits your history; units that it does not place went by the default.',
  safe_harbor_unplaced: () =>
    'On January 1, 2025 more units had a cost than your accounts held; your history is incomplete.',
  staking_return_exceeds_lockup: (n) =>
    `${many(n, 'staking return brings', 'staking returns bring')} back more than was locked up.`,
  staking_return_short: (n) =>
    `${many(n, 'staking return brings', 'staking returns bring')} back less than was locked up; the rest counts as still locked.`,
  spec_lot_unavailable: (n) =>
    `${many(n, 'sale names', 'sales name')} a lot that was not available; FIFO was used.`,
}

const UNPRICED: Readonly<Record<UnpricedAs, (n: number) => string>> = {
  nothing: (n) =>
    `${many(n, 'transaction has no price and counts', 'transactions have no price and count')} at $0.00.`,
  donor_basis: (n) =>
    `${many(n, 'gift has no price, so a loss on it counts', 'gifts have no price, so a loss on them counts')} from what the donor paid, which may be too much.`,
  no_disposal: (n) =>
    `${many(n, 'lock-up or return has no price and counts', 'lock-ups or returns have no price and count')} as no disposal.`,
}

export interface FoundCode {
  readonly code: string
  /** Effect of a missing price, for a finding of one. */
  readonly unpriced_as: UnpricedAs | null
}

export function sentenceOf({ code, unpriced_as }: FoundCode, n: number): string {
  const sentence = code === 'missing_price' ? UNPRICED[unpriced_as ?? 'nothing'] : SENTENCES[code]
  return sentence?.(n) ?? code.replaceAll('_', ' ')
}

/** The sentence of a finding on one transaction. */
export function findingSentence(found: FoundCode): string {
  return sentenceOf(found, 1)
}
