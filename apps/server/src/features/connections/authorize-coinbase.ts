import { createHash, randomBytes } from 'node:crypto'
import { type Connected, connectionMessages, fill, paths } from '@lotbook/contract'
import { ProviderBusy, ProviderDown, sourceBySlug } from '@lotbook/sources'
import { auditRequest } from '../../platform/audit.ts'
import { type Database, withSubject } from '../../platform/database.ts'
import { openForServer, sealForServer, SealBroken } from '../../platform/keys.ts'
import { allowedOrigins, configuredOrigin } from '../../platform/origins.ts'
import { refuse } from '../../platform/refusal.ts'
import { type RequestContext, sessionOf } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { askForTokens, coinbaseClient, rightsBeyond, SCOPES } from './coinbase-tokens.ts'
import { connectionToKeep } from './connection-to-keep.ts'
import { keepGrant } from './fresh-grant.ts'
import { queueFetch } from './queue-fetch.ts'

/** Purposes under which the state and the verifier are sealed. */
const STATE = 'oauth-state'
const VERIFIER = 'oauth-verifier'
/** The person signs in meanwhile. */
const MINUTES = 10

const coinbase = () => sourceBySlug('coinbase') ?? refuse('INVALID_EXCHANGE')

/**
 * Begin a sign-in at Coinbase: the address of its page, with what it is to send back. The state names the connection that is to be set
 * right, sealed for the session that began (SN2); the verifier never leaves the server.
 */
export async function beginAuthorization(
  context: RequestContext,
  { source_id: connectionId = null }: { readonly source_id?: string | null | undefined },
): Promise<{ url: string }> {
  const { db, who, keys, now, outbound } = context
  const { clientId } = coinbaseClient(context)
  const session = sessionOf(context)
  const nonce = randomBytes(32).toString('base64url')
  const verifier = randomBytes(32).toString('base64url')
  const text = JSON.stringify({ nonce, sourceId: connectionId })
  const state = sealForServer(keys, STATE, session.id, Buffer.from(text)).toString('base64url')
  const redirectUri = returnAddress(context)
  const hash = hashOf(nonce)
  await withSubject(db, who, async (tx) => {
    const userId = who.subjectId
    if (connectionId !== null) {
      const known = await tx.maybe(sql`
        select 1 from connections where user_id = ${userId} and id = ${connectionId} and method = 'oauth' and deleted_at is null`)
      if (known === undefined) refuse('not_found')
    }
    await tx.run(sql`delete from grants_begun where user_id = ${userId} and expires_at <= ${now}`)
    await tx.run(sql`
      insert into grants_begun (user_id, state_hash, session_id, connection_id, redirect_uri, verifier, expires_at)
      values (${userId}, ${hash}, ${session.id}, ${connectionId}, ${redirectUri},
        ${sealForServer(keys, VERIFIER, hash.toString('hex'), Buffer.from(verifier))}, ${new Date(now.getTime() + MINUTES * 60_000)})`)
  })
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: SCOPES.join(' '),
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  return { url: outbound.addressOf('coinbase-oauth', `/oauth2/auth?${query.toString()}`) }
}

/**
 * Connect the account after the person came back: the code is exchanged for tokens, which are kept sealed, and the fetching is queued. A
 * state is used up by its first return, whatever comes of it, so `db` is not the transaction of the request.
 *
 * @throws Refusal
 */
export async function finishAuthorization(
  context: RequestContext,
  db: Database,
  { code, state }: { readonly code: string; readonly state: string },
): Promise<Connected> {
  coinbaseClient(context)
  const { begun, verifier } = await takeBegun(context, db, state)
  const grant = await tokensFor(context, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: begun.redirect_uri,
    code_verifier: verifier,
  })
  const { who, now } = context
  const { slug, name } = coinbase()
  const rights = rightsBeyond(grant.reveal().scope)
  return withSubject(context.db, who, async (tx) => {
    const userId = who.subjectId
    const { count } = await tx.one<{ count: string }>(
      sql`select count(*) from imports where user_id = ${userId}`,
    )
    const connectionId = await connectionToKeep(tx, {
      userId,
      method: 'oauth',
      source: { slug, name },
      connectionId: begun.connection_id,
      mayReplace: false,
      now,
    })
    await keepGrant(tx, context, { userId, connectionId }, grant)
    await tx.run(sql`
      update connections set state = 'ok', label = ${name} where user_id = ${userId} and id = ${connectionId}`)
    await queueFetch(tx, userId, connectionId, now)
    await tx.run(sql`update customers set transaction_uploaded = true where user_id = ${userId}`)
    await auditRequest(tx, context, {
      event: begun.connection_id === null ? 'grant_added' : 'grant_replaced',
      object: `connection:${connectionId}`,
    })
    return {
      status: 'success' as const,
      source_id: connectionId,
      first_import: count === '0',
      may: [
        ...(rights.canTrade ? ['trade' as const] : []),
        ...(rights.canWithdraw ? ['withdraw' as const] : []),
      ],
    }
  })
}

async function tokensFor(context: RequestContext, ask: Readonly<Record<string, string>>) {
  try {
    const grant = await askForTokens(context, ask)
    return grant === 'lost' ? refuse('unavailable', NOT_GIVEN) : grant
  } catch (error) {
    if (error instanceof ProviderDown || error instanceof ProviderBusy)
      return refuse(
        'unavailable',
        fill(connectionMessages.service.notResponding, { service: coinbase().name }),
      )
    throw error
  }
}

const NOT_GIVEN = 'Coinbase did not give access. Continue with Coinbase once more.'
const NOT_BEGUN =
  'This sign-in at Coinbase was not begun here, was used already, or took too long. Begin again.'

/** The sign-in that a state belongs to, of this session and not yet used; it cannot be used again. */
async function takeBegun({ keys, who, now, session }: RequestContext, db: Database, state: string) {
  const hash = hashOf(nonceIn(keys, session?.id ?? '', state))
  const begun = await withSubject(db, who, (tx) =>
    tx.maybe<{
      session_id: string
      connection_id: string | null
      redirect_uri: string
      verifier: Buffer
      expires_at: Date
    }>(sql`
      delete from grants_begun where user_id = ${who.subjectId} and state_hash = ${hash}
      returning session_id, connection_id, redirect_uri, verifier, expires_at`),
  )
  if (begun === undefined || begun.session_id !== session?.id || begun.expires_at <= now)
    return refuse('invalid_token', NOT_BEGUN)
  return { begun, verifier: openForServer(keys, VERIFIER, hash.toString('hex'), begun.verifier).toString() }
}

function nonceIn(keys: RequestContext['keys'], sessionId: string, state: string): string {
  try {
    const text = openForServer(keys, STATE, sessionId, Buffer.from(state, 'base64url')).toString()
    return (JSON.parse(text) as { nonce: string }).nonce
  } catch (error) {
    if (error instanceof SealBroken) return refuse('invalid_token', NOT_BEGUN)
    throw error
  }
}

const hashOf = (nonce: string) => createHash('sha256').update(nonce).digest()

/** The address that Coinbase sends the person back to: the origin that they are at, of those that this server is reached by. */
function returnAddress({ config, reply }: RequestContext): string {
  const { origin } = reply.request.headers
  const known = allowedOrigins(config, reply.server).find((one) => one === origin)
  return `${known ?? configuredOrigin(config)}${paths.authorizeCoinbase}`
}
