import { contract, onboardingStep } from '@lotbook/contract'
import { withIdentity, withSubject } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { refuse } from '../../platform/refusal.ts'
import { routes } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { latestCalculation } from '../../calculating/run/calculation-state.ts'
import { paidYears } from '../billing/plan-of-year.ts'
import { readSubscriptionStatus } from '../tax/subscription-status.ts'
import { taxDetails } from '../tax/tax-details.ts'
import { askAgain, leaveOpen } from './leave-open.ts'
import { nextStep, reviewEntry } from './next-step.ts'
import {
  moveTrace,
  openTrace,
  traceById,
  traceToShow,
  type TraceRow,
} from '../../calculating/run/open-trace.ts'
import { answeredSince, readWalk } from './read-walk.ts'

const os = routes(contract.traces)

const show = os.show.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) =>
    shown((await traceById(tx, context.who.subjectId, input.id)) ?? refuse('not_found')),
  ),
)

const shown = ({ opened_at: _openedAt, ...trace }: TraceRow) => trace

const create = os.create.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { subjectId } = context.who
    const trace = await openTrace(tx, subjectId, context.now)
    if (trace.wizard_name !== input.wizard_name) await moveTrace(tx, subjectId, trace.id, input.wizard_name)
    return shown(await openTrace(tx, subjectId, context.now))
  }),
)

const customerInfo = os.customerInfo.handler(({ context }) =>
  withIdentity(context.db, (tx) =>
    tx.one<{ email: string }>(sql`select email from identity.users where id = ${context.who.subjectId}`),
  ),
)

const subscriptionStatus = os.activeYearSubscriptionStatus.handler(({ context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { subjectId } = context.who
    return readSubscriptionStatus(tx, subjectId, await taxDetails(tx, subjectId, context.now))
  }),
)

const hasSubscriptions = os.hasSubscriptions.handler(({ context }) =>
  withSubject(context.db, context.who, async (tx) => ({
    subscribed: (await paidYears(tx, context.who.subjectId)).length > 0,
  })),
)

const entry = os.reviewEntry.handler(({ context }) =>
  withSubject(context.db, context.who, async (tx) => ({
    wizard_name: reviewEntry(await readWalk(tx, context.who.subjectId, context.now)),
  })),
)

const nextWizard = os.nextWizard.handler(({ context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const trace = await traceToShow(tx, context.who, context.now)
    return { wizard_name: nextStep(await readWalk(tx, context.who.subjectId, context.now)), id: trace.id }
  }),
)

const status = os.status.handler(({ context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { completed_trace_name, trace_name } = await traceToShow(tx, context.who, context.now)
    return { data: { completed_trace_name, trace_name } }
  }),
)

const steps = os.steps.handler(({ context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { subjectId } = context.who
    const trace = await traceToShow(tx, context.who, context.now)
    const walk = await readWalk(tx, subjectId, context.now)
    const left = walk.steps.reduce((sum, step) => sum + step.left, 0)
    return {
      data: {
        trace: shown(trace),
        next: nextStep(walk),
        has_history: walk.hasHistory,
        is_calculated: walk.isCalculated,
        answered: left + (await answeredSince(tx, subjectId, trace.opened_at)),
        steps: [...walk.steps],
      },
    }
  }),
)

const toUploadWizard = os.toUploadWizard.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { subjectId } = context.who
    const trace = (await traceById(tx, subjectId, input.trace_id)) ?? refuse('not_found')
    await moveTrace(tx, subjectId, trace.id, 'UploadCsvWizard')
    return { status: 'success' as const }
  }),
)

const toDesiredWizard = os.toDesiredWizard.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { subjectId } = context.who
    const trace = await openTrace(tx, subjectId, context.now)
    const walk = await readWalk(tx, subjectId, context.now)
    // Nothing is chosen at the second step of the rail, and there is no summary without a result.
    const hasNothing =
      onboardingStep(input.wizard) === 2 || (input.wizard === 'TaxSummary' && !walk.isCalculated)
    const wizard = hasNothing ? nextStep(walk) : input.wizard
    await moveTrace(tx, subjectId, trace.id, wizard)
    return { status: 'success' as const, wizard_name: wizard }
  }),
)

const leave = os.leaveOpen.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { subjectId } = context.who
    const count = await leaveOpen(tx, subjectId, input, context.now)
    return { status: 'success' as const, count }
  }),
)

const again = os.askAgain.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => ({
    status: 'success' as const,
    count: await askAgain(tx, context.who.subjectId, input.wizard),
  })),
)

const checkTaxCalculation = os.checkTaxCalculation.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { subjectId } = context.who
    const trace = (await traceById(tx, subjectId, input.id)) ?? refuse('not_found')
    return { data: (await latestCalculation(tx, subjectId, trace.id)) ?? null }
  }),
)

/** The walk from first upload to result. */
export const tracesFeature: Feature = {
  routes: {
    traces: {
      show,
      create,
      customerInfo,
      activeYearSubscriptionStatus: subscriptionStatus,
      hasSubscriptions,
      reviewEntry: entry,
      nextWizard,
      status,
      steps,
      toUploadWizard,
      toDesiredWizard,
      leaveOpen: leave,
      askAgain: again,
      checkTaxCalculation,
    },
  },
}
