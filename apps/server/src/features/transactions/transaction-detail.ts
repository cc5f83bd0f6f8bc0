import type { TransactionDetail } from '@lotbook/contract'
import type { Tx } from '../../platform/database.ts'
import type { Keys } from '../../platform/keys.ts'
import { refuse } from '../../platform/refusal.ts'
import type { TransactionFields } from '../../journal/transactions/imported-transaction.ts'
import { changeColumns, toldChange, type ChangeRow } from '../../journal/transactions/described-change.ts'
import { lockedDay } from '../../journal/transactions/check-lock.ts'
import { fieldColumns } from '../../journal/transactions/overlay.ts'
import { versionOf } from '../../journal/transactions/transaction-version.ts'
import { sql, type Sql } from '../../platform/sql.ts'
import { furtherFeesOf, paidForBy } from '../../journal/transactions/further-fees-of.ts'
import { customerCurrencies, inCurrency, ratesOfDays } from '../../journal/valuing/display-currency.ts'
import { priceSourceOf } from '../../journal/valuing/price-source.ts'
import { maySide } from '../../journal/matching/match-sides.ts'
import { recordsOf } from '../imports/original-records.ts'
import {
  listedRows,
  newestCalculation,
  onlyRow,
  plain,
  transactionRow,
  type ListedRow,
} from '../../journal/transactions/transaction-rows.ts'

interface More {
  readonly tx_hash: string | null
  readonly external_id: string | null
  readonly comment: string | null
  readonly us_based: boolean
  readonly created_at: Date
  readonly can_match: boolean
  readonly locked_before: string | null
  readonly currency: string
  readonly fee_value: string | null
}

/** Everything about one transaction: its original rows, its history, the lots it used, its match. */
export async function transactionDetail(
  tx: Tx,
  keys: Keys,
  userId: string,
  id: string,
): Promise<TransactionDetail> {
  const calculation = newestCalculation(userId)
  const listed = await tx.maybe<ListedRow>(listedRows(userId, calculation, onlyRow(userId, id)))
  if (listed === undefined) refuse('not_found')
  const more = await tx.one<More>(sql`
    select t.tx_hash, t.external_id, t.comment, coalesce(t.us_based, a.us_based) as us_based, t.created_at,
      ${maySide} as can_match, case when t.at < c.locked_before then ${lockedDay} end as locked_before, c.currency,
      case t.fee_asset when c.currency then t.fee_amount else v.value end::text as fee_value
    from transactions t join accounts a on (a.user_id, a.id) = (t.user_id, t.account_id)
    join customers c on c.user_id = t.user_id
    left join valuations v on v.user_id = t.user_id and v.transaction_id = t.id and v.side = 'fee'
    where t.user_id = ${userId} and t.id = ${id}`)
  const { base: _, ...fields } = await tx.one<TransactionFields & { base: unknown }>(sql`
    select ${fieldColumns} from transactions t where t.user_id = ${userId} and t.id = ${id}`)
  const price = await priceSourceOf(tx, userId, id, 'main')
  const furtherFees = await furtherFeesOf(tx, userId, id, more.currency)
  return {
    ...transactionRow(listed),
    version: versionOf(fields),
    locked_before: more.locked_before,
    tx_hash: more.tx_hash,
    external_id: more.external_id,
    comment: more.comment,
    us_based: more.us_based,
    value: price && {
      amount: price.value,
      currency: price.currency,
      origin: price.origin,
      source: price.sentence,
      attribution: price.attribution,
    },
    shown: await shownOf(tx, userId, {
      at: listed.at,
      value: price?.value ?? null,
      fees: [more.fee_value, ...furtherFees.map((fee) => fee.value)],
    }),
    imported_at: more.created_at.toISOString(),
    records: await recordsOf(tx, keys, userId, [id]),
    changes: await changesOf(tx, userId, id),
    lots: await lotsOf(tx, userId, id, calculation),
    fee_value: more.fee_value === null ? null : plain(more.fee_value),
    further_fees: furtherFees,
    paid_for: await paidForBy(tx, userId, id),
    match: await matchOf(tx, userId, id),
    refused_matches: await refusedOf(tx, userId, id),
    can_match: more.can_match,
  }
}

/** Values in the currency that the customer chose; null where that is the currency of the return. */
async function shownOf(
  tx: Tx,
  userId: string,
  {
    at,
    value,
    fees: [fee = null, ...further],
  }: { readonly at: Date; readonly value: string | null; readonly fees: readonly (string | null)[] },
): Promise<TransactionDetail['shown']> {
  const currencies = await customerCurrencies(tx, userId)
  if (currencies.shown === currencies.tax) return null
  const rate = (await ratesOfDays(tx, currencies, [at]))(at)
  return {
    currency: currencies.shown,
    value: inCurrency(value, currencies, rate),
    fee_value: inCurrency(fee, currencies, rate),
    further_fees: further.map((one) => inCurrency(one, currencies, rate)),
    rate: rate ?? null,
  }
}

