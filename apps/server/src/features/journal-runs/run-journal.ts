import type { DecisionEffect } from '@lotbook/contract'
import { self, withSubject, type Database, type Tx } from '../../platform/database.ts'
import {
  takeFence,
  watchFence,
  writeLongUnderFence,
  writeUnderFence,
  type Fence,
} from '../../platform/fence.ts'
import { defineJob, HOLDING } from '../../platform/jobs.ts'
import { notify } from '../../platform/notify.ts'
import { Refusal } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'
import { MANY_ROWS, refreshStatistics } from '../../platform/statistics.ts'
import { effectsInThread } from '../review/effects-in-thread.ts'
import type { Spot } from '../../journal/matching/match-sides.ts'
import { keepEffects } from '../review/kept-effects.ts'
import { ruleEffectKnown } from '../rules/rule-effect.ts'
import type { DraftedRule } from '../../journal/rules/save-rule.ts'
import { settleRules } from '../../journal/rules/settle-rules.ts'
import { bulkEdit } from '../../journal/acts/bulk-edit.ts'
import { fewOnly, tellEdited } from '../../journal/edits/edit-transaction.ts'
import { recount, writeJournal } from '../../journal/transactions/write-journal.ts'
import { settleJournal } from '../../journal/settling/settle-journal.ts'
import { undoChange } from '../../journal/acts/undo-change.ts'
import { NONE_LEFT_OUT, RUN, type RunOutcome, type RunRequest } from '../../journal/acts/journal-run.ts'
import type { Editor } from '../../journal/transactions/editor.ts'

/** How often progress is written down. */
const PROGRESS_EVERY_MS = 250

type Tell = (stage: string, done?: number, total?: number) => void

/** Do what was asked for with many transactions: whole or not at all, and once, whenever its worker is killed. */
export const runJournalJob = defineJob<{ userId: string; runId: string }>(
  RUN.name,
  async ({ userId, runId }, { db, signal }) => {
    const fence = await takeFence(db, 'journal_runs', userId, runId)
    if (fence === undefined) return
    const { request, actor_id: actorId } = await withSubject(db, self(userId), (tx) =>
      tx.one<{ request: RunRequest; actor_id: string }>(sql`
        select request, actor_id from journal_runs where user_id = ${userId} and id = ${runId}`),
    )
    const progress = progressOf(db, fence)
    const editor = { userId, actorId, now: new Date() }
    try {
      // A change so large that a job takes it back is news to the planner, or may be.
      if (request.kind === 'undo') await refreshStatistics(db)
      if (request.kind === 'effect') await workOut(db, fence, request.rule, progress.tell, signal)
      else if ((await change(db, fence, editor, request, progress.tell)) >= MANY_ROWS)
        await refreshStatistics(db)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await progress.settled()
      await fail(db, fence, error.message)
    } finally {
      await progress.settled()
    }
  },
  {
    retryLimit: RUN.retryLimit,
    turns: HOLDING,
    giveUp: async ({ userId, runId }, { db }) => {
      const fence = await takeFence(db, 'journal_runs', userId, runId)
      if (fence !== undefined) await fail(db, fence, GIVEN_UP)
    },
  },
)

const GIVEN_UP =
  'This failed several times because of an error on our side. Nothing was changed. Try it again later.'

function fail(db: Database, fence: Fence, reason: string): Promise<void> {
  const { userId, id } = fence
  return writeUnderFence(db, fence, async (tx) => {
    await tx.run(sql`
      update journal_runs set state = 'failed', reason = ${reason}, finished_at = clock_timestamp()
      where user_id = ${userId} and id = ${id}`)
    await notify(tx, userId, { type: 'journal', id, status: 'failed', message: reason })
  })
}

/**
 * Change the journal, and all that follows from it, in one transaction.
 *
 * @returns how many transactions are not as they were.
 */
async function change(
  db: Database,
  fence: Fence,
  editor: Editor,
  request: Exclude<RunRequest, { kind: 'effect' }>,
  tell: Tell,
): Promise<number> {
  const { userId } = fence
  let outcome = NOTHING
  await writeLongUnderFence(db, fence, {
    async work(tx, stillWanted) {
      tell('Changing transactions')
      if (request.kind === 'undo') {
        const undone = await undoChange(tx, editor, request.change_id, {
          switchRuleOff: request.switch_rule_off ?? false,
        })
        outcome = { ...NOTHING, taken_back: undone.length }
        return
      }
      const journalVersion = await writeJournal(tx, userId)
      await stillWanted()
      const { touched, was, ...came } = await perform(tx, editor, journalVersion, request)
      outcome = { ...NOTHING, ...came }
      await stillWanted()
      tell('Matching and valuing', 0, touched.length)
      await settleJournal(tx, userId, touched, { was: was && fewOnly(was, touched) })
      await recount(tx, userId)
      await tellEdited(tx, userId, touched)
    },
    finish: (tx) => finish(tx, fence, outcome),
  })
  return outcome.changed + outcome.taken_back
}

