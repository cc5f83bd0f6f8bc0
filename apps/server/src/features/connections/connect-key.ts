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
import { accountFor } from '../../journal/transactions/account-of.ts'
import { auditRequest } from '../../platform/audit.ts'
import { type Tx, withSubject } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { Secret } from '../../platform/secret.ts'
import { sql } from '../../platform/sql.ts'
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
    refuse(
      'unavailable',
      `${source.name} cannot be connected by key here. Upload a file of the account instead.`,
    )
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
    const connectionId = await connectionToKeep(tx, context, input, { slug: source.slug, name: source.name })
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
  const { apiKey, keyName } = access.reveal()
  return (apiKey || keyName).slice(-4)
}

/** What the key may do, as its provider says. */
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

/** The connection that the key is for: the one named, one whose key no longer works, else a new one. */
async function connectionToKeep(
  tx: Tx,
  { who, now }: RequestContext,
  { is_update, source_id }: ApiImportInput,
  source: { readonly slug: string; readonly name: string },
): Promise<string> {
  const { subjectId: userId } = who
  const live = await tx.all<{ id: string; state: string; key: string }>(sql`
    select c.id, c.state, a.key from connections c join accounts a on (a.user_id, a.id) = (c.user_id, c.account_id)
    where c.user_id = ${userId} and a.source_slug = ${source.slug} and c.method = 'api' and c.deleted_at is null
    order by c.created_at`)
  const wanted =
    source_id === null || source_id === undefined
      ? live.find(({ state }) => is_update || state === 'needs_key')
      : (live.find(({ id }) => id === source_id) ?? refuse('not_found'))
  if (wanted !== undefined) return wanted.id
  const account = await accountFor(tx, userId, accountBeside(source, new Set(live.map(({ key }) => key))))
  const id = newId()
  await tx.run(sql`
    insert into connections (user_id, id, account_id, method, label, created_at)
    values (${userId}, ${id}, ${account.id}, 'api', ${source.name}, ${now})`)
  return id
}

/** The account of a source, or a further one where one is connected by key already: `kraken`, `kraken#2`. */
function accountBeside({ slug, name }: { slug: string; name: string }, taken: ReadonlySet<string>) {
  let n = 1
  while (taken.has(n === 1 ? slug : `${slug}#${n}`)) n += 1
  return n === 1 ? { key: slug, slug, name } : { key: `${slug}#${n}`, slug, name: `${name} ${n}` }
}
