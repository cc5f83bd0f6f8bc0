import { sidesFit, type TransactionType } from '@lotbook/journal'
import { chainOfAccount } from '@lotbook/sources'
import type { MatchSide } from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import { sql, type Sql } from '../../platform/sql.ts'
import type { TransactionFields } from '../transactions/imported-transaction.ts'
import { fitsItsType } from '../transactions/sides-fit.ts'

/** A transaction that may be half of a self-transfer. */
export interface SideRow {
  readonly id: string
  readonly fingerprint: string
  readonly direction: MatchSide['direction']
  readonly account_key: string
  readonly asset: string
  readonly amount: string
  readonly at: Date
  readonly fee_amount: string | null
  readonly fee_asset: string | null
  readonly tx_hash: string | null
  readonly sequence: string | null
}

/**
 * Whether transaction `t` may be half of a self-transfer: sent and received, of coins and of NFTs, never of cash. What has another side
 * than its type counts is none: a transfer would drop that side.
 */
export const maySide = sql`(t.deleted_at is null and not t.is_ignored and not ('fiat' = any (t.flags))
  and t.sub_type in ('sent', 'received', 'send', 'receive')
  and ((t.type = 'outgoing' and t.sub_type = 'sent') or (t.type = 'incoming' and t.sub_type = 'received')
    or (t.type = 'nft' and t.sub_type in ('send', 'receive')))
  and ${fitsItsType})`

/** The same of a transaction at hand that is not deleted. */
export function mayBeSide({
  type,
  sub_type,
  from_asset,
  to_asset,
  flags,
  is_ignored,
}: Pick<TransactionFields, 'type' | 'sub_type' | 'from_asset' | 'to_asset' | 'is_ignored'> & {
  readonly flags: readonly string[]
}): boolean {
  if (is_ignored || flags.includes('fiat')) return false
  if (!sidesFit(type as TransactionType, sub_type, { from: from_asset !== null, to: to_asset !== null }))
    return false
  if (type === 'outgoing') return sub_type === 'sent'
  if (type === 'incoming') return sub_type === 'received'
  return type === 'nft' && (sub_type === 'send' || sub_type === 'receive')
}

/** The asset of such a half, in the words of the order `transactions_sides`. */
export const sideAsset = sql`case when t.from_asset is null then t.to_asset else t.from_asset end`

/** Whether a transaction of this sub type can become such a half, by itself or once it is edited back. */
export function isSideType(subType: string | null): boolean {
  return subType !== null && ['sent', 'received', 'send', 'receive'].includes(subType)
}

/** A side that changed: when it was, or is. */
export interface Spot {
  readonly asset: string
  readonly at: Date
}

type SideFields = Pick<TransactionFields, 'sub_type' | 'from_asset' | 'to_asset'> & {
  readonly at: string | Date
}

/** The side of a self-transfer that fields may be. */
export function spotOf({ at, sub_type, from_asset, to_asset }: SideFields): Spot[] {
  const asset = from_asset ?? to_asset
  return asset === null || !isSideType(sub_type) ? [] : [{ asset, at: new Date(at) }]
}

/** The sides of a customer that a condition on `t` finds, in order of time. */
export function readSides(tx: Tx, userId: string, which: Sql): Promise<SideRow[]> {
  return sidesFrom(tx, userId, sql`transactions t`, which)
}

/**
 * The sides among some transactions, in order of time. Each is looked up by its id: the planner takes a customer for a small part
 * of the table, and would rather read all their sides.
 */
export function readSidesOf(
  tx: Tx,
  userId: string,
  ids: readonly string[],
  which: Sql = sql`true`,
): Promise<SideRow[]> {
  const from = sql`unnest(${[...new Set(ids)]}::uuid[]) as named (id)
    cross join lateral (select * from transactions where user_id = ${userId} and id = named.id offset 0) t`
  return sidesFrom(tx, userId, from, which)
}

/** The sides among the transactions with some hashes, in order of time; looked up like those by id. */
export function readSidesWithHash(
  tx: Tx,
  userId: string,
  hashes: readonly string[],
  which: Sql,
): Promise<SideRow[]> {
  const from = sql`unnest(${[...new Set(hashes)]}::text[]) as named (hash)
    cross join lateral (select * from transactions where user_id = ${userId} and tx_hash = named.hash offset 0) t`
  return sidesFrom(tx, userId, from, which)
}

function sidesFrom(tx: Tx, userId: string, from: Sql, which: Sql): Promise<SideRow[]> {
  return tx.all<SideRow>(sql`
    select t.id, encode(t.fingerprint, 'hex') as fingerprint,
      case when t.sub_type in ('sent', 'send') then 'departure' else 'arrival' end as direction,
      coalesce(p.key, a.key) as account_key, ${sideAsset} as asset,
      coalesce(t.from_amount, t.to_amount)::text as amount, t.at, t.fee_amount::text, t.fee_asset, t.tx_hash, t.sequence
    from ${from} join accounts a on (a.user_id, a.id) = (t.user_id, t.account_id)
    left join accounts p on (p.user_id, p.id) = (a.user_id, a.pooled_with)
    where t.user_id = ${userId} and ${maySide} and ${which}
    order by t.at, t.id`)
}

export function sideOf(row: SideRow): MatchSide {
  return {
    id: row.id,
    direction: row.direction,
    accountKey: row.account_key,
    asset: row.asset,
    at: row.at.getTime(),
    amount: row.amount,
    fee: row.fee_amount,
    feeAsset: row.fee_asset,
    txHash: row.tx_hash,
    chain: chainOfAccount(row.account_key),
    sequence: row.sequence,
    fingerprint: row.fingerprint,
  }
}
