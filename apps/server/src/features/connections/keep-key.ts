import { type Connected, connectionMessages, fill } from '@lotbook/contract'
import {
  AccessRefused,
  type KeyAccess,
  type KeyConnector,
  type KeyRights,
  ProviderBusy,
  ProviderDown,
  ProviderFailed,
  type Source,
} from '@lotbook/sources'
import { auditRequest } from '../../platform/audit.ts'
import { withSubject } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { Secret } from '../../platform/secret.ts'
import { sql } from '../../platform/sql.ts'
import { connectionToKeep } from './connection-to-keep.ts'
import { keepCredential } from './credentials.ts'
import { forgetPosition, queueFetch } from './queue-fetch.ts'

/** The provider is asked while the person waits. */
const CHECK_MS = 20_000

/** The way to providers for a call that a person waits for. */
export function askingFor({ outbound }: Pick<RequestContext, 'outbound'>) {
  const signal = AbortSignal.timeout(CHECK_MS)
  const ask = (provider: Parameters<typeof outbound.provider>[0]) =>
    outbound.provider(provider, { signal, retries: 1 })
  return { ask, signal }
}

/** A key that was tried, and the connection it is for. */
export interface TriedKey {
  readonly source: Pick<Source, 'slug' | 'name'>
  readonly access: Secret<KeyAccess>
  readonly rights: KeyRights
  /** It takes the place of the key of a connection: the one named, else one that there is. */
  readonly isUpdate: boolean
  readonly connectionId: string | null
  /** Fetch from the beginning, also what was fetched before. */
  readonly isAnew: boolean
}

/** Keeps a key sealed, and queues the fetching. @throws Refusal where the connection named is not the customer's */
export function keepKey(context: RequestContext, key: TriedKey): Promise<Connected> {
  const { db, who, keys, now } = context
  const { source, access, rights, isUpdate, isAnew } = key
  return withSubject(db, who, async (tx) => {
    const { subjectId: userId } = who
    const { count } = await tx.one<{ count: string }>(
      sql`select count(*) from imports where user_id = ${userId}`,
    )
    const connectionId = await connectionToKeep(tx, {
      userId,
      method: 'api',
      source,
      connectionId: key.connectionId,
      mayReplace: isUpdate,
      now,
    })
    await keepCredential(tx, keys, {
      userId,
      connectionId,
      access: new Secret({ ...access.reveal() }),
      last4: last4Of(access),
      rights,
      now,
    })
    await tx.run(sql`
      update connections set state = 'ok', label = ${source.name} where user_id = ${userId} and id = ${connectionId}`)
    if (isAnew) await forgetPosition(tx, userId, connectionId)
    await queueFetch(tx, userId, connectionId, now)
    await tx.run(sql`update customers set transaction_uploaded = true where user_id = ${userId}`)
    await auditRequest(tx, context, {
      event: isUpdate ? 'key_replaced' : 'key_added',
      object: `connection:${connectionId}`,
    })
    return {
      status: 'success' as const,
      source_id: connectionId,
      first_import: count === '0',
      may: mayDo(rights),
    }
  })
}

/** Rights of a key beyond reading, as far as its provider states them. */
export function mayDo({ canTrade, canWithdraw }: KeyRights): Connected['may'] {
  return [
    ...(canTrade === true ? ['trade' as const] : []),
    ...(canWithdraw === true ? ['withdraw' as const] : []),
  ]
}

function last4Of(access: Secret<KeyAccess>): string {
  const { apiKey, keyName, passphrase } = access.reveal()
  // Robinhood's API key stands in the field of the passphrase.
  return (apiKey || keyName || passphrase).slice(-4)
}

/** Tries a key: its rights, as its provider tells them. @throws Refusal in the specification's words */
export async function tryKey(
  { outbound, clock }: RequestContext,
  connector: KeyConnector,
  access: Secret<KeyAccess>,
): Promise<KeyRights> {
  const { ask, signal } = askingFor({ outbound })
  try {
    return await connector.check({ access: access.reveal(), ask, now: () => clock.now().getTime() })
  } catch (error) {
    if (error instanceof AccessRefused) refuse('invalid_input', wordsOf(error))
    return refuseForProvider(error, connector.exchange, signal)
  }
}

/** The specification's words for a key that is refused, and which other one to make where the provider told what is wrong. */
export function wordsOf({ kind, advice }: AccessRefused): string {
  const { wrongKey, badKeys } = connectionMessages.service
  return [kind === 'invalid' ? wrongKey : badKeys, advice].filter((text) => text !== undefined).join(' ')
}

/** Refuses with what went wrong at a provider, in the specification's words; throws again what is no fault of its own. */
export function refuseForProvider(error: unknown, service: string, signal: AbortSignal): never {
  if (error instanceof ProviderDown || error instanceof ProviderBusy || signal.aborted)
    refuse('unavailable', fill(connectionMessages.service.notResponding, { service }))
  if (error instanceof ProviderFailed)
    refuse('unavailable', fill(connectionMessages.service.failed, { service }))
  throw error
}
