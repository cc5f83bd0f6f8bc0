import { contract } from '@lotbook/contract'
import type { Feature } from '../../platform/feature.ts'
import { refuse } from '../../platform/refusal.ts'
import { routes } from '../../platform/request-context.ts'
import { answerInvitation } from './answer-invitation.ts'
import { askClientToPay } from './ask-client-to-pay.ts'
import { clientList, clientPage, leaveClient } from './client-list.ts'
import { accessLog, changeAccess, customerCpa, endAccess, readInvitation } from './given-access.ts'
import { resendInvitation, sendInvitation, withdrawInvitation } from './send-invitation.ts'
import { impersonate, stopImpersonating } from './view-client.ts'

const os = routes(contract.professionals)
const success = { status: 'success' } as const

/** Professionals, their clients, and the access between them. */
export const professionalsFeature: Feature = {
  routes: {
    professionals: {
      customerCpa: os.customerCpa.handler(async ({ context }) => ({ data: await customerCpa(context) })),
      inviteProfessional: os.inviteProfessional.handler(async ({ input, context }) => ({
        ...success,
        id: await sendInvitation(context, { kind: 'professional', ...input }),
      })),
      changeAccess: os.changeAccess.handler(async ({ input, context }) => {
        await changeAccess(context, input)
        return success
      }),
      endAccess: os.endAccess.handler(async ({ input, context }) => {
        await endAccess(context, input.id)
        return success
      }),
      accessLog: os.accessLog.handler(({ input, context }) => {
        if (input.before !== undefined && !/^\d{1,18}$/.test(input.before)) refuse('invalid_input')
        return accessLog(context, input.before)
      }),
      withdrawInvitation: os.withdrawInvitation.handler(async ({ input, context }) => {
        await withdrawInvitation(context, input.id)
        return success
      }),
      resendInvitation: os.resendInvitation.handler(async ({ input, context }) => {
        await resendInvitation(context, input.id)
        return success
      }),
      readInvitation: os.readInvitation.handler(async ({ input, context }) => ({
        data: await readInvitation(context, input.token),
      })),
      answerInvitation: os.answerInvitation.handler(async ({ input, context }) => ({
        ...success,
        ...(await answerInvitation(context, input)),
      })),
      customers: os.customers.handler(async ({ input, context }) => ({
        data: await clientList(context, input.tax_year),
      })),
      inviteClient: os.inviteClient.handler(async ({ input, context }) => ({
        ...success,
        id: await sendInvitation(context, { kind: 'client', ...input }),
      })),
      leaveClient: os.leaveClient.handler(async ({ input, context }) => {
        await leaveClient(context, input.id)
        return success
      }),
      inviteClientToPay: os.inviteClientToPay.handler(async ({ input, context }) => ({
        ...success,
        id: await askClientToPay(context, input),
      })),
      askClientToPay: os.askClientToPay.handler(async ({ input, context }) => ({
        ...success,
        id: await askClientToPay(context, input),
      })),
      clientPage: os.clientPage.handler(async ({ input, context }) => ({
        data: await clientPage(context, input.id, input.tax_year),
      })),
      impersonate: os.impersonate.handler(async ({ input, context }) => ({
        ...success,
        redirect: await impersonate(context, input),
      })),
      stopImpersonating: os.stopImpersonating.handler(async ({ context }) => ({
        ...success,
        redirect: await stopImpersonating(context),
      })),
    },
  },
}
