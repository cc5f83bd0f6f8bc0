import { type NewPasskey, PASSKEY_TRANSPORTS, type PasskeyCreation } from '@lotbook/contract'
import { type Tx, withIdentity } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import { sessionOf, type RequestContext } from '../../platform/request-context.ts'
import { sql } from '../../platform/sql.ts'
import { CHALLENGE_MS, newChallenge, takeChallenge } from './passkey-challenges.ts'
import { mailChange } from './password-change.ts'
import { recordEvent } from './record-event.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { relyingParty } from './relying-party.ts'
import { afterRemoval, factorsOf, hasAny, lockFactors, requireVerified } from './second-factors.ts'
import { requireFresh, rotateSession } from './sessions.ts'

const MOST_PASSKEYS = 10
/** An id has at most 1,023 bytes (WebAuthn level 3, "Credential ID"). */
const MOST_ID_LETTERS = 1_364
const MOST_KEY_BYTES = 4_096
/** Ed25519, ECDSA on P-256, RSA with SHA-256 (IANA, "COSE Algorithms"): between them, every authenticator has one. */
const ALGORITHMS = [-8, -7, -257]

type Credential = PasskeyCreation['excludeCredentials'][number]

/** Passkeys of a person as a browser is told of them. */
export async function credentialsOf(tx: Tx, userId: string): Promise<Credential[]> {
  const rows = await tx.all<{ credential_id: Buffer; transports: Credential['transports'] }>(sql`
    select credential_id, transports from identity.passkeys where user_id = ${userId}
    order by created_at, id limit ${MOST_PASSKEYS}`)
  return rows.map(({ credential_id, transports }) => ({
    id: credential_id.toString('base64url'),
    type: 'public-key',
    transports,
  }))
}

/** Begins a new passkey: the options that the browser hands to its authenticator. */
export async function enrolPasskey(context: RequestContext): Promise<PasskeyCreation> {
  const { db, now } = context
  const { id: sessionId, userId, email } = requireFresh(context)
  await requireVerified(context)
  const excludeCredentials = await withIdentity(db, async (tx) => {
    requireRoom(await factorsOf(tx, userId))
    return credentialsOf(tx, userId)
  })
  return {
    challenge: await newChallenge(db, now, 'register', sessionId),
    rp: { id: relyingParty(context).id, name: 'Lotbook' },
    user: { id: userHandle(userId), name: email, displayName: email },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_MS,
    attestation: 'none',
    excludeCredentials,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  }
}

/** Put a passkey in force. Gives back recovery codes where it is the first second factor, shown this once. */
export async function addPasskey(
  context: RequestContext,
  { name, passkey }: { readonly name: string; readonly passkey: NewPasskey },
): Promise<string[]> {
  const { db, now } = context
  const { id: sessionId, userId, email } = requireFresh(context)
  await requireVerified(context)
  const challenge = await takeChallenge(db, now, 'register', sessionId, passkey.client_data)
  const made = challenge === undefined ? undefined : await madeBy(context, challenge, passkey)
  if (made === undefined) return refuse('wrong_code', 'The passkey was not accepted. Nothing was added.')
  const transports = PASSKEY_TRANSPORTS.filter((one) => passkey.transports.includes(one))
  const id = newId()
  return withIdentity(db, async (tx) => {
    const before = await lockFactors(tx, userId)
    requireRoom(before)
    const written = await tx.run(sql`
      insert into identity.passkeys (id, user_id, credential_id, public_key, counter, transports, name, created_at)
      values (${id}, ${userId}, ${Buffer.from(made.id, 'base64url')}, ${Buffer.from(made.publicKey)}, ${made.counter},
        ${transports}, ${name}, ${now})
      on conflict (credential_id) do nothing`)
    if (written === 0) refuse('conflict', 'This passkey is already in use.')
    const codes = hasAny(before) ? [] : await makeRecoveryCodes(tx, userId)
    await rotateSession(tx, context, { isMfa: true, isFresh: true })
    await recordEvent(tx, context, userId, { event: 'passkey_added', object: `passkey:${id}` })
    await mailChange(tx, context, userId, email, 'a passkey was added')
    return codes
  })
}

/** Give a passkey another name. The audit trail has the event without the names. */
export async function renamePasskey(
  context: RequestContext,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> {
  const { userId } = sessionOf(context)
  await withIdentity(context.db, async (tx) => {
    const found = await tx.maybe<{ name: string }>(
      sql`select name from identity.passkeys where id = ${id} and user_id = ${userId} for update`,
    )
    if (found === undefined) return refuse('not_found')
    if (found.name === name) return
    await tx.run(sql`update identity.passkeys set name = ${name} where id = ${id} and user_id = ${userId}`)
    await recordEvent(tx, context, userId, { event: 'passkey_renamed', object: `passkey:${id}` })
  })
}

/** Take a passkey away; a professional or an admin keeps one second factor at least. */
export async function removePasskey(context: RequestContext, id: string): Promise<void> {
  const { userId, email, roles } = requireFresh(context)
  await withIdentity(context.db, async (tx) => {
    await lockFactors(tx, userId)
    const removed = await tx.run(sql`delete from identity.passkeys where id = ${id} and user_id = ${userId}`)
    if (removed === 0) refuse('not_found')
    await afterRemoval(tx, userId, roles)
    await rotateSession(tx, context)
    await recordEvent(tx, context, userId, { event: 'passkey_removed', object: `passkey:${id}` })
    await mailChange(tx, context, userId, email, 'a passkey was removed')
  })
}

function requireRoom({ passkeys }: { readonly passkeys: number }): void {
  if (passkeys >= MOST_PASSKEYS)
    refuse('conflict', `You have ${MOST_PASSKEYS} passkeys, which is the most. Remove one first.`)
}

/** The person as an authenticator keeps them: an id that tells nothing about them. */
export function userHandle(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')
}

/** The credential that an authenticator made; undefined where its answer is not what was asked for. */
async function madeBy(context: RequestContext, challenge: string, passkey: NewPasskey) {
  // Loaded by the first who needs it: it brings the certificates of every maker of authenticators.
  const [{ verifyRegistrationResponse }, { decodeAttestationObject, isoBase64URL }] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ])
  const { id, origins } = relyingParty(context)
  try {
    // None was asked for. A chain of certificates would have the server fetch what addresses it names.
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(passkey.attestation))
    if (attestation.get('fmt') !== 'none' && attestation.get('attStmt').get('x5c') !== undefined)
      return undefined
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: passkey.id,
        rawId: passkey.id,
        type: 'public-key',
        response: { clientDataJSON: passkey.client_data, attestationObject: passkey.attestation },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: [...origins],
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    const made = registrationInfo?.credential
    const fits =
      made !== undefined && made.id.length <= MOST_ID_LETTERS && made.publicKey.length <= MOST_KEY_BYTES
    return fits ? made : undefined
  } catch {
    // The library throws for each thing that is not as it should be.
    return undefined
  }
}
