import { z } from 'zod'
import { id } from './common.ts'
import { customerRoute } from './route.ts'

const exchange_name = z.string().min(1).max(100)
const code = z.string().trim().max(40)

/** The address that a provider mails a code to. */
export const codeRequest = z.object({ exchange_name, email: z.string().trim().max(254) })
export type CodeRequest = z.infer<typeof codeRequest>

/** A code that was mailed, and the connection it is for. */
export const mailedCode = z.object({
  exchange_name,
  code,
  /** The code of the authenticator, once it was asked for. */
  authenticator_code: code.optional().default(''),
  /** A new key for the connection `source_id`. */
  is_update: z.boolean().optional().default(false),
  source_id: id.nullish(),
})
export type MailedCode = z.infer<typeof mailedCode>

export const connectedByCode = z.object({
  /** `authenticator`: the code was right, and that of the authenticator is wanted too. */
  status: z.enum(['success', 'authenticator']),
  source_id: id.nullable(),
  first_import: z.boolean(),
})
export type ConnectedByCode = z.infer<typeof connectedByCode>

/** Accounts that are connected by a code which their provider mails. The provider's name for the sign-in stays with the server. */
export const mailedCodes = {
  /** Has the code mailed, for the first time or again (R8.32). */
  send: customerRoute
    .route({ method: 'POST', path: '/imports/v1/mailed_codes' })
    .input(codeRequest)
    .output(z.object({ status: z.literal('success') })),
  /** Signs in with the code, and connects the account by a key that reads. */
  connect: customerRoute
    .route({ method: 'POST', path: '/imports/v1/mailed_codes/connect' })
    .input(mailedCode)
    .output(connectedByCode),
}
