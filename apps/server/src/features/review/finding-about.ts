import { BANKRUPTCY_FLAG, type ReviewKind, type TransactionEdit } from '@lotbook/contract'
import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import type { ChangeEdit } from '../../journal/transactions/changes.ts'
import { namedOrTogether } from './questions-together.ts'

/** The transaction that an item of the queue is about, with the finding itself. */
export interface About {
  readonly finding: string
  readonly code: ReviewKind
  readonly id: string
  readonly at: Date
  readonly type: string
  readonly account_id: string
  readonly from_asset: string | null
  readonly to_asset: string | null
  readonly from_amount: string | null
  readonly to_amount: string | null
  readonly fee_asset: string | null
  readonly fee_amount: string | null
  /** Detail of the finding: the assets that lack a price. */
  readonly note: string | null
  /** Its source calls it the payment of a bankrupt company. */
  readonly is_bankruptcy: boolean
  /** Its source says that it may be a side of the order of this flag. */
  readonly order_flag: string | null
  readonly time_zone: string
  readonly currency: string
}

/** Effect of an answer on the journal. */
export interface Deed {
  readonly summary: string
  readonly edit?: TransactionEdit
  /** Edited transactions, if there are more than the transaction itself. */
  readonly edited?: readonly string[]
  /** How others of these are edited than by the same. */
  readonly otherEdits?: ReadonlyMap<string, TransactionEdit>
  /** Part of the same change, written already. */
  readonly more?: readonly ChangeEdit[]
  /** Further transactions to settle the journal with. */
  readonly touched?: readonly string[]
  /** Other findings that it answers. */
  readonly answers?: readonly string[]
  /** The finding stays with what was decided instead of being gone. */
  readonly isAccepted?: boolean
}

/** Whether what lacks a price is a fee in a third coin, of which the value of the transaction says nothing. */
export function isOfFee({ fee_asset, from_asset, to_asset, note }: About): boolean {
  return fee_asset !== null && note === fee_asset && fee_asset !== from_asset && fee_asset !== to_asset
}

/** Transactions that findings are about; `f` is the finding. */
const abouts = (userId: string) => sql`
  select f.id as finding, f.code, t.id, t.at, t.type, t.account_id, t.from_asset, t.to_asset, t.from_amount::text, t.to_amount::text,
    t.fee_asset, t.fee_amount::text, f.note, ${BANKRUPTCY_FLAG} = any (t.flags) as is_bankruptcy,
    (select min(x) from unnest(t.flags) x where x like 'order_side:%') as order_flag, c.time_zone, c.currency
  from findings f join customers c on c.user_id = f.user_id
  join transactions t on t.user_id = f.user_id and t.id = f.transaction_id and t.deleted_at is null
  where f.user_id = ${userId} and f.subject = 'transaction' and f.state <> 'resolved'`

/** Open questions for the price that a transaction lacks, itself among them. */
export function askedWith(tx: Tx, userId: string, { finding }: About): Promise<About[]> {
  return tx.all<About>(sql`${abouts(userId)} and ${namedOrTogether(userId, [finding])} order by t.at, t.id`)
}

/** @throws Refusal `not_found`, or `changed_elsewhere` for an item that was settled meanwhile. */
export async function aboutOf(tx: Tx, userId: string, findingId: string): Promise<About> {
  const about = await tx.maybe<About>(sql`${abouts(userId)} and f.id = ${findingId}`)
  if (about !== undefined) return about
  // A person who answers from a window that is behind is told that the item exists, and its decision stands.
  const there = await tx.maybe<{ id: string }>(
    sql`select id from findings where user_id = ${userId} and id = ${findingId}`,
  )
  return there === undefined
    ? refuse('not_found')
    : refuse('changed_elsewhere', 'This was settled elsewhere since you opened it. Nothing was changed.')
}
