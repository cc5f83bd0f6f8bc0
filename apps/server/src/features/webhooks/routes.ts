import { contract } from '@lotbook/contract'
import { type Database, withOps } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { routes, type Services } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { deliverMessageJob } from './deliver-message.ts'
import { tellOutcomeJob } from './tell-outcome.ts'
import {
  addWebhook,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  replayDelivery,
  testWebhook,
  turnOnWebhook,
} from './webhooks.ts'

const KEPT_MS = 30 * 86_400_000

const os = routes(contract.webhooks)
const success = { status: 'success' } as const

const webhookRoutes = {
  list: os.list.handler(async ({ context }) => ({ webhooks: await listWebhooks(context) })),
  create: os.create.handler(async ({ input, context }) => ({
    ...success,
    ...(await addWebhook(context, input)),
  })),
  remove: os.remove.handler(async ({ input, context }) => {
    await removeWebhook(context, input.id)
    return success
  }),
  turnOn: os.turnOn.handler(async ({ input, context }) => {
    await turnOnWebhook(context, input.id)
    return success
  }),
  test: os.test.handler(async ({ input, context }) => {
    await testWebhook(context, input.id)
    return success
  }),
  deliveries: os.deliveries.handler(({ input, context }) => listDeliveries(context, input)),
  replay: os.replay.handler(async ({ input, context }) => {
    await replayDelivery(context, input.id)
    return success
  }),
}

/** Forget messages that were written more than 30 days ago. */
export function forgetDeliveries(db: Database, now: Date): Promise<number> {
  return withOps(db, (tx) =>
    tx.run(sql`delete from webhook_deliveries where created_at < ${new Date(now.getTime() - KEPT_MS)}`),
  )
}

/** Webhooks of a customer's own. */
export const webhooksFeature = (services: Services): Feature => ({
  routes: { webhooks: webhookRoutes },
  jobs: [tellOutcomeJob(services), deliverMessageJob(services)],
  upkeep: forgetDeliveries,
})
