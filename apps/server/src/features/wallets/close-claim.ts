import { BANKRUPTCY_FLAG, dayWords, type ClaimLeft } from '@lotbook/contract'
import { FIRST_INSTANT, tickerOf } from '@lotbook/journal'
import { claimClosedAt } from '@lotbook/tax'
import type { Tx } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import { claimLeftOf } from '../../journal/edits/claim-accounts.ts'
import { editTransactions } from '../../journal/edits/edit-transaction.ts'
import { addTransaction } from '../../journal/transactions/add-transaction.ts'
import type { ChangeEdit } from '../../journal/transactions/changes.ts'
import type { Editor } from '../../journal/transactions/editor.ts'
import { writeJournal } from '../../journal/transactions/write-journal.ts'

/** The units that a bankrupt company still owes of an account, and how many of its payments nobody answered yet. */
export async function claimLeft(tx: Tx, userId: string, accountId: string): Promise<ClaimLeft> {
  const { account, left } = await claimLeftOf(tx, userId, accountId)
  const symbols = await tx.all<{ id: string; symbol: string }>(
    sql`select id, symbol from assets where id = any (${left.map(({ asset }) => asset)})`,
  )
  const symbolOf = new Map(symbols.map(({ id, symbol }) => [id, symbol]))
  return {
    open: await openPayments(tx, userId, account.id),
    assets: left.map(({ asset, quantity }) => ({
      asset,
      symbol: symbolOf.get(asset) ?? tickerOf(asset),
      quantity,
    })),
  }
}

/**
 * Closes a bankruptcy: what was not paid of the claim leaves as lost at the end of that day, with its basis and no loss computed (R-LOSS-1). One
 * change with one undo.
 *
 * @returns the id of the change, and how many assets left.
 */
export async function closeClaim(
  tx: Tx,
  editor: Editor,
  accountId: string,
  closedOn: string,
): Promise<{ readonly changeId: string; readonly count: number }> {
  const { userId } = editor
  const journalVersion = await writeJournal(tx, userId)
  const at = await closingMoment(tx, editor, closedOn)
  const { account, heldBy, left } = await claimLeftOf(tx, userId, accountId, at)
  if ((await openPayments(tx, userId, account.id)) > 0)
    refuse(
      'invalid_input',
      'Answer the payments in this bankruptcy in the review first: they reduce what is lost.',
    )
  await refuseLaterMoves(tx, userId, heldBy, at)
  if (left.length === 0) refuse('invalid_input', `Nothing was left in ${account.name} on that day.`)
  const more: ChangeEdit[] = []
  for (const { asset, quantity: amount } of left)
    more.push(
      await addTransaction(
        tx,
        { userId, journalVersion },
        {
          accountId: heldBy,
          at,
          type: 'outgoing',
          subType: 'lost',
          from: { asset, amount },
          to: null,
          comment: `Not paid of the claim on ${account.name}`,
          flag: 'claim_closed',
          answers: account.id,
        },
      ),
    )
  const words = { kind: 'edit', summary: `Closed the claim on ${account.name}` } as const
  const touched = more.map(({ targetId }) => targetId)
  const changeId = await editTransactions(tx, editor, [], () => ({}), words, more, touched)
  return { changeId: changeId ?? refuse('invalid_input', 'Nothing was changed.'), count: left.length }
}

/** The end of the day where the customer lives, and no later than now. */
async function closingMoment(tx: Tx, { userId, now }: Editor, closedOn: string): Promise<Date> {
  const { time_zone: zone } = await tx.one<{ time_zone: string }>(
    sql`select time_zone from customers where user_id = ${userId}`,
  )
  const wrong = (text: string) => refuse('invalid_input', undefined, { fields: { closed_on: text } })
  const at = claimClosedAt(closedOn, zone)
  if (at === undefined) return wrong(dayWords.none('closed_on'))
  if (at < FIRST_INSTANT) return wrong(dayWords.tooEarly('closed_on'))
  if (at >= now.getTime() + DAY_MS) return wrong(dayWords.inFuture('closed_on'))
  return new Date(Math.min(at, now.getTime()))
}

const DAY_MS = 86_400_000

/** Payments of the account's company that its source calls so, and that the review still asks about. */
async function openPayments(tx: Tx, userId: string, accountId: string): Promise<number> {
  const { count } = await tx.one<{ count: string }>(sql`
    select count(*) from transactions t where t.user_id = ${userId} and t.account_id = ${accountId} and t.deleted_at is null
      and ${BANKRUPTCY_FLAG} = any (t.flags) and exists (select 1 from findings f
        where f.user_id = t.user_id and f.subject = 'transaction' and f.subject_id = t.id::text and f.state = 'open'
          and f.code in ('unmatched_receive', 'unknown_type'))`)
  return Number(count)
}

/** Refuses to close a claim before its last move: units that leave after the day would leave twice. */
async function refuseLaterMoves(tx: Tx, userId: string, accountId: string, at: Date): Promise<void> {
  const later = await tx.maybe<{ day: string }>(sql`
    select to_char(min(t.at), 'Mon DD, YYYY') as day from transactions t
    where t.user_id = ${userId} and t.account_id = ${accountId} and t.deleted_at is null and not t.is_ignored and t.at > ${at}
    having min(t.at) is not null`)
  if (later === undefined) return
  refuse('invalid_input', undefined, {
    fields: { closed_on: dayWords.before('closed_on', `something moved in this account on ${later.day}`) },
  })
}
