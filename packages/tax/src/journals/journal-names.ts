import type { ChunkedJournal } from './chunked-journal.ts'

/** Slots for each name, so that most names are found in the first that is looked at. */
const ROOM = 2
const FREE = -1
const FINGERPRINT = /^[0-9a-f]{64}$/
/** Hex digits at either end of a fingerprint that make a number of 32 bits. */
const DIGITS = 8

/**
 * Names of the events of a journal. Nearly all are fingerprints, few of which are ever asked for: they stay bytes where they lie, for
 * a million texts would be looked through again and again by whoever tidies the memory.
 */
export class JournalNames {
  readonly #journal: ChunkedJournal
  /** Entry of each event, or `-1 - n` for an event with another name: the n-th of `others`. */
  readonly #entries: Int32Array
  readonly #others: readonly string[]
  #slots: Int32Array | undefined
  #eventsOfOthers: Map<string, number> | undefined

  constructor(journal: ChunkedJournal, entries: Int32Array, others: readonly string[]) {
    this.#journal = journal
    this.#entries = entries
    this.#others = others
  }

  /** Undefined where there is no such event. */
  idOf(event: number): string | undefined {
    const entry = this.#entries[event]
    if (entry === undefined) return undefined
    return entry < 0 ? this.#others[-1 - entry] : this.#journal.fingerprint(entry)
  }

  /** Undefined where no event has the name. */
  eventOf(id: string): number | undefined {
    const slots = (this.#slots ??= this.#index())
    const other = this.#eventsOfOthers?.get(id)
    if (other !== undefined || !FINGERPRINT.test(id)) return other
    const event = slots[this.#slotOf(slots, hashOf(id), id)]!
    return event === FREE ? undefined : event
  }

  #index(): Int32Array {
    const entries = this.#entries
    this.#eventsOfOthers = new Map()
    const slots = new Int32Array(2 ** Math.ceil(Math.log2(ROOM * entries.length + 1))).fill(FREE)
    const last = slots.length - 1
    for (let event = 0; event < entries.length; event++) {
      const entry = entries[event]!
      if (entry < 0) {
        this.#eventsOfOthers.set(this.#others[-1 - entry]!, event)
        continue
      }
      let slot = this.#journal.hash(entry) & last
      while (slots[slot] !== FREE) slot = (slot + 1) & last
      slots[slot] = event
    }
    return slots
  }

  /** The slot that holds a fingerprint, or the free slot where it would go. */
  #slotOf(slots: Int32Array, hash: number, id: string): number {
    const last = slots.length - 1
    for (let slot = hash & last; ; slot = (slot + 1) & last) {
      const event = slots[slot]!
      if (event === FREE || this.idOf(event) === id) return slot
    }
  }
}

/** Hash of a fingerprint in hex, equal to `ChunkedJournal.hash` of its bytes. */
function hashOf(id: string): number {
  return Number.parseInt(id.slice(0, DIGITS), 16) ^ Number.parseInt(id.slice(-DIGITS), 16)
}
