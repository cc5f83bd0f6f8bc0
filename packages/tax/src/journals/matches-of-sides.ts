import type { FurtherFee } from '../events/further-fees.ts'
import { NONE } from '../events/event-table.ts'
import type { PlacedMatch } from '../events/packed-input.ts'
import { bytesOfId, isSameId } from './entry-ids.ts'
import type { EntryIndex } from './entry-index.ts'
import type { MadeMatch } from './input-of-journal.ts'

/** The packed journal lacks the side of a made match, or a further fee, or the transaction it was paid for. */
export class SideLacking extends Error {
  constructor(id: string) {
    super(`the projection lacks ${id}`)
    this.name = 'SideLacking'
  }
}

interface OpenMatch {
  departure: number
  others: number[]
  arrivals: number[]
  isWhole: boolean
}

/** Places made matches in the packed journal; their sides come one by one, those of a match one after the other. */
export class MatchPlacer {
  /** Ids of sides that the packed journal lacks, as 32 digits of hex. */
  readonly lacking: string[] = []
  readonly #entries: EntryIndex
  readonly #matches: OpenMatch[] = []
  #id: Uint8Array | undefined
  #match = openMatch()

  constructor(entries: EntryIndex) {
    this.#entries = entries
  }

  /** Takes a side, by the ids of its match and its transaction. */
  take(match: Uint8Array, transaction: Uint8Array, isOut: boolean): void {
    if (this.#id === undefined || !isSameId(this.#id, 0, match, 0)) {
      this.#close()
      this.#id = new Uint8Array(match)
    }
    const entry = this.#entries.find(transaction)
    if (entry === undefined) {
      this.#match.isWhole = false
      this.lacking.push(Array.from(transaction, (byte) => byte.toString(16).padStart(2, '0')).join(''))
    } else if (!isOut) this.#match.arrivals.push(entry)
    else if (this.#match.departure === NONE) this.#match.departure = entry
    else this.#match.others.push(entry)
  }

  /** The matches with all of their sides, in the order of their departures; each has the earliest departure first. */
  end(): PlacedMatch[] {
    this.#close()
    for (const match of this.#matches) {
      const [departure = NONE, ...others] = [match.departure, ...match.others].sort((a, b) => a - b)
      Object.assign(match, { departure, others })
      match.arrivals.sort((a, b) => a - b)
    }
    return this.#matches.sort((a, b) => a.departure - b.departure)
  }

  #close(): void {
    const { isWhole, departure, arrivals } = this.#match
    if (isWhole && departure !== NONE && arrivals.length > 0) this.#matches.push(this.#match)
    this.#match = openMatch()
  }
}

function openMatch(): OpenMatch {
  return { departure: NONE, others: [], arrivals: [], isWhole: true }
}

/** A side of a made match, by the ids of both. */
export interface SideOfMatch {
  readonly match_id: string
  readonly transaction_id: string
  readonly direction: 'out' | 'in'
}

/** Groups sides into matches by the ids of their transactions; a match without a departure or an arrival is none. */
export function matchesOfSides(sides: readonly SideOfMatch[]): MadeMatch[] {
  const matches = new Map<string, { departure: string; others: string[]; arrivals: string[] }>()
  for (const { match_id, transaction_id, direction } of sides) {
    const match = matches.get(match_id) ?? { departure: '', others: [], arrivals: [] }
    if (direction === 'in') match.arrivals.push(transaction_id)
    else if (match.departure === '') match.departure = transaction_id
    else match.others.push(transaction_id)
    matches.set(match_id, match)
  }
  return [...matches.values()].filter((match) => match.departure !== '' && match.arrivals.length > 0)
}

/**
 * Places further fees, and the transactions they were paid for, in the packed journal.
 *
 * @throws SideLacking where it lacks one of both: rather no result than one that lacks what a trade cost.
 */
export function placedFees(fees: readonly FurtherFee[], entries: EntryIndex): FurtherFee<number>[] {
  const placeOf = (id: string) => {
    const entry = entries.find(bytesOfId(id))
    if (entry === undefined) throw new SideLacking(id)
    return entry
  }
  return fees.map(({ fee, paidFor }) => ({ fee: placeOf(fee), paidFor: placeOf(paidFor) }))
}
