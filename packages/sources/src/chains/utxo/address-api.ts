import type { AddressAccess, Visit } from '../../connecting/connector.ts'
import type { ProviderName } from '../../connecting/providers.ts'
import type { JsonObject } from '../../exchanges/json-answer.ts'
import type { OutputTransaction } from './output-transaction.ts'

/** Whom an address is asked about. */
export interface AddressAsked {
  readonly visit: Visit<AddressAccess>
  readonly provider: ProviderName
  readonly address: string
}

/** Where the list of an address goes on. */
export interface ListPlace {
  /** Cursor behind the last page; empty for the first one. */
  readonly last: string
  /** Transactions of the address that did not come yet, by its count. */
  readonly left: number
}

/** One answer of the list of an address. */
export interface ListPage {
  readonly text: string
  readonly entries: number
  /** Milliseconds of its oldest transaction; infinity where it has none. */
  readonly oldest: number
  /** Where the list goes on; undefined at its end. */
  readonly next: ListPlace | undefined
  /** Parts of its transactions that did not come with it, as `rest` asks for them. */
  readonly rest?: readonly string[]
}

/** A kind of server of a chain of outputs that is asked address by address, newest transaction first. */
export interface AddressApi {
  /** Ends the names of the streams that its pages are kept under. */
  readonly suffix: string
  /** Asks what an address holds, and how often it was used. @throws ProviderFailed */
  facts(asked: AddressAsked): Promise<{ readonly text: string; readonly transactions: number }>
  /** Asks for a page of its transactions. @throws ProviderFailed */
  list(asked: AddressAsked, at: ListPlace): Promise<ListPage>
  /** Asks for a part of a transaction that a page left out, and says which are left out still. @throws ProviderFailed */
  rest?(
    asked: AddressAsked,
    part: string,
  ): Promise<{ readonly text: string; readonly rest: readonly string[] }>
  /** Transactions, or parts of them, that a kept answer adds to others, each under its hash. */
  partsIn?(json: unknown): readonly (readonly [hash: string, part: JsonObject])[]
  /** The confirmed transactions of kept answers, parts included; undefined where an answer is none. */
  transactions(json: unknown, page: string, parts: Parts): readonly OutputTransaction[] | undefined
  /** What the facts of an address say it holds, in the smallest unit; undefined where they do not. */
  held(facts: unknown): bigint | undefined
  /** The rows of a kept answer, by which a person finds the entry of a transaction. */
  rows(json: unknown): readonly JsonObject[]
  /** The name of a row. */
  hashOf(row: JsonObject): string
  /** An address as its transactions name it; absent where they name it as it is asked for. */
  named?(address: string): string | undefined
}

/** Kept parts of transactions, under the hash of theirs. */
export type Parts = ReadonlyMap<string, readonly JsonObject[]>