const NOTHING: RunOutcome = {
  change_ids: [],
  changed: 0,
  taken_back: 0,
  left_out: NONE_LEFT_OUT,
  effect: null,
}

type Came = Pick<RunOutcome, 'change_ids' | 'changed' | 'taken_back' | 'left_out'> & {
  readonly touched: readonly string[]
  /** The sides of transfers that these were before; undefined where others open with them. */
  readonly was: readonly Spot[] | undefined
}

async function perform(
  tx: Tx,
  editor: Editor,
  journalVersion: string,
  request: Extract<RunRequest, { kind: 'rules' | 'unlocked' | 'bulk' }>,
): Promise<Came> {
  if (request.kind !== 'bulk') {
    const { touched, was, changeIds, changed, takenBack, leftOut } = await settleRules(
      tx,
      editor,
      journalVersion,
      'all',
      request.kind === 'rules' ? request.take_back : [],
    )
    const left_out = { ...NONE_LEFT_OUT, ...leftOut }
    const opened = request.kind === 'unlocked' ? await openedBy(tx, editor.userId, request) : []
    return {
      touched: [...new Set([...touched, ...opened])],
      was: request.kind === 'unlocked' ? undefined : was,
      change_ids: [...changeIds],
      changed,
      taken_back: takenBack,
      left_out,
    }
  }
  const { touched, was, changeId, leftOut } = await bulkEdit(tx, editor, journalVersion, request.bulk)
  return {
    touched,
    was,
    change_ids: changeId === undefined ? [] : [changeId],
    changed: touched.length,
    taken_back: 0,
    left_out: { ...NONE_LEFT_OUT, ...leftOut },
  }
}

/** Transactions that a lock no longer covers: matches, values and findings were kept from them. */
async function openedBy(
  tx: Tx,
  userId: string,
  { from, to }: Extract<RunRequest, { kind: 'unlocked' }>,
): Promise<string[]> {
  const rows = await tx.all<{ id: string }>(sql`
    select id from transactions where user_id = ${userId} and deleted_at is null
      and at >= coalesce(${from}::timestamptz, '-infinity') and at < ${to}::timestamptz order by id`)
  return rows.map((row) => row.id)
}

/** Works out in a thread how saving a rule would change the figures, and stores the result. */
async function workOut(
  db: Database,
  fence: Fence,
  rule: DraftedRule,
  tell: Tell,
  stopped: AbortSignal,
): Promise<void> {
  const { userId } = fence
  const watch = watchFence(db, fence)
  let effect: DecisionEffect | undefined
  try {
    const { journalVersion, keys } = await withSubject(db, self(userId), (tx) =>
      ruleEffectKnown(tx, userId, rule),
    )
    const signal = AbortSignal.any([watch.signal, stopped])
    ;[effect] = await effectsInThread(
      db,
      { userId, deeds: [{ kind: 'rule', rule }] },
      { signal, onProgress: tell },
    )
    watch.signal.throwIfAborted()
    if (effect === undefined) throw new Error('the effect was not worked out')
    await keepEffects(
      db,
      userId,
      journalVersion,
      keys.map((key) => ({ key, effect: effect! })),
    )
  } finally {
    watch.stop()
  }
  await writeUnderFence(db, fence, (tx) => finish(tx, fence, { ...NOTHING, effect: effect ?? null }))
}

async function finish(tx: Tx, { userId, id }: Fence, outcome: RunOutcome): Promise<void> {
  await tx.run(sql`
    update journal_runs set state = 'done', stage = 'Done', outcome = ${JSON.stringify(outcome)}::jsonb,
      finished_at = clock_timestamp() where user_id = ${userId} and id = ${id}`)
  await notify(tx, userId, { type: 'journal', id, status: 'done' })
}

/** Progress as rows and messages, at most four times a second, each in a short transaction of its own. */
function progressOf(db: Database, fence: Fence) {
  let last = -PROGRESS_EVERY_MS
  let stageBefore: string | undefined
  let pending: Promise<unknown> = Promise.resolve()
  return {
    tell: (stage: string, done = 0, total = 0) => {
      const now = performance.now()
      if (stage === stageBefore && now - last < PROGRESS_EVERY_MS) return
      last = now
      stageBefore = stage
      const { userId, id } = fence
      pending = pending
        .then(() =>
          writeUnderFence(db, fence, async (tx) => {
            await tx.run(sql`
              update journal_runs set stage = ${stage}, done = ${done}, total = ${total === 0 ? null : total}
              where user_id = ${userId} and id = ${id}`)
            await notify(tx, userId, {
              type: 'journal',
              id,
              status: 'running',
              stage,
              done,
              total,
              unit: 'transactions',
            })
          }),
        )
        .catch(() => {})
    },
    settled: () => pending,
  }
}
