import { z } from 'zod'
import { decimalText, id, instantText, success, taxYear } from './common.ts'
import { REVIEW_KINDS } from './review-options.ts'
import { route, signedInRoute } from './route.ts'
import { planStanding } from './plan-names.ts'
import { CLIENT_STATES, GRANT_SCOPES, INVITATION_STATES } from './professional-names.ts'

const email = z.email().max(254)

const scope = z.enum(GRANT_SCOPES)
/** How many days access lasts; null until it is taken back. */
const days = z.number().int().min(1).max(3650).nullable()

/** An invitation as its sender sees it (R3.60). */
export const sentInvitation = z.object({
  id,
  kind: z.enum(['client', 'professional', 'pay']),
  receiver: z.object({ email: z.string() }),
  state: z.enum(INVITATION_STATES),
  scope: scope.nullable(),
  days,
  tax_year: z.number().int().nullable(),
  plan_id: z.string().nullable(),
  message: z.string().nullable(),
  sent_at: instantText,
  expires_at: instantText,
})
export type SentInvitation = z.infer<typeof sentInvitation>

/** An invitation as the person sees it whom it is addressed to. */
export const receivedInvitation = z.object({
  id,
  kind: z.enum(['client', 'professional', 'pay']),
  receiver: z.object({ email: z.string() }),
  sender: z.object({ name: z.string(), email: z.string() }),
  scope: scope.nullable(),
  days,
  tax_year: z.number().int().nullable(),
  plan_id: z.string().nullable(),
  message: z.string().nullable(),
  sent_at: instantText,
  expires_at: instantText,
})
export type ReceivedInvitation = z.infer<typeof receivedInvitation>

/** Somebody's access to a customer's books, as the customer sees it. */
export const givenAccess = z.object({
  id,
  name: z.string(),
  email: z.string(),
  scope,
  granted_at: instantText,
  expires_at: instantText.nullable(),
  ended_at: instantText.nullable(),
  last_viewed_at: instantText.nullable(),
})
export type GivenAccess = z.infer<typeof givenAccess>

/** One thing that somebody else did in a customer's books. */
export const accessEvent = z.object({
  at: instantText,
  name: z.string(),
  email: z.string(),
  event: z.string(),
  object: z.string().nullable(),
  route: z.string(),
  /** Given by an administrator. */
  reason: z.string().nullable(),
})
export type AccessEvent = z.infer<typeof accessEvent>

/** A client's year at a glance. A null effect is not known. */
export const clientYear = z.object({
  state: z.enum(CLIENT_STATES),
  imports: z.object({
    total: z.number().int(),
    running: z.number().int(),
    failed: z.number().int(),
  }),
  /** Open items of all years. */
  review: z.number().int(),
  /** The most that they change this year by. */
  effect: decimalText.nullable(),
  calculation: z.enum(['none', 'running', 'failed', 'out_of_date', 'current']),
  calculated_at: instantText.nullable(),
  filed_on: z.string().nullable(),
  plan: planStanding,
  issues: z.array(
    z.object({ code: z.enum(REVIEW_KINDS), count: z.number().int(), effect: decimalText.nullable() }),
  ),
  /** Questions of the year: those that the client waits for, answers to look at, and those that the client has to answer. */
  questions: z.object({ to_answer: z.number().int(), answered: z.number().int(), asked: z.number().int() }),
  changed_at: instantText,
})
export type ClientYear = z.infer<typeof clientYear>

export const client = z.object({
  id,
  name: z.string(),
  email: z.string(),
  since: instantText,
  /** Null where the client ended the access, or it ran out. */
  scope: scope.nullable(),
  expires_at: instantText.nullable(),
  ended_at: instantText.nullable(),
  /** Null until it is looked up; the list asks again. */
  year: clientYear.nullable(),
})
export type Client = z.infer<typeof client>

/** A call for professionals alone. */
const professionalRoute = route.meta({ access: ['cpa'] })
const customerRoute = route.meta({ access: ['customer'] })
/** Professionals look at clients, admins at customers. */
const viewerRoute = route.meta({ access: ['cpa', 'admin'] })

const impersonated = success.extend({ redirect: z.string() })
const payAsk = z.object({
  client_id: id,
  tax_year: taxYear,
  plan_id: z.string().max(40),
  message: z.string().trim().max(2000).optional(),
})
const sent = success.extend({ id })
const invitationToken = z.string().min(20).max(200)

