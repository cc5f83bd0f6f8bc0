import {
  accountOfFile,
  accountOfName,
  type AccountDescription,
  type SourceTransaction,
} from '@lotbook/sources'
import type { ReadingSummary } from './reading-to-lay.ts'

/** A reading whose transactions are all here. */
export type WholeReading = ReadingSummary & { readonly transactions: readonly SourceTransaction[] }

/** The part of a reading that belongs to one account. */
export interface AccountReading {
  readonly account: AccountDescription
  /** Its transactions with their notes; `dataRows` counts the rows they were made of. */
  readonly reading: WholeReading
}

/**
 * A reading account by account: rows that name one are its, the others are of the account that the file is of. What belongs
 * to no account (rows that could not be read or were left out) stays with the first, so that it is told once.
 *
 * @param current key of the account that the file counts for now: the first, if any row is of it; else the file's own is,
 *   else the one that comes first in the file.
 */
export function divideReading(reading: WholeReading, current: string): readonly AccountReading[] {
  const own = accountOfFile(reading)
  const byName = new Map<string | null, AccountDescription>([[null, own]])
  const accountOf = (name: string | null) => {
    const account = byName.get(name) ?? accountOfName(name ?? '')
    byName.set(name, account)
    return account
  }
  const divided = Map.groupBy(reading.transactions, ({ account }) => accountOf(account).key)
  const home = [current, own.key].find((key) => divided.has(key)) ?? divided.keys().next().value ?? own.key
  const accounts = new Map([...byName.values()].map((account) => [account.key, account]))
  const first = accounts.get(home) ?? own
  if (divided.size <= 1) return [{ account: first, reading }]

  const keyOfRow = new Map<number, string>()
  for (const [key, transactions] of divided)
    for (const { records } of transactions)
      for (const { row } of records) if (!keyOfRow.has(row)) keyOfRow.set(row, key)
  const rows = Map.groupBy(keyOfRow.values(), (key) => key)
  const notes = Map.groupBy(reading.notes, ({ row }) => keyOfRow.get(row) ?? home)
  const ofKey = (key: string): WholeReading => ({
    ...reading,
    transactions: divided.get(key) ?? [],
    dataRows: rows.get(key)?.length ?? 0,
    notes: notes.get(key) ?? [],
  })
  const unused = reading.dataRows - keyOfRow.size
  const others = [...divided.keys()].filter((key) => key !== home)
  return [
    { account: first, reading: { ...ofKey(home), dataRows: ofKey(home).dataRows + unused } },
    ...others.map((key) => ({
      account: accounts.get(key) ?? own,
      reading: { ...ofKey(key), errors: [], skipped: [], balances: [], series: [], counterparties: [] },
    })),
  ]
}
