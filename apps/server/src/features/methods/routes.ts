import { Readable } from 'node:stream'
import { contract } from '@lotbook/contract'
import type { ReportFile } from '@lotbook/reports'
import type { FastifyReply } from 'fastify'
import { auditRequest } from '../../platform/audit.ts'
import { withSubject } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { downloadHeaders } from '../../platform/headers.ts'
import { context as contextOf } from '../../platform/http.ts'
import { refuse } from '../../platform/refusal.ts'
import { routes } from '../../platform/request-context.ts'
import { setBrokerConfirmation } from './broker-confirmations.ts'
import { compareJob, readComparison, startComparison } from './comparisons.ts'
import { identificationFile, ordersFile } from './records.ts'
import { nameLots, saleLots } from './sale-lots.ts'
import { addOrder, endOrder, standingOrders } from './standing-orders.ts'

const os = routes(contract.methods)

const comparison = os.comparison.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => ({
    data: await readComparison(tx, context.who.subjectId, input.year, input),
  })),
)

const compare = os.compare.handler(async ({ input, context }) => {
  await context.limit('calculations')
  return withSubject(context.db, context.who, async (tx) => ({
    data: { id: await startComparison(tx, context.who.subjectId, input.year, context.now) },
  }))
})

const orders = os.orders.handler(({ context }) =>
  withSubject(context.db, context.who, async (tx) => ({
    data: await standingOrders(tx, context.who.subjectId),
  })),
)

const add = os.addOrder.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const order = await addOrder(tx, context.who, input, context.now)
    await auditRequest(tx, context, {
      event: 'standing_order_recorded',
      object: `standing_order:${order.id}`,
    })
    return { data: order }
  }),
)

const end = os.endOrder.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    await endOrder(tx, context.who, input.id, context.now)
    await auditRequest(tx, context, { event: 'standing_order_ended', object: `standing_order:${input.id}` })
    return { status: 'success' as const }
  }),
)

const confirm = os.confirm.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => {
    await setBrokerConfirmation(tx, context.who, input, context.now)
    await auditRequest(tx, context, {
      event: 'broker_confirmation_set',
      object: `${input.record}:${input.id}`,
    })
    return { status: 'success' as const }
  }),
)

const lots = os.saleLots.handler(async ({ input, context }) => ({ data: await saleLots(context, input.id) }))

const name = os.nameLots.handler(async ({ input, context }) => ({
  data: await nameLots(context, input.id, input.lots),
}))

const send = (reply: FastifyReply, { fileName, mediaType, chunks }: ReportFile) =>
  reply.headers(downloadHeaders(fileName, mediaType)).send(Readable.from(chunks))

/** How lots are chosen: what each method comes to, standing orders, and lots named for a sale. */
export const methodsFeature: Feature = {
  routes: {
    methods: {
      comparison,
      compare,
      orders,
      addOrder: add,
      endOrder: end,
      confirm,
      saleLots: lots,
      nameLots: name,
    },
  },
  raw: (api) => {
    const access = { config: { access: ['customer' as const], scope: 'read' as const } }
    api.get('/standing_orders/record.pdf', access, async (request, reply) =>
      send(reply, await ordersFile(contextOf(request))),
    )
    api.get<{ Params: { id: string } }>(
      '/lot_identifications/:id/record.pdf',
      access,
      async (request, reply) => {
        const { id } = request.params
        if (!/^[0-9a-f-]{36}$/.test(id)) refuse('not_found')
        return send(reply, await identificationFile(contextOf(request), id))
      },
    )
  },
  jobs: [compareJob],
}
