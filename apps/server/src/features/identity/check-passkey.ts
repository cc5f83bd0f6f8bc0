import type { PasskeyAnswer, PasskeyRequest } from '@lotbook/contract'
import { withIdentity } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { type RequestContext, sessionOf } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { takeAuthAddress } from './auth-limits.ts'
import { CHALLENGE_MS, newChallenge, type Purpose, takeChallenge } from './passkey-challenges.ts'
import { credentialsOf, userHandle } from './passkeys.ts'
import { relyingParty } from './relying-party.ts'

type Use = Exclude<Purpose, 'register'>

/** A challenge for a passkey to sign: one of the session's person, or of whoever holds one where they log in with nothing else. */
export async function requestPasskey(context: RequestContext, purpose: Use): Promise<PasskeyRequest> {
  const { db, now, ip } = context
  await takeAuthAddress(db, now, ip)
  const session = purpose === 'second_factor' ? sessionOf(context) : undefined
  const allowCredentials =
    session === undefined ? [] : await withIdentity(db, (tx) => credentialsOf(tx, session.userId))
  // An empty list would ask for any.
  if (session !== undefined && allowCredentials.length === 0)
    refuse('not_found', 'This account has no passkey.')
  return {
    challenge: await newChallenge(db, now, purpose, session?.id ?? null),
    rpId: relyingParty(context).id,
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    allowCredentials,
  }
}

interface PasskeyRow {
  readonly id: string
  readonly user_id: string
  readonly is_verified: boolean
  readonly public_key: Buffer
  readonly counter: string
}

export interface CheckedPasskey {
  readonly userId: string
  /** Whether the email of its person is verified. */
  readonly isVerified: boolean
  /** It signed what it was given, here and now, and its person was asked who they are. */
  readonly isRight: boolean
}

/** Finds the person whose passkey it is and checks its answer; undefined where no passkey is known by that id. */
export async function checkPasskey(
  context: RequestContext,
  purpose: Use,
  answer: PasskeyAnswer,
): Promise<CheckedPasskey | undefined> {
  const { db, now } = context
  const session = purpose === 'second_factor' ? sessionOf(context) : undefined
  const challenge = await takeChallenge(db, now, purpose, session?.id ?? null, answer.client_data)
  const passkey = await withIdentity(db, (tx) =>
    tx.maybe<PasskeyRow>(sql`
      select p.id, p.user_id, u.email_verified_at is not null as is_verified, p.public_key, p.counter
      from identity.passkeys p join identity.users u on u.id = p.user_id
      where p.credential_id = ${Buffer.from(answer.id, 'base64url')} and u.deleted_at is null`),
  )
  if (passkey === undefined) return undefined
  const { user_id: userId, is_verified: isVerified } = passkey
  const isTheirs =
    (session === undefined || session.userId === userId) &&
    (answer.user_handle === undefined || answer.user_handle === userHandle(userId))
  const counter =
    challenge !== undefined && isTheirs ? await countedBy(context, challenge, answer, passkey) : undefined
  const isRight = counter !== undefined && (await useUp(context, passkey, counter))
  return { userId, isVerified, isRight }
}

/** Remember the count of signatures; false where another answer of the same passkey was quicker. */
async function useUp(
  { db, now }: RequestContext,
  { id, counter }: PasskeyRow,
  next: number,
): Promise<boolean> {
  const used = await withIdentity(db, (tx) =>
    tx.run(sql`
      update identity.passkeys set counter = ${next}, last_used_at = ${now}
      where id = ${id} and counter = ${counter}`),
  )
  return used === 1
}

/** The passkey's new count of signatures; undefined where its answer is not right. */
async function countedBy(
  context: RequestContext,
  challenge: string,
  answer: PasskeyAnswer,
  { public_key, counter }: PasskeyRow,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { id: rpId, origins } = relyingParty(context)
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: answer.id,
        rawId: answer.id,
        type: 'public-key',
        response: {
          clientDataJSON: answer.client_data,
          authenticatorData: answer.authenticator_data,
          signature: answer.signature,
        },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: [...origins],
      expectedRPID: rpId,
      credential: { id: answer.id, publicKey: new Uint8Array(public_key), counter: Number(counter) },
      requireUserVerification: true,
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    // The library throws for each thing that is not as it should be.
    return undefined
  }
}
