import { contract } from '@lotbook/contract'
import { withSubject } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { refuse } from '../../platform/refusal.ts'
import { routes } from '../../platform/request-context.ts'
import { latestCalculation } from '../tax/calculation-state.ts'
import { moveTrace, openTrace, traceById } from './open-trace.ts'

const os = routes(contract.traces)

const show = os.show.handler(({ input, context }) =>
  withSubject(
    context.db,
    context.who,
    async (tx) => (await traceById(tx, context.who.subjectId, input.id)) ?? refuse('not_found'),
  ),
)

const create = os.create.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { subjectId } = context.who
    const trace = await openTrace(tx, subjectId, context.now)
    if (trace.wizard_name !== input.wizard_name) await moveTrace(tx, subjectId, trace.id, input.wizard_name)
    return openTrace(tx, subjectId, context.now)
  }),
)

const nextWizard = os.nextWizard.handler(({ context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const trace = await openTrace(tx, context.who.subjectId, context.now)
    return { wizard_name: trace.wizard_name, id: trace.id }
  }),
)

const status = os.status.handler(({ context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { completed_trace_name, trace_name } = await openTrace(tx, context.who.subjectId, context.now)
    return { data: { completed_trace_name, trace_name } }
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

const checkTaxCalculation = os.checkTaxCalculation.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { subjectId } = context.who
    const trace = (await traceById(tx, subjectId, input.id)) ?? refuse('not_found')
    return { data: (await latestCalculation(tx, subjectId, trace.id)) ?? null }
  }),
)

/** The walk from first upload to result. */
export const tracesFeature: Feature = {
  routes: { traces: { show, create, nextWizard, status, toUploadWizard, checkTaxCalculation } },
}
