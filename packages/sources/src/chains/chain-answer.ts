import type { ProviderRequest } from '../connecting/ask.ts'
import { type AddressAccess, ProviderFailed, type StoredPage, type Visit } from '../connecting/connector.ts'
import { refuseOwnKey } from '../connecting/own-keys.ts'
import type { ProviderName } from '../connecting/providers.ts'
import { exactJsonOf } from '../exchanges/json-answer.ts'
import type { Finding } from '../reading/outcome.ts'
import { shown } from '../reading/shown.ts'

/** An answer of a provider as it came, and its JSON with every digit. */
export interface ChainAnswer {
  readonly text: string
  readonly json: unknown
}

/**
 * Asks a provider for JSON.
 *
 * @throws ProviderFailed where it refuses or answers with anything else, OwnKeyRefused, and what `ask` throws
 */
export async function askChain(
  visit: Visit<AddressAccess>,
  provider: ProviderName,
  request: ProviderRequest,
): Promise<ChainAnswer> {
  const answer = await askChainMaybe(visit, provider, request)
  if (answer === undefined) throw new ProviderFailed('Its server does not know what it is asked for.')
  return answer
}

/** Asks as `askChain` does; undefined where the provider knows nothing of what it is asked for (404). */
export async function askChainMaybe(
  visit: Visit<AddressAccess>,
  provider: ProviderName,
  request: ProviderRequest,
): Promise<ChainAnswer | undefined> {
  const { status, text } = await visit.ask(provider)(request)
  refuseOwnKey(visit, provider, { status, text })
  if (status === 404) return undefined
  if (status !== 200) throw new ProviderFailed(`Its server answered with status ${status}: ${shown(text)}`)
  const json = exactJsonOf(text)
  if (json === undefined) throw new ProviderFailed('Its server answered with something that is no JSON.')
  return { text, json }
}

/** The page that came last first: of an entry that stands on two pages the first counts. */
export function latestFirst(pages: readonly StoredPage[]): StoredPage[] {
  return pages.toSorted((a, b) => b.fetchedAt - a.fetchedAt)
}

/** A kept page that is no answer: entries are missing then. */
export function unreadablePage(page: string): Finding {
  const origin = { kind: 'page', page, remoteId: null } as const
  return { code: 'unreadable_page', row: 0, origin, message: 'This is no answer with transactions' }
}
