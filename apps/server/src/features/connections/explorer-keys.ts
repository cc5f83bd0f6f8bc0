import { connectionMessages, type ExplorerKey, fill, type SaveExplorerKeyInput } from '@lotbook/contract'
import {
  checkOwnKey,
  EXPLORERS,
  type ExplorerName,
  explorersFor,
  KeyOpensOthers,
  OwnKeyRefused,
  ProviderBusy,
  sourceBySlug,
} from '@lotbook/sources'
import { auditRequest } from '../../platform/audit.ts'
import { type Tx, withSubject } from '../../platform/database.ts'
import { refuse } from '../../platform/refusal.ts'
import type { RequestContext } from '../../platform/request-context.ts'
import { Secret } from '../../platform/secret.ts'
import { sql } from '../../platform/sql.ts'
import { refuseForProvider } from './keep-key.ts'
import { eitherOf } from './nobody-to-ask.ts'
import { keepOwnKey } from './own-keys.ts'
import { queueFetch } from './queue-fetch.ts'

/** The provider is asked while the person waits. */
const CHECK_MS = 20_000

/** Explorers that a customer may give a key for, and what is told of those that they gave: never the key. */
export function listExplorerKeys({ db, who }: Pick<RequestContext, 'db' | 'who'>): Promise<ExplorerKey[]> {
  return withSubject(db, who, async (tx) => {
    const rows = await tx.all<{
      explorer: string
      last4: string
      checked_at: Date
      refused_at: Date | null
    }>(sql`
      select explorer, last4, checked_at, refused_at from credentials
      where user_id = ${who.subjectId} and explorer is not null`)
    return (Object.keys(EXPLORERS) as ExplorerName[]).map((explorer) => {
      const { name, keyPage } = EXPLORERS[explorer]
      const row = rows.find((one) => one.explorer === explorer)
      const kept = row && {
        last4: row.last4,
        checked_at: row.checked_at.toISOString(),
        refused_at: row.refused_at?.toISOString() ?? null,
      }
      return { explorer, name, key_page: keyPage, kept: kept ?? null }
    })
  })
}

/**
 * Keep a key of the customer's own for all of their addresses, once it was tried. Addresses that waited for one are fetched.
 *
 * @throws Refusal in words for the field, and nothing is kept.
 */
export async function keepExplorerKey(context: RequestContext, input: SaveExplorerKeyInput): Promise<void> {
  const { db, who, keys, now } = context
  const { explorer } = input
  const key = new Secret(input.key)
  await tryOwnKey(context, explorer, key, input.chain)
  await withSubject(db, who, async (tx) => {
    const { subjectId: userId } = who
    const known = await tx.maybe(
      sql`select 1 from credentials where user_id = ${userId} and explorer = ${explorer}`,
    )
    await keepOwnKey(tx, keys, { userId, explorer, key, now })
    await auditRequest(tx, context, {
      event: known === undefined ? 'key_added' : 'key_replaced',
      object: `explorer:${explorer}`,
    })
    await fetchThoseThatWait(tx, userId, explorer, now)
  })
}

/** Forget a key of the customer's own. @throws Refusal where there is none */
export function dropExplorerKey(context: RequestContext, explorer: ExplorerName): Promise<void> {
  const { db, who } = context
  return withSubject(db, who, async (tx) => {
    const count = await tx.run(
      sql`delete from credentials where user_id = ${who.subjectId} and explorer = ${explorer}`,
    )
    if (count === 0) refuse('not_found')
    await auditRequest(tx, context, { event: 'key_removed', object: `explorer:${explorer}` })
  })
}

/** @throws Refusal */
async function tryOwnKey(
  { outbound, clock }: RequestContext,
  explorer: ExplorerName,
  key: Secret<string>,
  chain: string | undefined,
): Promise<void> {
  const { name } = EXPLORERS[explorer]
  const signal = AbortSignal.timeout(CHECK_MS)
  const atField = (message: string) => refuse('invalid_input', message, { fields: { key: message } })
  try {
    await checkOwnKey(explorer, chain, {
      ask: (provider) => outbound.provider(provider, { signal, retries: 1, key }),
      now: () => clock.now().getTime(),
    })
  } catch (error) {
    if (error instanceof OwnKeyRefused)
      atField(fill(connectionMessages.explorerKey.wrong, { explorer: name }))
    if (error instanceof KeyOpensOthers) atField(opensOthers(explorer, chain))
    if (error instanceof ProviderBusy)
      refuse('unavailable', fill(connectionMessages.explorerKey.busy, { explorer: name }))
    refuseForProvider(error, name, signal)
  }
}

function opensOthers(explorer: ExplorerName, chain = 'ethereum'): string {
  const { name } = EXPLORERS[explorer]
  const others = explorersFor(chain).filter((other) => other !== explorer)
  const words = fill(connectionMessages.explorerKey.opensOthers, {
    explorer: name,
    chain: sourceBySlug(chain)?.name ?? chain,
  })
  return others.length === 0 ? words : `${words} A free key from ${eitherOf(others)} does.`
}

/** Queue the fetching of addresses that wait for a key, or whose last fetch failed, on chains that the explorer knows. */
async function fetchThoseThatWait(tx: Tx, userId: string, explorer: ExplorerName, now: Date): Promise<void> {
  const rows = await tx.all<{ id: string; chain: string }>(sql`
    select c.id, a.chain from connections c join accounts a on (a.user_id, a.id) = (c.user_id, c.account_id)
    join lateral (
      select i.state from imports i where i.user_id = c.user_id and i.connection_id = c.id order by i.created_at desc, i.id desc limit 1
    ) last on last.state in ('done', 'failed', 'cancelled')
    where c.user_id = ${userId} and c.method = 'wallet' and c.deleted_at is null and a.chain is not null
      and (c.state = 'needs_key' or last.state = 'failed')
    order by c.created_at, c.id`)
  for (const { id, chain } of rows)
    if (explorersFor(chain).includes(explorer)) {
      await tx.run(sql`update connections set state = 'ok' where user_id = ${userId} and id = ${id}`)
      await queueFetch(tx, userId, id, now)
    }
}
