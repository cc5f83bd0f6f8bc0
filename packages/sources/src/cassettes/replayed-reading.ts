import type { CassetteHead } from '../connecting/cassette.ts'
import {
  type AddressAccess,
  type Connector,
  type Position,
  ProviderFailed,
  type StoredPage,
  type Visit,
} from '../connecting/connector.ts'
import { connectorFor } from '../connectors/registry.ts'
import type { Reading } from '../reading/outcome.ts'
import { inventedAccess } from './invented-access.ts'

/** A connector whose kind of access is that of its cassette. */
type OfSomeAccess = Connector<unknown> & {
  readonly check?: (visit: Visit<unknown>) => Promise<unknown>
  readonly look?: (visit: Visit<unknown>) => Promise<unknown>
}

/** Tries a connection as the server does before it is imported. @throws what the connector throws */
export async function tryConnection(connector: OfSomeAccess, visit: Visit<unknown>): Promise<void> {
  await connector.check?.(visit)
  await connector.look?.(visit)
}

/** The connector of a cassette. @throws where there is none */
export function connectorOf({ connector, method }: Pick<CassetteHead, 'connector' | 'method'>): OfSomeAccess {
  const found = method === 'prices' ? undefined : connectorFor(connector, method)
  if (found === undefined) throw new ProviderFailed(`There is no connector "${connector}" by ${method}.`)
  return found as OfSomeAccess
}

/** Fetches a whole history, and reads it. Pages are kept as the server keeps them: by stream and place. */
export async function replayedReading(
  head: Pick<CassetteHead, 'connector' | 'method' | 'access'>,
  visit: Pick<Visit<unknown>, 'ask' | 'now' | 'isOpen'>,
): Promise<Reading> {
  const access = inventedAccess(head)
  const address = head.method === 'wallet' ? (access as AddressAccess) : null
  return readingOf(connectorOf(head), { ...visit, access }, address)
}

/** The reading of a connection at this moment. @throws what the connector throws */
export async function readingOf(
  connector: OfSomeAccess,
  visit: Visit<unknown>,
  address: AddressAccess | null,
): Promise<Reading> {
  const pages = new Map<string, StoredPage>()
  let position: Position | null = null
  for await (const { stream, place, text, entries, next } of connector.fetch(visit, position)) {
    position = next
    // Later pages count as fetched later, though a replay's clock stands still.
    if (entries > 0)
      pages.set(`${stream} ${place}`, { stream, place, text, fetchedAt: visit.now() + pages.size })
  }
  return connector.read([...pages.values()], address)
}
