import { contract } from '@lotbook/contract'
import type { FastifyReply } from 'fastify'
import { defaultTaxYear } from '@lotbook/journal'
import { self, type Tx, withSubject } from '../../platform/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { downloadHeaders } from '../../platform/headers.ts'
import { context as contextOf } from '../../platform/http.ts'
import { refuse } from '../../platform/refusal.ts'
import { type RequestContext, routes, type Services, sessionOf } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { personOf } from '../identity/index.ts'
import { buyPlan } from './buy-plan.ts'
import { planOffer } from './plan-offer.ts'
import { allPlans, paidYears } from './plan-of-year.ts'
import { purchaseOf, purchasesOf } from './purchases.ts'
import { type Receipt, readReceipt, receiptFile, sendReceipt } from './receipts.ts'
import { settlePurchase } from './settle-purchase.ts'
import { stripeEvents } from './stripe-events.ts'

const os = routes(contract.billing)
const success = { status: 'success' } as const

const history = os.history.handler(({ context }) =>
  withSubject(context.db, context.who, async (tx) => {
    const { subjectId } = context.who
    return {
      current_tax_year: defaultTaxYear(context.now.getTime()),
      year: [...(await paidYears(tx, subjectId))],
      purchases: await purchasesOf(tx, context, subjectId),
    }
  }),
)

const offered = os.offered.handler(async ({ context }) => {
  // The table of plans is for everybody; it is read as nobody.
  const plans = await withSubject(context.db, self(NOBODY), allPlans)
  return { payments: context.config.payments, plans }
})
const NOBODY = '00000000-0000-0000-0000-000000000000'

const plans = os.plans.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => ({
    data: await planOffer(tx, context.who.subjectId, {
      year: input.tax_year,
      payments: context.config.payments,
      likely: input.likely,
      now: context.now,
    }),
  })),
)

const buy = os.buy.handler(async ({ input, context }) => ({
  ...success,
  ...(await buyPlan(context, context.who, input, (id) => doneOf(id, input.callUrl))),
}))

/** The page that waits for the payment, and leads back to where one came from. */
function doneOf(id: string, callUrl: string | undefined): string {
  return `/payments/done?id=${id}${callUrl === undefined ? '' : `&callUrl=${encodeURIComponent(callUrl)}`}`
}

const purchase = os.purchase.handler(({ input, context }) =>
  withSubject(context.db, context.who, async (tx) => ({
    data: await purchaseOf(tx, context, context.who.subjectId, input.id),
  })),
)

const finishTest = os.finishTest.handler(async ({ input, context }) => {
  if (context.config.payments !== 'test') refuse('not_found')
  const { userId } = sessionOf(context)
  const who = input.client_id === undefined ? context.who : { actorId: userId, subjectId: input.client_id }
  const { data, isPaid } = await withSubject(context.db, who, async (tx) => {
    const open = await tx.maybe<{ price_cents: number }>(sql`
      select price_cents from purchases
      where user_id = ${who.subjectId} and id = ${input.id} and paid_by = ${userId} and state in ('open', 'refused')
      for update`)
    if (open === undefined) refuse('not_found')
    if (input.outcome === 'refused')
      await tx.run(sql`
        update purchases set state = 'refused', changed_at = ${context.now} where user_id = ${who.subjectId} and id = ${input.id}`)
    else await settlePurchase(tx, input.id, { cents: open.price_cents, ref: `test-${input.id}` }, context.now)
    const data = await purchaseOf(tx, context, who.subjectId, input.id)
    return { data, isPaid: data.state === 'paid' }
  })
  if (isPaid) await sendReceipt(context, who.subjectId, input.id)
  return { data }
})

const clientPlans = os.clientPlans.handler(async ({ input, context }) => {
  const who = await clientOf(context, input.client_id, 'view')
  const offer = await withSubject(context.db, who, (tx) =>
    planOffer(tx, input.client_id, {
      year: input.tax_year,
      payments: context.config.payments,
      now: context.now,
    }),
  )
  const { name, email } = await personOf(context, input.client_id)
  return { data: { ...offer, client: { name, email } } }
})

const clientPurchase = os.clientPurchase.handler(({ input, context }) =>
  paidByMe(context, input.client_id, input.id, async (tx) => ({
    data: await purchaseOf(tx, context, input.client_id, input.id),
  })),
)

/** Reads a purchase of a client for the professional who paid it; it stays theirs when the client ends the access. */
async function paidByMe<T>(
  context: RequestContext,
  clientId: string,
  purchaseId: string,
  read: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { userId } = sessionOf(context)
  return withSubject(context.db, self(clientId), async (tx) => {
    const own = await tx.maybe(sql`
      select 1 from purchases where user_id = ${clientId} and id = ${purchaseId} and paid_by = ${userId}`)
    return own === undefined ? refuse('not_found') : read(tx)
  })
}

const buyForClient = os.buyForClient.handler(async ({ input, context }) => {
  const { client_id, tax_year, plan_id } = input
  const who = await clientOf(context, client_id, 'work')
  const back = (id: string) =>
    `/tax_pro/paymentForm?id=${client_id}&taxYear=${tax_year}&type=done&purchase=${id}`
  const begun = await buyPlan(context, who, { tax_year, plan_id }, back)
  const isTest = begun.url?.startsWith('/payments/test') === true
  return { ...success, ...begun, url: isTest ? `${begun.url}&client=${client_id}` : begun.url }
})

/** The client whose books the professional may look into, or work in; refuses with `not_found`. */
async function clientOf(context: RequestContext, clientId: string, scope: 'view' | 'work') {
  const who = { actorId: sessionOf(context).userId, subjectId: clientId }
  const { ok } = await withSubject(context.db, who, (tx) =>
    tx.one<{ ok: boolean }>(sql`select may(${scope}) as ok`),
  )
  if (!ok) refuse('not_found')
  return who
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

async function sendFile(reply: FastifyReply, context: RequestContext, receipt: Receipt, customerId: string) {
  const { name: customer } = await personOf(context, customerId)
  const bytes = await receiptFile(context, receipt, customer)
  const file = `lotbook-receipt-${receipt.number}.pdf`
  return reply.headers(downloadHeaders(file, 'application/pdf')).send(bytes)
}

/** Plans, payment, receipts. */
export function billingFeature(services: Services): Feature {
  return {
    routes: {
      billing: {
        history,
        offered,
        plans,
        buy,
        purchase,
        finishTest,
        clientPlans,
        clientPurchase,
        buyForClient,
      },
    },
    raw: (api) => {
      api.get<{ Params: { id: string } }>(
        '/billings/receipts/:id',
        { config: { access: ['customer'] } },
        async (request, reply) => {
          const { id } = request.params
          const context = contextOf(request)
          if (!ID.test(id)) refuse('not_found')
          const { subjectId } = context.who
          const receipt = await withSubject(context.db, context.who, (tx) => readReceipt(tx, subjectId, id))
          return sendFile(reply, context, receipt, subjectId)
        },
      )
      api.get<{ Params: { client: string; id: string } }>(
        '/tax_pro/receipts/:client/:id',
        { config: { access: ['cpa'] } },
        async (request, reply) => {
          const { client, id } = request.params
          const context = contextOf(request)
          if (!ID.test(id) || !ID.test(client)) refuse('not_found')
          const receipt = await paidByMe(context, client, id, (tx) => readReceipt(tx, client, id))
          return sendFile(reply, context, receipt, client)
        },
      )
    },
    files: (app) => stripeEvents(app, services),
  }
}
