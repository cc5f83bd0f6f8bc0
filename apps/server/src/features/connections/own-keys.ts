import {
  type ExplorerName,
  explorerOf,
  explorersFor,
  isExplorerName,
  OwnKeyRefused,
  type ProviderName,
  type Visit,
} from '@lotbook/sources'
import { type Database, type Tx, type Who, withSubject } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Keys } from '../../platform/keys.ts'
import type { AskOptions, Outbound } from '../../platform/outbound.ts'
import type { RequestContext, Services } from '../../platform/request-context.ts'
import { open, seal } from '../../platform/seal.ts'
import { Secret } from '../../platform/secret.ts'
import { sql } from '../../platform/sql.ts'

interface OwnKey {
  readonly id: string
  readonly key: Secret<string>
}

/** A customer's own keys that explorers still accept. */
export type OwnKeys = ReadonlyMap<ExplorerName, OwnKey>

const placeOf = (userId: string, rowId: string) =>
  ({ table: 'credentials', userId, rowId, column: 'sealed' }) as const

/** Reads the keys of a customer's own. Whoever acts for them sees none: the rows are the customer's alone. */
async function ownKeysOf(tx: Tx, keys: Keys, userId: string): Promise<OwnKeys> {
  const rows = await tx.all<{ id: string; explorer: string; sealed: Buffer }>(sql`
    select id, explorer, sealed from credentials
    where user_id = ${userId} and explorer is not null and refused_at is null`)
  const own = new Map<ExplorerName, OwnKey>()
  for (const { id, explorer, sealed } of rows) {
    if (!isExplorerName(explorer)) continue
    const bytes = await open(tx, keys, placeOf(userId, id), sealed)
    const { key } = JSON.parse(bytes.toString()) as { key: string }
    own.set(explorer, { id, key: new Secret(key) })
  }
  return own
}

/** Explorers of a chain that no longer accept the key that the customer gave. */
export async function refusedExplorers(tx: Tx, userId: string, chain: string): Promise<ExplorerName[]> {
  const rows = await tx.all<{ explorer: string }>(sql`
    select explorer from credentials where user_id = ${userId} and explorer is not null and refused_at is not null`)
  return explorersFor(chain).filter((name) => rows.some(({ explorer }) => explorer === name))
}

/** Keeps a key of the customer's own, sealed, in place of the one before. */
export async function keepOwnKey(
  tx: Tx,
  keys: Keys,
  own: {
    readonly userId: string
    readonly explorer: ExplorerName
    readonly key: Secret<string>
    readonly now: Date
  },
): Promise<void> {
  const { userId, explorer, key, now } = own
  const id = newId()
  const text = Buffer.from(JSON.stringify({ key: key.reveal() }))
  const sealed = Buffer.concat(await seal(tx, keys, placeOf(userId, id), text))
  await tx.run(sql`
    insert into credentials (user_id, id, explorer, sealed, last4, checked_at)
    values (${userId}, ${id}, ${explorer}, ${sealed}, ${key.reveal().slice(-4)}, ${now})
    on conflict (user_id, explorer) where explorer is not null do update
    set id = excluded.id, sealed = excluded.sealed, last4 = excluded.last4, checked_at = excluded.checked_at, refused_at = null`)
}

/** The ways to providers with a customer's own keys, which go before the operator's. */
export function waysWith(
  outbound: Pick<Outbound, 'provider' | 'isOpen'>,
  own: OwnKeys,
  options: AskOptions = {},
): Required<Pick<Visit<never>, 'ask' | 'isOpen' | 'isOwn'>> {
  const keyOf = (provider: ProviderName) => {
    const explorer = explorerOf(provider)
    return explorer === undefined ? undefined : own.get(explorer)?.key
  }
  return {
    ask: (provider) => outbound.provider(provider, { ...options, key: keyOf(provider) }),
    isOpen: (provider) => keyOf(provider) !== undefined || outbound.isOpen(provider),
    isOwn: (provider) => keyOf(provider) !== undefined,
  }
}

/** The same for who makes a request. */
export async function waysFor({ db, keys, who, outbound }: RequestContext) {
  return waysWith(outbound, await withSubject(db, who, (tx) => ownKeysOf(tx, keys, who.subjectId)))
}

/**
 * Does work with a customer's own keys. A key that its explorer refuses on the way is marked, so that it is not sent again, and the work
 * is done anew without it: with the operator's, or at those who ask for none.
 */
export async function withOwnKeys<Result>(
  { db, keys, clock }: Pick<Services, 'keys' | 'clock'> & { readonly db: Database },
  who: Who,
  work: (own: OwnKeys) => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const own = await withSubject(db, who, (tx) => ownKeysOf(tx, keys, who.subjectId))
    try {
      return await work(own)
    } catch (error) {
      const refused = error instanceof OwnKeyRefused ? own.get(error.explorer) : undefined
      if (refused === undefined) throw error
      await withSubject(db, who, (tx) =>
        tx.run(sql`
          update credentials set refused_at = ${clock.now()} where user_id = ${who.subjectId} and id = ${refused.id}`),
      )
    }
  }
}