async function changesOf(tx: Tx, userId: string, id: string): Promise<TransactionDetail['changes']> {
  const rows = await tx.all<
    ChangeRow & {
      target: string
      undone_at: Date | null
      before: Record<string, unknown> | null
      after: Record<string, unknown> | null
    }
  >(sql`
    select distinct on (c.at, c.id) ${changeColumns},
      coalesce(c.undone_at, e.withdrawn_at) as undone_at, e.target, e.before, e.after
    from changes c join edits e on (e.user_id, e.change_id) = (c.user_id, c.id)
    where c.user_id = ${userId} and ((e.target in ('transaction', 'added', 'removed') and e.target_id = ${id})
      or (e.target = 'added' and e.target_id in (select f.id from transactions p
        join transactions f on f.user_id = p.user_id and f.fee_of = p.fingerprint where p.user_id = c.user_id and p.id = ${id}))
      or (e.target = 'match'
      and (e.after ->> 'departure' = ${id}::text or e.after -> 'arrivals' ? ${id}::text))
      or (e.target = 'finding' and e.target_id in (select f.id from findings f
        where f.user_id = c.user_id and f.subject = 'transaction' and f.subject_id = ${id}::text))) order by c.at desc, c.id desc, e.target desc`)
  return rows.map((row) => ({
    ...toldChange(row, userId),
    is_undone: row.undone_at !== null,
    can_undo: row.undone_at === null,
    fields: (row.target !== 'transaction' ? [] : Object.keys(row.after ?? {})).map((field) => ({
      field,
      before: text(row.before?.[field]),
      after: text(row.after?.[field]),
    })),
  }))
}

function text(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}

async function lotsOf(
  tx: Tx,
  userId: string,
  id: string,
  calculation: Sql,
): Promise<TransactionDetail['lots']> {
  const rows = await tx.all<{
    n: number
    kind: string
    asset_id: string
    lot_transaction_id: string | null
    acquired: string | null
    disposed: string
    quantity: string
    proceeds: string
    basis: string
    gain: string
    term: 'short' | 'long'
  }>(sql`
    select n, kind, asset_id, lot_transaction_id, acquired, disposed, quantity::text, proceeds::text, basis::text, gain::text, term
    from disposals_of_transactions
    where user_id = ${userId} and calculation_id = ${calculation} and transaction_id = ${id} order by n`)
  return rows.map((row) => ({
    handle: `disposal:${row.n}`,
    kind: row.kind,
    asset: row.asset_id,
    lot_transaction_id: row.lot_transaction_id,
    acquired: row.acquired,
    disposed: row.disposed,
    quantity: plain(row.quantity),
    proceeds: plain(row.proceeds),
    basis: plain(row.basis),
    gain: plain(row.gain),
    term: row.term,
  }))
}

type Match = NonNullable<TransactionDetail['match']>

/** The match that counts, or the suggestion that waits. What a person said of a side that is gone rests. */
async function matchOf(tx: Tx, userId: string, id: string): Promise<Match | null> {
  const [match] = await matchesOf(
    tx,
    userId,
    id,
    sql`(m.state = 'made' or (m.state = 'suggested' and m.made_by = 'system'))`,
  )
  return match ?? null
}

/** Matches that a person refused, each of which can be made at any later time. */
function refusedOf(tx: Tx, userId: string, id: string): Promise<Match[]> {
  return matchesOf(tx, userId, id, sql`m.state = 'refused'`)
}

export async function matchesOf(tx: Tx, userId: string, id: string, which: Sql): Promise<Match[]> {
  const rows = await tx.all<Omit<Match, 'others'> & { others: Match['others'] }>(sql`
    select m.id, case m.quality when 'person' then 'weak' else m.quality end as quality, m.state, m.made_by, m.gap::text,
      jsonb_agg(jsonb_build_object('id', t.id, 'account_name', a.name, 'at', t.at,
        'amount', coalesce(t.from_amount, t.to_amount)::text)
        order by t.at, t.id) as others
    from (select match_id from match_sides where user_id = ${userId} and transaction_id = ${id} offset 0) s
    join matches m on m.user_id = ${userId} and m.id = s.match_id and ${which}
    cross join lateral (
      select transaction_id from match_sides
      where user_id = ${userId} and match_id = m.id and transaction_id <> ${id} offset 0
    ) o
    cross join lateral (
      select id, at, account_id, from_amount, to_amount from transactions
      where user_id = ${userId} and id = o.transaction_id and deleted_at is null offset 0
    ) t
    join accounts a on a.user_id = ${userId} and a.id = t.account_id
    group by m.user_id, m.id order by m.state, m.created_at, m.id`)
  return rows.map((row) => ({
    ...row,
    gap: plain(row.gap),
    others: row.others.map((o) => ({ ...o, at: new Date(o.at).toISOString(), amount: plain(o.amount) })),
  }))
}
