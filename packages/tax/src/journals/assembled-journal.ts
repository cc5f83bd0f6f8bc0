import type { FurtherFee } from '../events/further-fees.ts'
import { entryNamed } from '../matching/transfer-events.ts'
import type { CalculationInput, CalculationSettings } from '../schema/calculation-input.ts'
import { bytesOfId } from './entry-ids.ts'
import {
  accountIdByKey,
  idsOfEvents,
  required,
  type Accounts,
  type EventIds,
  type Names,
} from './event-ids.ts'
import { inputOfJournal, type JournalEntry, type MadeMatch } from './input-of-journal.ts'
import { lotsByTransaction, type LotPick } from './lot-picks.ts'
import type { StoredEntry } from './stored-chunk.ts'

/** Entries of a journal as objects, with everything beside them that the engine takes, by the ids of transactions. */
export interface JournalOfObjects {
  /** Without the lots that sales name. */
  readonly entries: readonly StoredEntry<JournalEntry>[]
  /** Entries behind all others, which no transaction is made of yet. */
  readonly also: readonly JournalEntry[]
  readonly matches: readonly MadeMatch[]
  readonly fees: readonly FurtherFee[]
  readonly picks: readonly LotPick[]
  readonly accounts: Accounts
  readonly settings: CalculationSettings
}

/** A journal as the input of the engine, with the ids behind its names. */
export interface AssembledJournal {
  readonly input: CalculationInput
  readonly names: Names
  /** @param idOf the engine's name of each of so many events. */
  readonly eventIds: (count: number, idOf: (event: number) => string | undefined) => EventIds
}

/** Puts a journal together from objects: the input names transactions by fingerprint, where the journal names them by id. */
export function assembledJournal({
  entries,
  also,
  matches,
  fees,
  picks,
  accounts,
  settings,
}: JournalOfObjects): AssembledJournal {
  const lots = lotsByTransaction(picks)
  const all = [...entries.map(({ id, entry }) => ({ ...entry, lots: lots.get(id) ?? null })), ...also]
  const fingerprints = new Map(entries.map(({ id, entry }) => [id, entry.id]))
  const nameOf = (id: string) => fingerprints.get(id) ?? id
  const named = matches.map(({ departure, others = [], arrivals }) => ({
    departure: nameOf(departure),
    others: others.map(nameOf),
    arrivals: arrivals.map(nameOf),
  }))
  const paid = fees.map(({ fee, paidFor }) => ({ fee: nameOf(fee), paidFor: nameOf(paidFor) }))
  // A transfer is shown under its departure, also where the engine calls it by a later arrival.
  const departures = new Map(
    named.flatMap(({ departure, arrivals }) => arrivals.map((arrival) => [arrival, departure] as const)),
  )
  const byName = new Map(entries.map((stored) => [stored.entry.id, stored]))
  const storedEntry = (tx: string) => {
    const name = entryNamed(tx)
    return required(byName.get(departures.get(name) ?? name), `unknown transaction: ${tx}`)
  }
  return {
    input: inputOfJournal(all, named, settings, paid),
    names: { transactionId: (tx) => storedEntry(tx).id, accountId: accountIdByKey(accounts) },
    eventIds: (count, idOf) =>
      idsOfEvents(count, (e, put) => {
        const { id, mainPrice, feePrice } = storedEntry(idOf(e)!)
        put.transaction(bytesOfId(id), 0)
        put.mainPrice(bytesOfId(mainPrice), 0)
        put.feePrice(bytesOfId(feePrice), 0)
      }),
  }
}
