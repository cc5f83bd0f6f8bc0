import type { REVIEW_ACTIONS } from '@lotbook/contract'
import type { Tx } from '../../platform/database.ts'
import { notify } from '../../platform/notify.ts'
import { refuse } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import { recordChange, type ChangeEdit } from '../../journal/transactions/changes.ts'
import { editTransactions, fewOnly } from '../../journal/edits/edit-transaction.ts'
import { recount, writeJournal } from '../../journal/transactions/write-journal.ts'
import { settleJournal } from '../../journal/settling/settle-journal.ts'
import { decideFindings } from '../../journal/findings/decide-finding.ts'
import { findOpenQuestions } from '../../journal/settling/find-open-questions.ts'
import { writeWordOnSuggestions } from '../../journal/edits/decide-match.ts'
import { reviewCondition, type ReviewFilter } from './list-review.ts'
import { namedOrTogether } from './questions-together.ts'
import type { Editor } from '../../journal/transactions/editor.ts'

export type ReviewAction = (typeof REVIEW_ACTIONS)[number]

export interface ActRequest {
  readonly action: ReviewAction
  readonly items?: readonly string[] | undefined
  readonly by_asset?: boolean | undefined
  readonly filter?: ReviewFilter | undefined
  readonly note?: string | undefined
}

/** The most transactions or matches in one request; accepting has no limit. */
const MOST = 5_000

/**
 * Do one thing to many items of the queue: one change, with one undo.
 *
 * @returns the id of the change, and how many items it concerned.
 */
export async function actOnReview(
  tx: Tx,
  editor: Editor,
  request: ActRequest,
): Promise<{ changeId: string; count: number }> {
  const { userId } = editor
  await writeJournal(tx, userId)
  const items = await chosen(tx, userId, request)
  if (items.length === 0) refuse('invalid_input', 'None of these items is still open.')
  const ids = items.map((item) => item.id)
  const about = [...new Set(items.filter((i) => i.subject === 'transaction').map((i) => i.subject_id))]
  const words = { kind: 'review', summary: summaryOf(request.action, items.length) } as const
  const done = (changeId: string) => ({ changeId, count: items.length })

  switch (request.action) {
    case 'accept':
    case 'reopen': {
      const isAccepted = request.action === 'accept'
      const decision = isAccepted ? { choice: 'accept', note: request.note ?? null } : null
      const edits = await decideFindings(tx, editor, ids, isAccepted ? 'accepted' : 'open', decision)
      // An accepted unknown type may raise the next question about the transaction.
      const ofType = items.filter(({ code }) => code === 'unknown_type').map(({ subject_id: id }) => id)
      await findOpenQuestions(tx, userId, ofType)
      return done(await finish(tx, editor, words, edits, []))
    }
    case 'ignore': {
      if (about.length > MOST) refuse('invalid_input', `At most ${MOST} transactions at a time.`)
      const findings = await decideFindings(tx, editor, ids, 'resolved', {
        choice: 'ignore',
        note: request.note ?? null,
      })
      const changeId = await editTransactions(
        tx,
        editor,
        about,
        () => ({ is_ignored: true }),
        words,
        findings,
      )
      return done(changeId ?? refuse('invalid_input', 'Nothing was changed.'))
    }
    case 'match':
    case 'refuse': {
      if (about.length > MOST) refuse('invalid_input', `At most ${MOST} transfers at a time.`)
      const state = request.action === 'match' ? 'made' : 'refused'
      const said = await writeWordOnSuggestions(tx, editor, about, state)
      if (said.edits.length === 0) refuse('invalid_input', 'No transfer is suggested for these.')
      return done(await finish(tx, editor, words, said.edits, said.ids))
    }
  }
}

interface Chosen {
  readonly id: string
  readonly code: string
  readonly subject: string
  readonly subject_id: string
}

function chosen(tx: Tx, userId: string, { action, items, by_asset, filter }: ActRequest): Promise<Chosen[]> {
  const from = action === 'reopen' ? 'accepted' : 'open'
  if (items === undefined && filter === undefined) refuse('invalid_input', 'Choose what it is about.')
  const which =
    filter === undefined
      ? sql`f.user_id = ${userId} and f.state = ${from}`
      : reviewCondition(userId, { ...filter, state: from })
  const named =
    items === undefined
      ? sql`true`
      : by_asset === true
        ? namedOrTogether(userId, items)
        : sql`f.id = any (${items})`
  return tx.all<Chosen>(sql`
    select f.id, f.code, f.subject, f.subject_id from findings f where ${which} and ${named} order by f.id`)
}

async function finish(
  tx: Tx,
  editor: Editor,
  words: { readonly kind: 'review'; readonly summary: string },
  edits: readonly ChangeEdit[],
  touched: readonly string[],
): Promise<string> {
  const changeId = await recordChange(tx, editor, { ...words, edits })
  await settleJournal(tx, editor.userId, touched, { was: fewOnly([], touched) })
  await recount(tx, editor.userId)
  await notify(tx, editor.userId, { type: 'transactions', id: changeId, status: 'reviewed' })
  return changeId
}

function summaryOf(action: ReviewAction, count: number): string {
  const items = `${count} ${count === 1 ? 'item' : 'items'}`
  switch (action) {
    case 'accept':
      return `Accepted ${items} as is`
    case 'reopen':
      return `Reopened ${items}`
    case 'ignore':
      return `Ignored the transactions of ${items}`
    case 'match':
      return `Matched ${items} as transfers`
    case 'refuse':
      return `Marked ${items} as not transfers`
  }
}
