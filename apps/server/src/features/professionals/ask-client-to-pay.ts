import { withSubject } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { allPlans } from '../billing/plan-of-year.ts'
import { personOf } from '../identity/index.ts'
import { sendInvitation } from './send-invitation.ts'

export interface PayAsk {
  readonly client_id: string
  readonly tax_year: number
  readonly plan_id: string
  readonly message?: string | undefined
}

/** Ask a client by mail to choose and pay the plan of a year (R7.43). Only who has access to the client's books may ask. */
export async function askClientToPay(
  context: RequestContext,
  { client_id, tax_year, plan_id, message }: PayAsk,
): Promise<string> {
  const { subjectId } = context.who
  const client = await withSubject(context.db, context.who, async (tx) => {
    const plan = (await allPlans(tx)).find(({ id }) => id === plan_id)
    if (plan === undefined || plan.price_cents === 0) {
      const text = 'Choose one of the paid plans.'
      refuse('invalid_input', text, { fields: { plan_id: text } })
    }
    return tx.maybe(sql`
      select 1 as there from clients c join my_grants() g on g.client_id = c.client_id
      where c.user_id = ${subjectId} and c.client_id = ${client_id} and g.scope is not null`)
  })
  if (client === undefined) refuse('not_found')
  return sendInvitation(context, {
    kind: 'pay',
    // As it is now: the copy in the list is of the day the access was given.
    email: (await personOf(context, client_id)).email,
    taxYear: tax_year,
    planId: plan_id,
    message,
  })
}
