import { type ApiImportInput, type Connected, connectionMessages, fill } from '@lotbook/contract'
import {
  AccessRefused,
  type KeyAccess,
  keyConnector,
  type KeyConnector,
  type KeyRights,
  ProviderBusy,
  ProviderDown,
  ProviderFailed,
  sourceBySlug,
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

/** The provider is asked about a key while the person waits. */
const CHECK_MS = 20_000

/**
 * Connect an account of an exchange by key, or give its connection a new one: the key is tried first, then it is kept sealed and the
 * fetching is queued.
 *
 * @throws Refusal in the specification's words, and nothing is kept.
 */
export async function connectKey(context: RequestContext, input: ApiImportInput): Promise<Connected> {
  const source = sourceBySlug(input.exchange_name) ?? refuse('INVALID_EXCHANGE')
  const connector =
    (source.status === 'closed' ? undefined : keyConnector(source.slug)) ??
    refuse('unavailable', `${source.name} cannot be connected with a key here. Upload a file instead.`)
  const access = accessOf(input)
  const rights = await checked(context, connector, access)
  const may = [
    ...(rights.canTrade === true ? ['trade' as const] : []),
    ...(rights.canWithdraw === true ? ['withdraw' as const] : []),
  ]
  if (may.length > 0 && !input.keep_anyway)
    return { status: 'confirm', source_id: null, first_import: false, may }
  const { db, who, keys, now } = context
  return withSubject(db, who, async (tx) => {
    const { subjectId: userId } = who
    const { count } = await tx.one<{ count: string }>(
      sql`select count(*) from imports where user_id = ${userId}`,
    )
    const connectionId = await connectionToKeep(tx, {
      userId,
      method: 'api',
      source,
      connectionId: input.source_id ?? null,
      mayReplace: input.is_update,
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
    if (input.import_all) await forgetPosition(tx, userId, connectionId)
    await queueFetch(tx, userId, connectionId, now)
    await tx.run(sql`update customers set transaction_uploaded = true where user_id = ${userId}`)
    await auditRequest(tx, context, {
      event: input.is_update ? 'key_replaced' : 'key_added',
      object: `connection:${connectionId}`,
    })
    return {
      status: 'success' as const,
      source_id: connectionId,
      first_import: count === '0',
      may,
    }
  })
}

function accessOf(input: ApiImportInput): Secret<KeyAccess> {
  return new Secret({
    apiKey: input.access_token.trim(),
    apiSecret: input.refresh_token.trim(),
    passphrase: input.password.trim(),
    keyName: input.key_name.trim(),
    privateKey: input.private_key.trim(),
  })
}

function last4Of(access: Secret<KeyAccess>): string {
  const { apiKey, keyName, passphrase } = access.reveal()
  // Robinhood's API key stands in the field of the passphrase.
  return (apiKey || keyName || passphrase).slice(-4)
}

/** The rights of the key, as its provider tells them. */
async function checked(
  { outbound, clock }: RequestContext,
  connector: KeyConnector,
  access: Secret<KeyAccess>,
): Promise<KeyRights> {
  const service = { service: connector.exchange }
  const signal = AbortSignal.timeout(CHECK_MS)
  try {
    return await connector.check({
      access: access.reveal(),
      ask: (provider) => outbound.provider(provider, { signal, retries: 1 }),
      now: () => clock.now().getTime(),
    })
  } catch (error) {
    if (error instanceof AccessRefused)
      refuse(
        'invalid_input',
        error.kind === 'invalid' ? connectionMessages.service.wrongKey : connectionMessages.service.badKeys,
      )
    if (error instanceof ProviderDown || error instanceof ProviderBusy || signal.aborted)
      refuse('unavailable', fill(connectionMessages.service.notResponding, service))
    if (error instanceof ProviderFailed)
      refuse('unavailable', fill(connectionMessages.service.failed, service))
    throw error
  }
}
