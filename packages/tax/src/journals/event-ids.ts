import { ID_BYTES } from './entry-ids.ts'

/** Maps the engine's names to the database's ids: the engine knows content, the database knows ids. */
export interface Names {
  /** The id of the transaction behind an event. */
  readonly transactionId: (tx: string) => string
  readonly accountId: (account: string) => string
}

/** Ids of each event, as the database keeps them: 16 bytes, zero where there is none. */
export interface EventIds {
  readonly transactions: Uint8Array
  /** The prices that valued the main amount and the fee. */
  readonly mainPrices: Uint8Array
  readonly feePrices: Uint8Array
}

/** Accounts of a customer: the id and the key that the engine knows each by. */
export type Accounts = readonly { readonly id: string; readonly key: string }[]

type PutId = (from: Uint8Array, n: number) => void

/**
 * Ids of events, column by column.
 *
 * @param name puts the ids of an event, each the n-th of some bytes.
 */
export function idsOfEvents(
  count: number,
  name: (event: number, put: Record<'transaction' | 'mainPrice' | 'feePrice', PutId>) => void,
): EventIds {
  let event = 0
  const column = () => new Uint8Array(count * ID_BYTES)
  const [transactions, mainPrices, feePrices] = [column(), column(), column()]
  const into =
    (ids: Uint8Array): PutId =>
    (from, n) => {
      for (let i = 0; i < ID_BYTES; i++) ids[event * ID_BYTES + i] = from[n * ID_BYTES + i]!
    }
  const put = {
    transaction: into(transactions),
    mainPrice: into(mainPrices),
    feePrice: into(feePrices),
  }
  for (; event < count; event++) name(event, put)
  return { transactions, mainPrices, feePrices }
}

/** Finds the id of an account by its key; of accounts that share a key, the first one's. */
export function accountIdByKey(accounts: Accounts): (key: string) => string {
  const ids = new Map(accounts.toReversed().map(({ id, key }) => [key, id]))
  return (key) => required(ids.get(key), `unknown account: ${key}`)
}

/** @throws Error with a message where a value is missing. */
export function required<Value>(value: Value | null | undefined, message: string): Value {
  if (value === null || value === undefined) throw new Error(message)
  return value
}
