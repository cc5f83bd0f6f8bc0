import {
  connectionMessages,
  type CodeRequest,
  type ConnectedByCode,
  fill,
  type MailedCode,
} from '@lotbook/contract'
import {
  AccessRefused,
  type BlinkSession,
  confirmBlinkSession,
  type KeyAccess,
  type KeyConnector,
  keyConnector,
  mailBlinkCode,
  ProviderBusy,
  ProviderDown,
  readingKeyOfBlink,
  signInAtBlink,
  signOutOfBlink,
  type Source,
  sourceBySlug,
} from '@lotbook/sources'
import { type Database, withSubject } from '../../platform/database.ts'
import { errorText } from '../../platform/log.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { Secret } from '../../platform/secret.ts'
import { sql } from '../../platform/sql.ts'
import { claimMail, type CodeOf, forgetLogin, keepLogin, loginToTry, releaseMail } from './codes-mailed.ts'
import type { HeldSessions } from './held-sessions.ts'
import { askingFor, keepKey, refuseForProvider, tryKey } from './keep-key.ts'

/** The one source that signs in by a mailed code. */
const BLINK = 'blink'
/** The key's name in the list of keys at the provider. */
const KEY_NAME = 'Lotbook'

/** Parts of the server that outlast a request: what a code changes stays, whatever the request comes to. */
export interface CodeServices {
  readonly db: Database
  readonly held: HeldSessions<BlinkSession>
  /** Between two mails of a customer. */
  readonly pauseMs: number
}

type Asking = ReturnType<typeof askingFor>

/**
 * Has a code mailed to the address of an account (R8.32). Its provider's name for the sign-in is kept here, sealed: a browser that named it
 * could confirm the sign-in of somebody else.
 *
 * @throws Refusal
 */
export async function sendCode(
  context: RequestContext,
  { db, held, pauseMs }: CodeServices,
  { exchange_name, email }: CodeRequest,
): Promise<{ status: 'success' }> {
  const { source } = signsInByCode(exchange_name)
  if (!/^[^\s@]+@[^\s@]+$/.test(email))
    refuseField('email', `Enter the email address of your ${source.name} account.`)
  const { who, now, keys } = context
  const of: CodeOf = { who, slug: source.slug, pauseMs }
  await context.limit('codes')
  const wait = await claimMail(db, of, now)
  if (wait > 0) refuse('too_many_requests', pauseText(wait), { retryAfter: wait })
  const mailed = await askedForMail(context, { db, of, source, email })
  if (mailed.outcome !== 'mailed') {
    await releaseMail(db, of, now)
    if (mailed.outcome === 'no-address')
      refuseField('email', `${source.name} does not take this email address. Check it.`)
    refuse(
      'unavailable',
      `${source.name} did not mail a code. It may have been asked too often: try again in an hour, or enter an API key.`,
    )
  }
  held.drop(ownerOf(of))
  await keepLogin(db, keys, of, new Secret(mailed.loginId), now)
  return { status: 'success' }
}

const pauseText = (seconds: number) =>
  `A code was mailed less than a minute ago. You can ask for another in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`

async function askedForMail(
  context: RequestContext,
  { db, of, source, email }: { db: Database; of: CodeOf; source: Source; email: string },
) {
  const asking = askingFor(context)
  try {
    return await mailBlinkCode(asking, email)
  } catch (error) {
    // The minute stays unless it is sure that no mail went out.
    const isUnasked =
      error instanceof ProviderBusy || (error instanceof ProviderDown && !error.mayHaveArrived)
    if (isUnasked) await releaseMail(db, of, context.now)
    return refuseForSignIn(context, error, source.name, asking)
  }
}

/**
 * Connects an account with the code that was mailed: signs in, makes a key that reads, signs out, and keeps the key like any other. The
 * session may do everything, so it is kept nowhere; one that waits for the code of an authenticator is held in memory.
 *
 * @throws Refusal
 */
export async function connectByCode(
  context: RequestContext,
  services: CodeServices,
  input: MailedCode,
): Promise<ConnectedByCode> {
  const { source, connector } = signsInByCode(input.exchange_name)
  const connectionId = input.source_id ?? null
  await requireConnection(context, connectionId)
  const asking = askingFor(context)
  const of: CodeOf = { who: context.who, slug: source.slug, pauseMs: services.pauseMs }
  let apiKey: string
  try {
    const session = await signedIn(context, services, { of, source, asking }, input)
    if (session === 'authenticator') return { status: 'authenticator', source_id: null, first_import: false }
    apiKey = await keyOf(context, asking, session)
  } catch (error) {
    return refuseForSignIn(context, error, source.name, asking)
  }
  const access = new Secret<KeyAccess>({ apiKey, apiSecret: '', passphrase: '', keyName: '', privateKey: '' })
  const { source_id, first_import } = await keepKey(context, {
    source,
    access,
    rights: await tryKey(context, connector, access),
    isUpdate: input.is_update,
    connectionId,
    isAnew: false,
  })
  return { status: 'success', source_id, first_import }
}

