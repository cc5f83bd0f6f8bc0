import { contract } from '@lotbook/contract'
import { auditRequest } from '../../platform/audit.ts'
import { withSubject } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { notify } from '../../platform/notify.ts'
import { routes } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { amendmentsJob, readAmendments, startAmendments } from './amendments.ts'
import { fileYear, reopenYear } from './file-year.ts'
import { filedYears } from '../../calculating/keep/filed-years.ts'
import { keepFiledLots, keepFiledLotsJob, releaseFiledLots } from './keep-filed-lots.ts'
import { lockOf, saveLock } from './lock-before.ts'
import { withLines } from '../../calculating/keep/prepare-lines.ts'

const os = routes(contract.taxYears)

const list = os.list.handler(({ context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { subjectId } = context.who
    return { data: { locked_before: await lockOf(tx, subjectId), filed: await filedYears(tx, subjectId) } }
  }),
)

const lock = os.lock.handler(async ({ input, context }) => ({
  status: 'success' as const,
  ...(await saveLock(context, input.before)),
}))

const file = os.file.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { subjectId: userId } = context.who
    await fileYear(tx, userId, input, context.now)
    await auditRequest(tx, context, {
      event: 'year_filed',
      object: `tax_year:${input.year}`,
      details: { calculation_id: input.calculation_id, filed_on: input.filed_on },
    })
    await notify(tx, userId, { type: 'settings', id: userId, status: 'saved' })
    return { status: 'success' as const }
  }),
)

const reopen = os.reopen.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { subjectId: userId } = context.who
    const calculationId = await reopenYear(tx, userId, input.year)
    await auditRequest(tx, context, {
      event: 'year_reopened',
      object: `tax_year:${input.year}`,
      details: { calculation_id: calculationId },
    })
    await notify(tx, userId, { type: 'settings', id: userId, status: 'saved' })
    return { status: 'success' as const }
  }),
)

const keepLots = os.keepLots.handler(async ({ input, context }) => {
  await context.limit('calculations')
  return withSubject(context.db, context.who, async (tx) => {
    const { subjectId: userId } = context.who
    await keepFiledLots(tx, userId, input.year, context.now)
    await auditRequest(tx, context, {
      event: 'filed_lots_kept',
      object: `tax_year:${input.year}`,
      details: {},
    })
    await notify(tx, userId, { type: 'settings', id: userId, status: 'saved' })
    return { status: 'success' as const }
  })
})

const releaseLots = os.releaseLots.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { subjectId: userId } = context.who
    await releaseFiledLots(tx, userId, input.year)
    await auditRequest(tx, context, {
      event: 'filed_lots_released',
      object: `tax_year:${input.year}`,
      details: {},
    })
    await notify(tx, userId, { type: 'settings', id: userId, status: 'saved' })
    return { status: 'success' as const }
  }),
)

const amendments = os.amendments.handler(({ context }) =>
  withLines(context.db, context.who, async (tx) => {
    const { subjectId: userId } = context.who
    const { currency } = await tx.one<{ currency: string }>(
      sql`select currency from customers where user_id = ${userId}`,
    )
    return { data: await readAmendments(tx, userId), currency }
  }),
)

const workOutAmendments = os.workOutAmendments.handler(({ context }) =>
  withSubject(context.db, context.who, async (tx) => {
    await startAmendments(tx, context.who.subjectId, context.now)
    return { status: 'success' as const }
  }),
)

/** Routes of what is kept unchanged: transactions before a day, and the results of filed years. */
export const taxYearsFeature: Feature = {
  routes: {
    taxYears: { amendments, workOutAmendments, list, lock, file, reopen, keepLots, releaseLots },
  },
  jobs: [keepFiledLotsJob, amendmentsJob],
}
