import { z } from 'zod'
import { TOKEN_DAYS } from './access-token-names.ts'
import { id, success } from './common.ts'
import { customerRoute, SCOPES } from './route.ts'

const accessToken = z.object({
  id,
  name: z.string(),
  /** Its first letters, by which its owner recognizes it. */
  beginning: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  created_at: z.string(),
  expires_at: z.string(),
  /** To the minute; null before its first use. */
  last_used_at: z.string().nullable(),
  is_expired: z.boolean(),
})
export type AccessToken = z.infer<typeof accessToken>

/** Access tokens: a customer's way to let a program of their own call the API. Never reached by a token itself. */
export const accessTokens = {
  /** The newest first; without those that were revoked. */
  list: customerRoute
    .route({ method: 'GET', path: '/access_tokens' })
    .output(z.object({ tokens: z.array(accessToken) })),
  /** Needs a fresh session. The token is in this answer and nowhere else. Refused with `conflict` beyond twenty in force. */
  create: customerRoute
    .meta({ isSecret: true })
    .route({ method: 'POST', path: '/access_tokens' })
    .input(
      z.object({
        name: z.string().trim().min(1).max(60),
        scopes: z.array(z.enum(SCOPES)).min(1).max(SCOPES.length),
        days: z.literal(TOKEN_DAYS),
      }),
    )
    .output(success.extend({ id, token: z.string() })),
  /** In force at once. */
  revoke: customerRoute
    .route({ method: 'DELETE', path: '/access_tokens/{id}' })
    .input(z.object({ id }))
    .output(success),
}
