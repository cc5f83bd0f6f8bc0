import { createHash } from 'node:crypto'
import { type Connected, connectionMessages, type WalletImportInput } from '@lotbook/contract'
import {
  type AccountDescription,
  accountOfFile,
  canBeAsked,
  chainNamed,
  countsAsExtendedKey,
  isAddressOf,
  litecoinWithThree,
  type ProviderName,
  type Source,
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
import { addressIn } from '../sources/find-address.ts'
import { keepCredential } from './credentials.ts'
import { nobodyToAsk } from './nobody-to-ask.ts'
import { waysFor } from './own-keys.ts'
import { forgetPosition, queueFetch } from './queue-fetch.ts'

/** An address on a chain that can be connected. */
export interface AddressToConnect {
  readonly chain: Source
  /** As it is asked for: a Litecoin address that begins with M stands with a 3. */
  readonly address: string
  readonly isExtendedKey: boolean
}

/**
 * The address that was entered, on the chain that was chosen.
 *
 * @throws Refusal where it is none, is a secret, or the chain has no source that anybody may ask.
 */
export function addressToConnect(
  { isOpen }: { readonly isOpen: (provider: ProviderName) => boolean },
  coin: string,
  text: string,
  saidExtended = false,
): AddressToConnect {
  const chain = sourceBySlug(coin) ?? chainNamed(coin)
  if (chain === undefined || chain.kind !== 'blockchain') return refuse('INVALID_EXCHANGE')
  const found = addressIn(text.trim())
  if (found.outcome === 'secret') refuse('invalid_input', found.message ?? undefined)
  if (!canBeAsked(chain.slug, isOpen)) refuse('unavailable', nobodyToAsk(chain))
  // Nearly any short word is a name on EOS, so it counts only where that chain was chosen.
  const isNameThere = isAddressOf((chain.default_coin ?? '').toUpperCase(), text.trim())
  if (!isNameThere && !found.chains.some(({ source }) => source.slug === chain.slug))
    refuse('invalid_input', INVALID, { fields: { address: INVALID } })
  return addressOn(chain, text.trim(), found.is_extended_key || saidExtended)
}

/** An address that is known to be one of the chain. */
export function addressOn(chain: Source, text: string, isExtended: boolean): AddressToConnect {
  const address = chain.default_coin === 'ltc' ? litecoinWithThree(text) : text
  const isExtendedKey = isExtended || countsAsExtendedKey(chain.default_coin ?? '', address)
  return { chain, address, isExtendedKey }
}

const INVALID = connectionMessages.walletForm.addressInvalid

/** Connect an address, or fetch what is new of one that is connected already. */
export async function connectAddress(context: RequestContext, input: WalletImportInput): Promise<Connected> {
  const { db, who } = context
  const wanted = addressToConnect(
    await waysFor(context),
    input.coin,
    input.xpub_key || input.address,
    input.xpub,
  )
  return withSubject(db, who, async (tx) => {
    const isFirst = await isFirstImport(tx, who.subjectId)
    const source_id = await keepAddress(tx, context, wanted, {
      wallet: input.wallet,
      name: input.custom_wallet_name.trim(),
      usBased: input.us_based,
      fromBeginning: input.import_all,
    })
    return { status: 'success' as const, source_id, first_import: isFirst, may: [] }
  })
}

/** Whether nothing was ever imported. */
export async function isFirstImport(tx: Tx, userId: string): Promise<boolean> {
  const { count } = await tx.one<{ count: string }>(
    sql`select count(*) from imports where user_id = ${userId}`,
  )
  return count === '0'
}

/** Further fields of the form of an address. */
export interface AboutAddress {
  /** Slug of the wallet that holds it. */
  readonly wallet?: string
  /** A name of the person's own. */
  readonly name?: string
  readonly usBased?: boolean | undefined
  readonly fromBeginning?: boolean
}

/** Keep an address as a connection and queue the fetching; gives back the connection's id. */
export async function keepAddress(
  tx: Tx,
  context: RequestContext,
  wanted: AddressToConnect,
  { wallet = '', name = '', usBased, fromBeginning = false }: AboutAddress,
): Promise<string> {
  const { who, keys, now } = context
  const { subjectId: userId } = who
  const described = accountOfAddress(wanted)
  const account = await accountFor(tx, userId, name === '' ? described : { ...described, name })
  if (usBased !== undefined)
    await tx.run(sql`
      update accounts set us_based = ${usBased} where user_id = ${userId} and id = ${account.id}`)
  const known = await tx.maybe<{ id: string }>(sql`
    select id from connections where user_id = ${userId} and account_id = ${account.id} and method = 'wallet' and deleted_at is null`)
  const connectionId = known?.id ?? newId()
  if (known === undefined) {
    const label = sourceBySlug(wallet)?.name ?? wanted.chain.name
    await tx.run(sql`
      insert into connections (user_id, id, account_id, method, label, created_at)
      values (${userId}, ${connectionId}, ${account.id}, 'wallet', ${label}, ${now})`)
    if (wanted.isExtendedKey)
      await keepCredential(tx, keys, {
        userId,
        connectionId,
        access: new Secret({ address: wanted.address, isExtendedKey: 'true' }),
        last4: wanted.address.slice(-4),
        rights: { canTrade: null, canWithdraw: null },
        now,
      })
    await auditRequest(tx, context, { event: 'address_added', object: `connection:${connectionId}` })
  }
  if (fromBeginning) await forgetPosition(tx, userId, connectionId)
  if (!(await isBeingFetched(tx, userId, connectionId))) await queueFetch(tx, userId, connectionId, now)
  await tx.run(sql`update customers set transaction_uploaded = true where user_id = ${userId}`)
  return connectionId
}

async function isBeingFetched(tx: Tx, userId: string, connectionId: string): Promise<boolean> {
  const running = await tx.maybe(sql`
    select 1 from imports where user_id = ${userId} and connection_id = ${connectionId} and state in ('queued', 'running', 'waiting')`)
  return running !== undefined
}

/** The account of an address, the same that an explorer's file of it has. An extended key is told by its ends alone. */
export function accountOfAddress({ chain, address, isExtendedKey }: AddressToConnect): AccountDescription {
  const { slug, name } = chain
  if (!isExtendedKey)
    return accountOfFile({ sourceSlug: slug, exchange: name, account: { chain: slug, address } })
  const shortened = `${address.slice(0, 8)}…${address.slice(-4)}`
  const hash = createHash('sha256').update(address).digest('hex').slice(0, 32)
  return {
    key: `${slug}:xpub:${hash}`,
    slug,
    name: `${slug}: ${shortened}`,
    chain: slug,
    address: shortened,
  }
}
