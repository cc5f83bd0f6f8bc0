import {
  AccessRefused,
  type AccountDescription,
  type AddressAccess,
  type AnyConnector,
  canBeAsked,
  connectorFor,
  type ExplorerName,
  explorersFor,
  ProviderBusy,
  ProviderDown,
  ProviderFailed,
  type Position,
  type Visit,
} from '@lotbook/sources'
import { connectionMessages, fill } from '@lotbook/contract'
import { IMPORT_GIVEN_UP, progressOf, type Purpose, setAside } from '../../journal/laying/keep-reading.ts'
import { self, withSubject, type Database, type Tx } from '../../platform/database.ts'
import { type Fence, FenceLost, takeFence, writeUnderFence } from '../../platform/fence.ts'
import { inThread } from '../../platform/in-thread.ts'
import { addJob, defineJob, WAITING } from '../../platform/jobs.ts'
import { notify } from '../../platform/notify.ts'
import type { Services } from '../../platform/request-context.ts'
import { Secret } from '../../platform/secret.ts'
import { sql } from '../../platform/sql.ts'
import { prepareToCalculate } from '../../calculating/run/run-calculation.ts'
import { journalLoad } from '../../journal/transactions/journal-load.ts'
import { credentialOf } from './credentials.ts'
import { entriesKept, keepPage, pagesOf, type WalkOf } from '../../journal/laying/fetched-pages.ts'
import { eitherOf, nobodyToAsk } from './nobody-to-ask.ts'
import { type OwnKeys, refusedExplorers, waysWith, withOwnKeys } from './own-keys.ts'
import { freshGrant } from './fresh-grant.ts'
import { planRetry } from './next-fetch.ts'
import { FETCH_IMPORT } from './queue-fetch.ts'
import { type LayAnswer, layPages, type LayTask } from './lay-pages.ts'

/** Connections of one customer that are fetched at once: a provider that does not answer holds up no other. */
const CONNECTIONS_AT_ONCE = 3

type Fetching = Pick<Services, 'config' | 'keys' | 'outbound' | 'clock'>

/** Packed pages that are read and written beside the requests of the server, about ten times as much text: longer ones have a thread. */
const BYTES_AT_HAND = 1 << 15
/** An entry in them, about. */
const ENTRY_BYTES = 50
const LAYER = { url: new URL('./lay-pages.worker.ts', import.meta.url), heapMb: 4096, youngMb: 128 }

/**
 * Fetch the history of a connection, page by page, and put it into the journal. Each page is kept, with the place to go on, before the
 * next is asked for: killed at any moment it goes on from there. What is in the journal comes and changes in one transaction, and only
 * then does the watermark move (I-WM).
 */
export function fetchImportJob(services: Fetching) {
  return defineJob<{ userId: string; importId: string }>(
    FETCH_IMPORT.name,
    async ({ userId, importId }, { db, signal }) => {
      const fence = await takeFence(db, 'imports', userId, importId)
      if (fence === undefined) return
      const work = await load(db, services, fence)
      if (work === undefined) return
      try {
        await fetchWithAccess(db, services, fence, work, signal)
        await lay(db, services, fence, work, signal)
        prepareToCalculate(await journalLoad(db, userId))
      } catch (error) {
        await answerTo(db, services, fence, work, error)
      }
    },
    {
      retryLimit: FETCH_IMPORT.retryLimit,
      turns: { ...WAITING, perCustomer: CONNECTIONS_AT_ONCE },
      giveUp: async ({ userId, importId }, { db }) => {
        const fence = await takeFence(db, 'imports', userId, importId)
        const work = fence && (await load(db, services, fence))
        if (fence !== undefined && work !== undefined)
          await setAside(db, fence, work, 'given_up', IMPORT_GIVEN_UP)
      },
    },
  )
}

interface Work extends Purpose {
  readonly of: WalkOf
  readonly connector: AnyConnector
  readonly method: 'api' | 'oauth' | 'wallet'
  readonly access: Secret<Readonly<Record<string, string>>>
  readonly address: AddressAccess | null
  readonly position: Position | null
  readonly source: LayTask['source']
  readonly account: AccountDescription
}

