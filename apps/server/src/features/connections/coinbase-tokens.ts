import { type GrantAccess, ProviderDown, ProviderFailed } from '@lotbook/sources'
import type { Services } from '../../platform/request-context.ts'
import { refuse } from '../../platform/refusal.ts'
import { Secret } from '../../platform/secret.ts'

/** A grant as it is kept, sealed. */
export interface Grant {
  readonly accessToken: string
  /** Good for one use; empty once it was used and nobody knows what came of it. */
  readonly refreshToken: string
  /** Milliseconds since 1970, as text. */
  readonly expiresAt: string
  /** Scopes that were granted, with spaces. */
  readonly scope: string
}

/** Read scopes, and the right to stay: never one that moves or trades anything (R7.15). */
export const SCOPES = [
  'wallet:accounts:read',
  'wallet:transactions:read',
  'wallet:deposits:read',
  'wallet:buys:read',
  'wallet:sells:read',
  'wallet:withdrawals:read',
  'wallet:user:email',
  'offline_access',
] as const

/** The rights of a grant beyond those that were asked for (SN3). */
export function rightsBeyond(scope: string): { readonly canTrade: boolean; readonly canWithdraw: boolean } {
  const more = scope
    .split(/[ ,+]+/)
    .filter((one) => one !== '' && !(SCOPES as readonly string[]).includes(one))
  return {
    canTrade: more.some((one) => /(?:buys|sells|orders|trades?):(?:create|all)/.test(one)),
    canWithdraw: more.some((one) => /transactions:(?:send|transfer)|withdrawals:create/.test(one)),
  }
}

type Asking = Pick<Services, 'config' | 'outbound' | 'clock'>

/** The client that the operator registered at Coinbase. @throws Refusal where there is none. */
export function coinbaseClient({ config }: Pick<Services, 'config'>) {
  return config.coinbase ?? refuse('unavailable', NOT_CONFIGURED)
}

const NOT_CONFIGURED =
  'Signing in at Coinbase is not set up on this site. Connect the account with an API key instead.'

/**
 * Asks for tokens, once: a code or refresh token that was sent may be used up, whatever came back. `lost` is an answer that refuses it,
 * and every outcome that nobody knows.
 *
 * https://docs.cdp.coinbase.com/coinbase-app/oauth2-integration/access-and-refresh-tokens
 *
 * @throws ProviderDown where the request did not reach Coinbase, and ProviderBusy
 */
export async function askForTokens(
  { config, outbound, clock }: Asking,
  ask: Readonly<Record<string, string>>,
): Promise<Secret<Grant> | 'lost'> {
  const { clientId, clientSecret } = coinbaseClient({ config })
  const body = new URLSearchParams({ ...ask, client_id: clientId, client_secret: clientSecret.reveal() })
  const askedAt = clock.now().getTime()
  let text: string
  try {
    const answer = await outbound.provider('coinbase-oauth')({
      method: 'POST',
      path: '/oauth2/token',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
      body: body.toString(),
    })
    if (answer.status !== 200) return 'lost'
    text = answer.text
  } catch (error) {
    if (error instanceof ProviderDown && error.mayHaveArrived) return 'lost'
    throw error
  }
  return grantIn(text, askedAt) ?? 'lost'
}

/**
 * Gives an access token back, and the grant with it. The request names the token and the client in its form and is signed with the token
 * too, since the documentation names the call alone.
 *
 * https://docs.cdp.coinbase.com/coinbase-app/oauth2-integration/overview
 *
 * @throws ProviderDown, ProviderBusy, and ProviderFailed where Coinbase does not take it back
 */
export async function revokeToken(
  { config, outbound }: Pick<Asking, 'config' | 'outbound'>,
  access: Secret<GrantAccess>,
): Promise<void> {
  const { clientId, clientSecret } = coinbaseClient({ config })
  const { accessToken: token } = access.reveal()
  const body = new URLSearchParams({ token, client_id: clientId, client_secret: clientSecret.reveal() })
  const { status } = await outbound.provider('coinbase-oauth', { retries: 1 })({
    method: 'POST',
    path: '/oauth2/revoke',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Authorization: `Bearer ${token}` },
    body: body.toString(),
  })
  if (status >= 300) throw new ProviderFailed(`Coinbase answered with status ${status}.`)
}

function grantIn(text: string, askedAt: number): Secret<Grant> | undefined {
  let answer: Readonly<Record<string, unknown>>
  try {
    answer = JSON.parse(text) as Record<string, unknown>
  } catch {
    return undefined
  }
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds, scope } = answer
  if (typeof accessToken !== 'string' || accessToken === '') return undefined
  return new Secret({
    accessToken,
    refreshToken: typeof refreshToken === 'string' ? refreshToken : '',
    expiresAt: String(askedAt + (typeof seconds === 'number' ? seconds : 0) * 1000),
    scope: typeof scope === 'string' ? scope : '',
  })
}
