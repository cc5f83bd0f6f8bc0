import { contract } from '@lotbook/contract'
import { auditRequest } from '../../platform/audit.ts'
import { withSubject, type Tx } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { routes, type RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { startRun } from '../../journal/acts/journal-run.ts'
import { decideMatch, matchByHand } from '../../journal/edits/decide-match.ts'
import { matchCandidates } from './match-candidates.ts'
import { checkedRequest, previewBulk } from '../../journal/acts/bulk-edit.ts'
import { editTransaction } from '../../journal/edits/edit-transaction.ts'
import { editorOf } from '../../journal/transactions/editor.ts'
import { typeLabel, type TransactionType } from '@lotbook/journal'
import { facets, listTransactions } from './list-transactions.ts'
import { transactionDetail } from './transaction-detail.ts'
import { undoChange, UNDONE_AT_ONCE } from '../../journal/acts/undo-change.ts'

const os = routes(contract.transactions)

const list = os.list.handler(({ input, context }) =>
  withSubject(context.db, context.who, (tx) => listTransactions(tx, context.who.subjectId, input)),
)

const listFacets = os.facets.handler(({ context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { accounts, types, assets, years, review } = await facets(tx, context.who.subjectId)
    const counted = <Row extends { count: string }>(rows: Row[]) =>
      rows.map((row) => ({ ...row, count: Number(row.count) }))
    return {
      accounts: counted(accounts),
      types: counted(types).map((row) => ({
        ...row,
        label: typeLabel(row.type as TransactionType, row.sub_type),
      })),
      assets: counted(assets),
      years: counted(years),
      review,
    }
  }),
)

const detail = os.detail.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => ({
    data: await transactionDetail(tx, context.keys, context.who.subjectId, input.id),
  })),
)

const edit = os.edit.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const changeId = await editTransaction(tx, editorOf(context), input.id, input.edit, input.version)
    const data = await transactionDetail(tx, context.keys, context.who.subjectId, input.id)
    return { status: 'success' as const, change_id: changeId, data }
  }),
)

const undo = os.undo.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const editor = editorOf(context)
    const { id, switch_rule_off } = input
    if (switch_rule_off) await auditRuleOf(tx, context, id)
    if (await isLong(tx, editor.userId, id)) {
      const run_id = await startRun(tx, editor, { kind: 'undo', change_id: id, switch_rule_off })
      return { status: 'success' as const, run_id }
    }
    await undoChange(tx, editor, id, { switchRuleOff: switch_rule_off })
    return { status: 'success' as const, run_id: null }
  }),
)

/** The rule that made a change goes off with it: written down as if it were switched off by itself. */
async function auditRuleOf(tx: Tx, context: RequestContext, changeId: string): Promise<void> {
  const rule = await tx.maybe<{ id: string }>(sql`
    select r.id from changes c join rules r on (r.user_id, r.id) = (c.user_id, c.rule_id) and r.is_active
    where c.user_id = ${context.who.subjectId} and c.id = ${changeId}`)
  if (rule !== undefined)
    await auditRequest(tx, context, { event: 'rule_switched_off', object: `rule:${rule.id}` })
}

/** Whether taking a change back would keep whoever asks waiting. */
async function isLong(tx: Tx, userId: string, changeId: string): Promise<boolean> {
  const { count } = await tx.one<{ count: string }>(sql`
    select count(*) from (select 1 from edits e join changes c on (c.user_id, c.id) = (e.user_id, e.change_id) and c.undone_at is null
      where e.user_id = ${userId} and e.change_id = ${changeId} limit ${UNDONE_AT_ONCE + 1}) e`)
  return Number(count) > UNDONE_AT_ONCE
}

const previewOfBulk = os.bulkPreview.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => ({
    data: await previewBulk(tx, context.who.subjectId, input),
  })),
)

const bulk = os.bulk.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => ({
    status: 'success' as const,
    run_id: await startRun(tx, editorOf(context), { kind: 'bulk', bulk: checkedRequest(input) }),
  })),
)

const decide = os.decideMatch.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { changeId, matchId } = await decideMatch(tx, editorOf(context), input.id, input.decision)
    return { status: 'success' as const, change_id: changeId, match_id: matchId }
  }),
)

const match = os.match.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { changeId, matchId } = await matchByHand(tx, editorOf(context), input)
    return { status: 'success' as const, change_id: changeId, match_id: matchId }
  }),
)

const candidates = os.matchCandidates.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => ({
    data: await matchCandidates(tx, context.who.subjectId, input.id),
  })),
)

/** The journal as people see and correct it. */
export const transactionsFeature: Feature = {
  routes: {
    transactions: {
      list,
      facets: listFacets,
      detail,
      edit,
      undo,
      bulkPreview: previewOfBulk,
      bulk,
      decideMatch: decide,
      match,
      matchCandidates: candidates,
    },
  },
}