function load(db: Database, { keys }: Fetching, { userId, id }: Fence): Promise<Work | undefined> {
  return withSubject(db, self(userId), async (tx) => {
    const row = await tx.maybe<{
      connection_id: string
      account_id: string
      key: string
      source_slug: string
      name: string
      chain: string | null
      address: string | null
      method: Work['method']
      walk: number
      position: Position | null
      watermark: Position | null
    }>(sql`
      select c.id as connection_id, a.id as account_id, a.key, a.source_slug, a.name, a.chain, a.address, c.method, c.walk, c.position, c.watermark
      from imports i join connections c on (c.user_id, c.id) = (i.user_id, i.connection_id)
      join accounts a on (a.user_id, a.id) = (c.user_id, c.account_id)
      where i.user_id = ${userId} and i.id = ${id} and c.deleted_at is null`)
    if (row === undefined) return undefined
    const slug = row.chain ?? row.source_slug
    const connector = connectorFor(slug, row.method)
    const kept = await credentialOf(tx, keys, userId, row.connection_id)
    // A public address needs nothing that opens it.
    const access =
      kept ?? (row.address === null ? undefined : new Secret<Readonly<Record<string, string>>>({}))
    if (connector === undefined || access === undefined) return undefined
    const address =
      row.chain === null || row.address === null
        ? null
        : {
            chain: row.chain,
            address: access.reveal()['address'] ?? row.address,
            isExtendedKey: access.reveal()['isExtendedKey'] === 'true',
          }
    return {
      name: connector.exchange,
      connectionId: row.connection_id,
      accountId: row.account_id,
      accountKey: row.key,
      upload: null,
      of: { userId, connectionId: row.connection_id, walk: row.walk },
      connector,
      method: row.method,
      access,
      address,
      position: row.position ?? row.watermark,
      source: { slug, method: row.method },
      account: {
        key: row.key,
        slug: row.source_slug,
        name: row.name,
        ...(row.chain === null ? {} : { chain: row.chain }),
        ...(row.address === null ? {} : { address: row.address }),
      },
    }
  })
}

/** Fetches with the access that is kept; a grant is made fresh before, and once more where it was refused on the way. */
async function fetchWithAccess(
  db: Database,
  services: Fetching,
  fence: Fence,
  work: Work,
  signal: AbortSignal,
): Promise<void> {
  if (work.method === 'wallet') return fetchByAddress(db, services, fence, signal)
  if (work.method === 'api') return fetchPages(db, services, fence, work, signal)
  const access = await freshGrant(db, services, work.of)
  try {
    await fetchPages(db, services, fence, { ...work, access: new Secret({ ...access.reveal() }) }, signal)
  } catch (error) {
    if (!(error instanceof AccessRefused) || error.kind !== 'expired') throw error
    const next = await freshGrant(db, services, work.of, access.reveal().accessToken)
    const now = (await load(db, services, fence)) ?? work
    await fetchPages(db, services, fence, { ...now, access: new Secret({ ...next.reveal() }) }, signal)
  }
}

/** Fetches with the customer's own keys of explorers; where one of them is refused on the way, from there on without it. */
async function fetchByAddress(
  db: Database,
  services: Fetching,
  fence: Fence,
  signal: AbortSignal,
): Promise<void> {
  await withOwnKeys({ ...services, db }, self(fence.userId), async (own) => {
    const work = await load(db, services, fence)
    if (work === undefined) return
    const { slug } = work.source
    if (work.connector.method === 'wallet' && !canBeAsked(slug, waysWith(services.outbound, own).isOpen)) {
      if (explorersFor(slug).length > 0) throw new NobodyToAsk()
      // A connection of an earlier day, whose provider takes a key or an address of the operator's by now.
      throw new ProviderFailed(nobodyToAsk({ slug, name: work.name }))
    }
    await fetchPages(db, services, fence, work, signal, own)
    await writeUnderFence(db, fence, (tx) =>
      tx.run(sql`
        update connections set state = 'ok'
        where user_id = ${work.of.userId} and id = ${work.connectionId} and state = 'needs_key'`),
    )
  })
}

/** A key is missing: the customer has none that works, and the operator none either. */
class NobodyToAsk extends Error {}

async function fetchPages(
  db: Database,
  { config, keys, outbound, clock }: Fetching,
  fence: Fence,
  work: Work,
  signal: AbortSignal,
  own: OwnKeys = new Map(),
): Promise<void> {
  const { of, connector } = work
  let kept = await withSubject(db, self(of.userId), (tx) => entriesKept(tx, of))
  const tell = progressOf(db, of.userId, of.connectionId)
  const visit: Visit<never> = {
    access: (work.address ?? work.access.reveal()) as never,
    ...waysWith(outbound, own, { signal }),
    now: () => clock.now().getTime(),
  }
  let entries = 0
  for await (const page of connector.fetch(visit, work.position)) {
    kept += page.entries
    if (kept > config.fetchedEntriesMax) throw new TooManyEntries()
    await writeUnderFence(db, fence, (tx) => keepPage(tx, keys, of, page))
    entries += page.entries
    tell(`Fetching from ${work.name}`, entries, null, 'entries')
  }
  await tell.settled()
}

