import type { Tx } from '../../platform/database.ts'
import { notify } from '../../platform/notify.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import type { Editor } from '../transactions/edit-transaction.ts'
import { recount, writeJournal } from '../transactions/journal.ts'
import { settleJournal } from '../transactions/settle-journal.ts'

/** A person's word on a match: it stands first and for ever, until they say otherwise. */
export async function decideMatch(
  tx: Tx,
  { userId }: Editor,
  matchId: string,
  decision: 'match' | 'refuse',
): Promise<void> {
  await writeJournal(tx, userId)
  const state = decision === 'match' ? 'made' : 'refused'
  const found = await tx.run(sql`
    update matches set state = ${state}, made_by = 'person', quality = 'person' where user_id = ${userId} and id = ${matchId}`)
  if (found === 0) refuse('not_found')
  const sides = await tx.all<{ transaction_id: string }>(sql`
    select transaction_id from match_sides where user_id = ${userId} and match_id = ${matchId}`)
  const ids = sides.map((side) => side.transaction_id)
  await settleJournal(tx, userId, ids)
  await recount(tx, userId)
  for (const id of ids) await notify(tx, userId, { type: 'transactions', id, status: 'matched' })
}