interface SignIn {
  readonly of: CodeOf
  readonly source: Source
  readonly asking: Asking
}

async function signedIn(
  context: RequestContext,
  { db, held }: CodeServices,
  { of, source, asking }: SignIn,
  input: MailedCode,
): Promise<Secret<BlinkSession> | 'authenticator'> {
  const code = digitsIn(input.code)
  const ofAuthenticator = digitsIn(input.authenticator_code)
  const waiting = ofAuthenticator === '' ? undefined : held.toTry(ownerOf(of))
  const session = waiting ?? (await sessionBy(context, db, { of, source, asking }, code))
  if (!session.reveal().needsAuthenticator) return session
  if (ofAuthenticator === '') {
    held.hold(ownerOf(of), session)
    return 'authenticator'
  }
  const outcome = await confirmBlinkSession(asking, session.reveal(), ofAuthenticator)
  if (outcome !== 'confirmed') {
    if (waiting === undefined) held.hold(ownerOf(of), session)
    refuseField(
      'authenticator_code',
      'This is not the code that your authenticator app shows now. Enter the newest one.',
    )
  }
  held.drop(ownerOf(of))
  return session
}

/** The session that a mailed code opens. The code is used up by it. */
async function sessionBy(
  { keys, now }: RequestContext,
  db: Database,
  { of, source, asking }: SignIn,
  code: string,
): Promise<Secret<BlinkSession>> {
  if (code === '') refuseField('code', `Enter the code that ${source.name} mailed.`)
  const login =
    (await loginToTry(db, keys, of, now)) ??
    refuseField(
      'code',
      'No code is waited for any more: it has expired or was tried too often. Send a new one.',
    )
  const answer = await signInAtBlink(asking, login.reveal(), code)
  if (answer.outcome !== 'signed-in')
    return refuseField(
      'code',
      answer.outcome === 'wrong-code'
        ? `This is not the code that ${source.name} mailed last. Check it, or send a new one.`
        : `${source.name} no longer takes this code. Send a new one.`,
    )
  await forgetLogin(db, of)
  return new Secret(answer.session)
}

/** A key that reads, made with a session that is then over. */
async function keyOf(
  { log, requestId }: RequestContext,
  asking: Asking,
  session: Secret<BlinkSession>,
): Promise<string> {
  try {
    return await readingKeyOfBlink(asking, session.reveal(), KEY_NAME)
  } finally {
    // It ends by itself too; the key is there, and the person does not connect once more for it.
    await signOutOfBlink(asking, session.reveal()).catch((error: unknown) =>
      log.warn({ requestId, error: errorText(error) }, 'a session at a provider could not be ended'),
    )
  }
}

function signsInByCode(slug: string): { readonly source: Source; readonly connector: KeyConnector } {
  const source = sourceBySlug(slug) ?? refuse('INVALID_EXCHANGE')
  const connector = keyConnector(slug)
  if (slug !== BLINK || connector === undefined)
    return refuse('unavailable', `${source.name} cannot be connected by a mailed code.`)
  return { source, connector }
}

/** Asked before a code is used up for nothing. */
async function requireConnection({ db, who }: RequestContext, connectionId: string | null): Promise<void> {
  if (connectionId === null) return
  const known = await withSubject(db, who, (tx) =>
    tx.maybe(sql`
      select 1 from connections
      where user_id = ${who.subjectId} and id = ${connectionId} and method = 'api' and deleted_at is null`),
  )
  if (known === undefined) refuse('not_found')
}

function refuseForSignIn(
  { now }: RequestContext,
  error: unknown,
  service: string,
  { signal }: Asking,
): never {
  if (error instanceof ProviderBusy) {
    const seconds = Math.max(1, Math.ceil((error.until.getTime() - now.getTime()) / 1000))
    const minutes = Math.ceil(seconds / 60)
    refuse(
      'too_many_requests',
      `${service} asks to wait. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
      { retryAfter: seconds },
    )
  }
  if (error instanceof AccessRefused)
    refuse('unavailable', fill(connectionMessages.service.failed, { service }))
  return refuseForProvider(error, service, signal)
}

function refuseField(field: 'email' | 'code' | 'authenticator_code', message: string): never {
  return refuse('invalid_input', message, { fields: { [field]: message } })
}

const digitsIn = (code: string) => code.replaceAll(/[\s-]/g, '')
const ownerOf = ({ who, slug }: CodeOf) => `${who.subjectId} ${slug}`
