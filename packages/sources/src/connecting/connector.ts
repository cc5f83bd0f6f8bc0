import type { Instant } from '@lotbook/journal'
import type { Reading } from '../reading/outcome.ts'
import type { Ask } from './ask.ts'
import type { ProviderName } from './providers.ts'

/** How a connection reaches its account: a key, a grant of the customer, or a public address. */
export type ConnectionMethod = 'api' | 'oauth' | 'wallet'

/** A key as the customer enters it. Fields that the provider does not have are empty. */
export interface KeyAccess {
  readonly apiKey: string
  readonly apiSecret: string
  /** The passphrase; for some exchanges the customer id. */
  readonly passphrase: string
  readonly keyName: string
  readonly privateKey: string
}

/** The right that a customer gave in the provider's own pages. */
export interface GrantAccess {
  readonly accessToken: string
}

/** A public address, or the extended public key that addresses are derived from. */
export interface AddressAccess {
  /** Slug of the chain in the catalogue. */
  readonly chain: string
  readonly address: string
  readonly isExtendedKey: boolean
}

/** Where a walk through a provider's history goes on: JSON that only its connector understands. */
export type Position = Readonly<Record<string, unknown>>

/** What a connector needs for its requests. */
export interface Visit<Access> {
  readonly access: Access
  /** The way to a provider of the list (`providers.ts`). */
  readonly ask: (provider: ProviderName) => Ask
  /** The moment of this visit. */
  readonly now: () => Instant
  /** Whether a provider that asks for a key, or for an address of the operator's, can be asked: a key may be the customer's own. */
  readonly isOpen?: (provider: ProviderName) => boolean
  /** Whether a provider is asked with a key of the customer's own. */
  readonly isOwn?: (provider: ProviderName) => boolean
}

/** One answer of a provider, as it came. */
export interface FetchedPage {
  /** What it lists: `ledger`, `deposits`, `token-transfers`. */
  readonly stream: string
  /** What was asked for: window and cursor. The same place fetched again replaces the page. */
  readonly place: string
  /** JSON. */
  readonly text: string
  /** Entries in it; a page without any is not kept. */
  readonly entries: number
  /** Where to go on once this page is kept. */
  readonly next: Position
}

/** A page as it was kept. */
export interface StoredPage extends Pick<FetchedPage, 'stream' | 'place' | 'text'> {
  readonly fetchedAt: Instant
}

/** The fields of one entry of a page, as a person looks at them. */
export interface EntryCell {
  readonly column: string
  readonly value: string
}

/** A way to fetch the history of an account, and the meaning of what comes. */
export interface Connector<Access> {
  /** The source in the catalogue. */
  readonly slug: string
  readonly method: ConnectionMethod
  /** The name of the exchange or chain for transactions. */
  readonly exchange: string
  /** The report that it tells the same of as a file: rows of both are recognised as the same ones. */
  readonly family: string
  /**
   * Walks through the history from where the last walk ended or was broken off, page by page; from the beginning without a position.
   * The position behind its last page is where the next walk begins: it reads a day again, for entries that came late.
   *
   * @throws AccessRefused, ProviderFailed, and what `ask` throws
   */
  fetch(visit: Visit<Access>, from: Position | null): AsyncIterable<FetchedPage>
  /**
   * Reads all pages of a connection, those of earlier walks included; of an entry that came twice the later counts. An address is
   * given where the connection has one, a key or grant never is.
   */
  read(pages: readonly StoredPage[], address: AddressAccess | null): Reading
  /** The same in several readings, where a history can be long: no event is in two of them, and their rows are numbered through. */
  readonly readInParts?: (pages: readonly StoredPage[], address: AddressAccess | null) => Iterable<Reading>
  /** The entry of a page that a record was made of. */
  entry(page: StoredPage, remoteId: string): readonly EntryCell[]
}

/** What a key may do, as far as its provider tells; null where it does not. */
export interface KeyRights {
  readonly canTrade: boolean | null
  readonly canWithdraw: boolean | null
}

export interface KeyConnector extends Connector<KeyAccess> {
  readonly method: 'api'
  /** Tries the key with one harmless request. @throws AccessRefused where it does not open what is needed. */
  check(visit: Visit<KeyAccess>): Promise<KeyRights>
}

/** What a chain says of an address before it is imported. */
export interface AddressFacts {
  readonly isContract: boolean
  /** Transactions sent from it or listed for it; null where the chain does not count. */
  readonly transactions: number | null
}

export interface AddressConnector extends Connector<AddressAccess> {
  readonly method: 'wallet'
  /** Absent where the chain has no contracts that hold coins. */
  readonly look?: (visit: Visit<AddressAccess>) => Promise<AddressFacts>
  /** Providers that it needs, all of them. Absent where any of those that know the chain will do. */
  readonly needs?: readonly ProviderName[]
}

export interface GrantConnector extends Connector<GrantAccess> {
  readonly method: 'oauth'
}

/** The provider does not accept the key or grant, or it may not read what is needed. */
export class AccessRefused extends Error {
  readonly kind: 'invalid' | 'permission' | 'expired'
  /** A sentence for the customer that says which other key to make; absent where nothing says what is wrong with this one. */
  readonly advice: string | undefined

  constructor(kind: AccessRefused['kind'], message: string, advice?: string) {
    super(message)
    this.name = 'AccessRefused'
    this.kind = kind
    this.advice = advice
  }
}

/** The provider answered with something that is no answer to the request. The message holds no secret. */
export class ProviderFailed extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ProviderFailed'
  }
}

/** A day: what a provider adds late is found when the last day is read again. */
export const OVERLAP_MS = 86_400_000