/** Reads what was fetched and puts it into the journal: in a thread where it is long. */
async function lay(
  db: Database,
  { keys, clock }: Fetching,
  fence: Fence,
  work: Work,
  signal: AbortSignal,
): Promise<void> {
  const { of, source, account, address, name, connectionId, accountId, accountKey, upload } = work
  const pages = await withSubject(db, self(of.userId), (tx) => pagesOf(tx, keys, of))
  const task: LayTask = {
    fence,
    purpose: { name, connectionId, accountId, accountKey, upload },
    of,
    source,
    account,
    address,
    pages,
    now: clock.now(),
  }
  const bytes = pages.reduce((sum, { packed }) => sum + packed.length, 0)
  const answer =
    bytes > BYTES_AT_HAND
      ? await inThread<LayTask, LayAnswer>(db, LAYER, task, {
          load: { customer: of.userId, size: bytes / ENTRY_BYTES },
          signal,
          transfer: pages.map(({ packed }) => packed.buffer),
        })
      : await layPages(db, task)
  if (answer === 'fence-lost') throw new FenceLost(fence)
}

/** Ends or puts off an import whose fetching was broken off. What was fetched stays, and the next attempt goes on from it. */
async function answerTo(
  db: Database,
  services: Fetching,
  fence: Fence,
  work: Work,
  error: unknown,
): Promise<void> {
  if (error instanceof ProviderBusy) return putOff(db, fence, work, error.until)
  const service = { service: work.name }
  if (error instanceof NobodyToAsk) {
    await writeUnderFence(db, fence, (tx) => setState(tx, work, 'needs_key'))
    const refused = await withSubject(db, self(work.of.userId), (tx) =>
      refusedExplorers(tx, work.of.userId, work.source.slug),
    )
    return setAside(db, fence, work, 'needs_key', wordsOfMissingKey(work, refused))
  }
  if (error instanceof AccessRefused) {
    const state = work.method === 'oauth' ? 'needs_oauth' : 'needs_key'
    await writeUnderFence(db, fence, (tx) => setState(tx, work, state))
    const { advice = '' } = error
    const reason =
      work.method === 'oauth' ? EXPIRED : `${connectionMessages.service.badKeys} ${advice}`.trimEnd()
    return setAside(db, fence, work, state, reason)
  }
  if (error instanceof TooManyEntries || isOutOfMemory(error))
    return setAside(db, fence, work, 'too_many_transactions', connectionMessages.service.tooMany)
  if (!(error instanceof ProviderDown || error instanceof ProviderFailed)) throw error
  await writeUnderFence(db, fence, (tx) =>
    planRetry(tx, work.of.userId, work.connectionId, services.clock.now()),
  )
  if (error instanceof ProviderDown)
    return setAside(db, fence, work, 'provider_down', fill(connectionMessages.service.notResponding, service))
  return setAside(
    db,
    fence,
    work,
    'provider_failed',
    `${fill(connectionMessages.service.failed, service)} ${error.message}`,
  )
}

/** The account holds more than this installation fetches of one connection. */
class TooManyEntries extends Error {}

/** All answers of a connection are read as one: the thread that reads them was ended at the bound of its memory. */
const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

function wordsOfMissingKey({ name, source }: Work, refused: readonly ExplorerName[]): string {
  if (refused.length === 0) return nobodyToAsk({ slug: source.slug, name })
  return `${eitherOf(refused)} no longer accepts your key, and this site has no key for ${name}. Enter a new one, and the import goes on where it stopped.`
}

const EXPIRED = 'The connection has expired. Sign in again, and the import goes on where it stopped.'

async function setState(tx: Tx, { of }: Work, state: 'needs_key' | 'needs_oauth'): Promise<void> {
  await tx.run(sql`
    update connections set state = ${state} where user_id = ${of.userId} and id = ${of.connectionId}`)
}

/** The provider asks to wait: the import waits too, and goes on by itself. */
function putOff(db: Database, fence: Fence, { of, name }: Work, until: Date): Promise<void> {
  return writeUnderFence(db, fence, async (tx) => {
    await tx.run(sql`
      update imports set state = 'waiting', stage = 'Waiting', reason_code = 'provider_busy'
      where user_id = ${fence.userId} and id = ${fence.id}`)
    await addJob(tx, FETCH_IMPORT, { userId: fence.userId, importId: fence.id }, { startAfter: until })
    await notify(tx, of.userId, {
      type: 'import',
      id: of.connectionId,
      status: 'in-progress',
      stage: `${name} asks to wait`,
    })
  })
}
