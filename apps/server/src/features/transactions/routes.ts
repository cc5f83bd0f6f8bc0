import { contract } from '@lotbook/contract'
import { withSubject } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { routes, type RequestContext } from '../../platform/request-context.ts'
import { decideMatch } from '../review/decide-match.ts'
import { editTransaction, undoChange, type Editor } from './edit-transaction.ts'
import { typeLabel, type TransactionType } from '@lotbook/journal'
import { facets, listTransactions } from './list-transactions.ts'
import { transactionDetail } from './transaction-detail.ts'

const os = routes(contract.transactions)

const editorOf = ({ who, now }: RequestContext): Editor => ({
  userId: who.subjectId,
  actorId: who.actorId,
  now,
})

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
    const changeId = await editTransaction(tx, editorOf(context), input.id, input.edit)
    const data = await transactionDetail(tx, context.keys, context.who.subjectId, input.id)
    return { status: 'success' as const, change_id: changeId, data }
  }),
)

const undo = os.undo.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    await undoChange(tx, editorOf(context), input.id)
    return { status: 'success' as const }
  }),
)

const decide = os.decideMatch.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    await decideMatch(tx, editorOf(context), input.id, input.decision)
    return { status: 'success' as const }
  }),
)

/** The journal as people see and correct it. */
export const transactionsFeature: Feature = {
  routes: { transactions: { list, facets: listFacets, detail, edit, undo, decideMatch: decide } },
}
