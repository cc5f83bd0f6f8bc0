import { AccessRefused, type GrantAccess } from '@lotbook/sources'
import { type Database, self, type Tx, withSubject } from '../../platform/database.ts'
import type { Services } from '../../platform/request-context.ts'
import { Secret } from '../../platform/secret.ts'
import { Slots } from '../../platform/slots.ts'
import { sql } from '../../platform/sql.ts'
import { askForTokens, type Grant, rightsBeyond } from './coinbase-tokens.ts'
import { credentialOf, keepCredential } from './credentials.ts'

/** An access token with less left than this is exchanged before it is used. */
const SPARE_MS = 5 * 60_000

/** Connections to the database that wait for an exchange, at most: the provider may not answer. */
const exchanges = new Slots({ most: 3, perCustomer: 1 })

type Granting = Pick<Services, 'config' | 'keys' | 'outbound' | 'clock'>

/**
 * The access token of a connection, exchanged for a new one where it has expired, or where it is the one that was `refused`. A refresh
 * token works once, so the row of the connection is locked while it is exchanged: of jobs that come at once one exchanges it, and the others
 * find the new pair. The pair is stored before it is used. Where nobody knows what became of the exchange, the grant is given up.
 *
 * @throws AccessRefused where the customer has to sign in at the provider again, ProviderDown and ProviderBusy
 */
export async function freshGrant(
  db: Database,
  services: Granting,
  of: { readonly userId: string; readonly connectionId: string },
  refused?: string,
): Promise<Secret<GrantAccess>> {
  const token = await exchanges.use(of.userId, () => tokenOf(db, services, of, refused))
  if (token === undefined) throw new AccessRefused('expired', 'The grant has expired.')
  return new Secret({ accessToken: token })
}

/** @returns undefined where the customer has to sign in again. */
function tokenOf(
  db: Database,
  services: Granting,
  of: { readonly userId: string; readonly connectionId: string },
  refused: string | undefined,
): Promise<string | undefined> {
  return withSubject(db, self(of.userId), async (tx) => {
    await tx.all(sql`
      select 1 from connections where user_id = ${of.userId} and id = ${of.connectionId} for update`)
    const kept = await credentialOf(tx, services.keys, of.userId, of.connectionId)
    if (kept === undefined) return undefined
    const grant = kept.reveal() as unknown as Grant
    const now = services.clock.now()
    const isGood = grant.accessToken !== refused && Number(grant.expiresAt) > now.getTime() + SPARE_MS
    if (isGood) return grant.accessToken
    if (grant.refreshToken === '') return undefined
    const next = await askForTokens(services, {
      grant_type: 'refresh_token',
      refresh_token: grant.refreshToken,
    })
    if (next === 'lost') {
      await keepGrant(tx, services, of, new Secret({ ...grant, refreshToken: '', expiresAt: '0' }))
      return undefined
    }
    await keepGrant(tx, services, of, next)
    return next.reveal().accessToken
  })
}

/** Keep a grant, sealed, in the place of the one before. */
export function keepGrant(
  tx: Tx,
  { keys, clock }: Pick<Services, 'keys' | 'clock'>,
  { userId, connectionId }: { readonly userId: string; readonly connectionId: string },
  grant: Secret<Grant>,
): Promise<void> {
  return keepCredential(tx, keys, {
    userId,
    connectionId,
    access: new Secret({ ...grant.reveal() }),
    last4: '',
    rights: rightsBeyond(grant.reveal().scope),
    now: clock.now(),
  })
}