/** Professionals, their clients, and the access between them. */
export const professionals = {
  /** R7.45, R3.60, R3.61: who has access to one's books, and the invitations that wait. `email` is that of the newest professional. */
  customerCpa: signedInRoute.route({ method: 'GET', path: '/customer_cpa' }).output(
    z.object({
      data: z.object({
        email: z.string().nullable(),
        professionals: z.array(givenAccess),
        sent: z.array(sentInvitation),
        invited: z.array(receivedInvitation),
      }),
    }),
  ),
  /** Offer access to a professional. */
  inviteProfessional: customerRoute
    .route({ method: 'POST', path: '/customer_cpa' })
    .input(
      z.object({ email, scope, days: days.default(null), message: z.string().trim().max(2000).optional() }),
    )
    .output(sent),
  /** Change how far and how long somebody's access goes; from now on. */
  changeAccess: customerRoute
    .route({ method: 'PATCH', path: '/customer_cpa/{id}' })
    .input(z.object({ id, scope: scope.optional(), days: days.optional() }))
    .output(success),
  /** Take somebody's access back. It ends with their very next request. */
  endAccess: customerRoute
    .route({ method: 'DELETE', path: '/customer_cpa/{id}' })
    .input(z.object({ id }))
    .output(success),
  /** Acts of others in the books, the newest first. */
  accessLog: customerRoute
    .route({ method: 'GET', path: '/customer_cpa/access_log' })
    .input(z.object({ before: z.string().max(40).optional() }))
    .output(z.object({ rows: z.array(accessEvent), next: z.string().nullable() })),
  withdrawInvitation: signedInRoute
    .route({ method: 'DELETE', path: '/invitations/{id}' })
    .input(z.object({ id }))
    .output(success),
  resendInvitation: signedInRoute
    .route({ method: 'POST', path: '/invitations/{id}/resend' })
    .input(z.object({ id }))
    .output(success),
  /** The invitation of a mail by its token, for the person it was sent to and while it waits for an answer. */
  readInvitation: signedInRoute
    .route({ method: 'GET', path: '/accept_invitation' })
    .input(z.object({ token: invitationToken }))
    .output(z.object({ data: receivedInvitation })),
  /** Accept or decline: of an invitation in one's list by its id, of one in a mail by its token. */
  answerInvitation: signedInRoute
    .route({ method: 'POST', path: '/accept_invitation' })
    .input(
      z.object({
        id: id.optional(),
        token: invitationToken.optional(),
        accept: z.boolean().default(true),
      }),
    )
    .output(
      success.extend({
        kind: z.enum(['client', 'professional', 'pay']),
        tax_year: z.number().int().nullable(),
      }),
    ),

  /** R7.42: the professional's clients and invitations. `email` is the professional's own. */
  customers: professionalRoute
    .route({ method: 'GET', path: '/tax_pro/customers' })
    .input(z.object({ tax_year: taxYear.optional() }))
    .output(
      z.object({
        data: z.object({
          email: z.string(),
          tax_year: z.number().int(),
          invited: z.array(sentInvitation),
          clients: z.array(client),
          /** Clients whose year is still being looked up: ask again. */
          pending: z.number().int(),
        }),
      }),
    ),
  inviteClient: professionalRoute
    .route({ method: 'POST', path: '/tax_pro/customers' })
    .input(
      z.object({
        email,
        scope: scope.default('work'),
        days: days.default(null),
        message: z.string().trim().max(2000).optional(),
      }),
    )
    .output(sent),
  /** End the work for a client. */
  leaveClient: professionalRoute
    .route({ method: 'DELETE', path: '/tax_pro/customers/{id}' })
    .input(z.object({ id }))
    .output(success),
  /** R7.43: the specification's own call is a GET; it needs the header of a change (SC3). */
  inviteClientToPay: professionalRoute
    .meta({ isChange: true })
    .route({ method: 'GET', path: '/tax_pro/invite_client_to_pay' })
    .input(payAsk)
    .output(sent),
  askClientToPay: professionalRoute
    .route({ method: 'POST', path: '/tax_pro/invite_client_to_pay' })
    .input(payAsk)
    .output(sent),
  /** R7.44: one client, before one looks into their books. */
  clientPage: professionalRoute
    .route({ method: 'GET', path: '/customer_cpa_page/{id}' })
    .input(z.object({ id, tax_year: taxYear.optional() }))
    .output(z.object({ data: client })),
  /** R7.34: the specification's own call is a GET; it needs the header of a change (SC3). An admin gives a reason. */
  impersonate: viewerRoute
    .meta({ isChange: true })
    .route({ method: 'GET', path: '/users/{id}/impersonate' })
    .input(
      z.object({
        id,
        return_to: z.string().max(300).optional(),
        reason: z.string().trim().max(500).optional(),
      }),
    )
    .output(impersonated),
  /** R7.35 */
  stopImpersonating: viewerRoute
    .meta({ isChange: true })
    .route({ method: 'GET', path: '/users/stop_impersonating' })
    .output(impersonated),
}
