import type { ApiImportInput, Connected } from '@lotbook/contract'
import { type KeyAccess, keyConnector, sourceBySlug } from '@lotbook/sources'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { Secret } from '../../platform/secret.ts'
import { keepKey, mayDo, tryKey } from './keep-key.ts'

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
  const rights = await tryKey(context, connector, access)
  const may = mayDo(rights)
  if (may.length > 0 && !input.keep_anyway)
    return { status: 'confirm', source_id: null, first_import: false, may }
  return keepKey(context, {
    source,
    access,
    rights,
    isUpdate: input.is_update,
    connectionId: input.source_id ?? null,
    isAnew: input.import_all,
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
