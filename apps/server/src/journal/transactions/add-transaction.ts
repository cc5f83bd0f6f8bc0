import { amountWords } from '@lotbook/contract'
import { canonicalAmount } from '@lotbook/money'
import { isFiat, type StatedValue, tickerOf } from '@lotbook/journal'
import { fingerprintOf } from '@lotbook/sources'
import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import type { ChangeEdit } from './changes.ts'
import { checkLock } from './check-lock.ts'

/** A transaction that a person adds where history has a gap. */
export interface AddedTransaction {
  readonly accountId: string
  readonly at: Date
  readonly type: 'buy' | 'incoming' | 'outgoing' | 'swap' | 'trade'
  readonly subType: string | null
  readonly from: AddedSide | null
  readonly to: AddedSide | null
  readonly comment: string
  /** Among the flags: why it is there. */
  readonly flag:
    | 'opening_lot'
    | 'moved_here'
    | 'further_fee'
    | 'lost_stake'
    | 'claim_set_aside'
    | 'claim_paid'
    | 'claim_closed'
  /** The finding it answers, or the account whose claim it closes: two gaps with the same answer are two transactions. */
  readonly answers: string
  /** For a further fee: the fingerprint of the transaction it was paid for, and its share of that where it has one. */
  readonly paidFor?: { readonly fingerprint: string; readonly worth: StatedValue | null }
  /** Its fair market value, where that is known. */
  readonly worth?: StatedValue | null
}

interface AddedSide {
  readonly asset: string
  readonly amount: string
}

/**
 * Add a transaction; whoever calls records the change and settles the journal. The same one again, after an undo, is that
 * row again.
 */
export async function addTransaction(
  tx: Tx,
  at: { readonly userId: string; readonly journalVersion: string },
  added: AddedTransaction,
): Promise<ChangeEdit> {
  const { userId, journalVersion } = at
  await checkLock(tx, userId, added.at.toISOString())
  const { key } =
    (await tx.maybe<{ key: string }>(sql`
      select key from accounts where user_id = ${userId} and id = ${added.accountId}`)) ?? refuse('not_found')
  const amount = (text: string) =>
    canonicalAmount(text) ?? refuse('invalid_input', amountWords.tooLong('amount'))
  const leg = (side: AddedSide | null) => (side === null ? '' : `${amount(side.amount)} ${side.asset}`)
  const fingerprint = fingerprintOf(
    added.flag,
    key,
    added.at.toISOString(),
    leg(added.from),
    leg(added.to),
    added.answers,
  )
  const { paidFor } = added
  const worth = added.worth ?? paidFor?.worth ?? null
  for (const side of [added.from, added.to])
    if (side !== null)
      await tx.run(sql`
        insert into assets (id, kind, symbol, name) values (${side.asset}, ${isFiat(side.asset) ? 'fiat' : 'coin'}, ${tickerOf(side.asset)}, ${tickerOf(side.asset)})
        on conflict do nothing`)
  const { id } = await tx.one<{ id: string }>(sql`
    insert into transactions (user_id, id, account_id, fingerprint, at, type, sub_type, from_asset, from_amount, to_asset, to_amount,
      comment, flags, fee_of, value, value_currency, journal_version)
    values (${userId}, ${newId()}, ${added.accountId}, decode(${fingerprint}, 'hex'), ${added.at}, ${added.type}, ${added.subType},
      ${added.from?.asset ?? null}, ${added.from === null ? null : amount(added.from.amount)}, ${added.to?.asset ?? null},
      ${added.to === null ? null : amount(added.to.amount)}, ${added.comment}, ${[added.flag]},
      decode(${paidFor?.fingerprint ?? null}, 'hex'), ${worth?.amount ?? null}, ${worth?.currency ?? null}, ${journalVersion})
    on conflict (user_id, fingerprint) do update set deleted_at = null, removed_at = null, journal_version = excluded.journal_version,
      comment = excluded.comment,
      -- A value that a person corrected since is laid over what was added.
      value = case when transactions.base is null then excluded.value else transactions.value end,
      value_currency = case when transactions.base is null then excluded.value_currency else transactions.value_currency end
    returning id`)
  return { target: 'added', targetId: id, before: null, after: { ...added, at: added.at.toISOString() } }
}

/** Take added transactions out again, but for those that another change stands for too. They stay as rows, for the same answer to bring them back. */
export async function removeAdded(
  tx: Tx,
  at: { readonly userId: string; readonly journalVersion: string },
  added: readonly string[],
): Promise<void> {
  if (added.length === 0) return
  const kept = await tx.all<{ id: string }>(sql`
    select distinct e.target_id as id from edits e
    join changes c on (c.user_id, c.id) = (e.user_id, e.change_id) and c.undone_at is null
    where e.user_id = ${at.userId} and e.target = 'added' and e.target_id = any (${added})`)
  const stays = new Set(kept.map(({ id }) => id))
  const ids = added.filter((id) => !stays.has(id))
  if (ids.length === 0) return
  await checkLock(tx, at.userId, ids)
  await tx.run(sql`
    update transactions set deleted_at = now(), journal_version = ${at.journalVersion}
    where user_id = ${at.userId} and id = any (${ids}) and deleted_at is null`)
  await tx.run(sql`
    update findings set state = 'resolved', updated_at = now() where user_id = ${at.userId} and subject = 'transaction'
      and subject_id = any (${ids}) and state = 'open'`)
}
