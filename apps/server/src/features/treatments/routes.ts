import { contract } from '@lotbook/contract'
import { auditRequest } from '../../platform/audit.ts'
import { withSubject } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { routes } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { filedYears } from '../../calculating/keep/filed-years.ts'
import { readTaxSettings } from '../../calculating/settings/tax-settings.ts'
import { changeTreatment, treatmentChanges } from './change-treatment.ts'
import { effectsJob, readEffects, startEffects } from './effects.ts'

const os = routes(contract.treatments)

const board = os.board.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const userId = context.who.subjectId
    const settings = await readTaxSettings(tx, userId)
    const { currency } = await tx.one<{ currency: string }>(
      sql`select currency from customers where user_id = ${userId}`,
    )
    return {
      data: {
        choices: { ...settings.treatments, transfer_fee: settings.transfer_fee },
        tokens: settings.tokens,
        changes: await treatmentChanges(tx, userId, settings),
        filed_years: (await filedYears(tx, userId)).map(({ year }) => year),
        currency,
        effects: await readEffects(tx, userId, settings, input),
      },
    }
  }),
)

const change = os.change.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { id, ...details } = await changeTreatment(tx, context.who, input.change, context.now)
    await auditRequest(tx, context, { event: 'treatment_changed', object: `treatment_change:${id}`, details })
    return { data: { id } }
  }),
)

const workOut = os.workOut.handler(async ({ context }) => {
  await context.limit('calculations')
  return withSubject(context.db, context.who, async (tx) => ({
    data: { id: await startEffects(tx, context.who.subjectId, context.now) },
  }))
})

/**
 * Routes of the questions that the law leaves open: the choice, by whom and when, and the effect of each other choice
 * (N17).
 */
export const treatmentsFeature: Feature = {
  routes: { treatments: { board, change, workOut } },
  jobs: [effectsJob],
}
