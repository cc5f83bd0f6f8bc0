/** Slots for each name, so that most names are found in the first that is looked at. */
const ROOM = 2
const FREE = -1
/** Characters of a name that choose its slot: fingerprints differ in them. */
const HEAD = 8

/**
 * Events by name. Few of very many are ever asked for, and a `Map` of all of them would take as long as calculating half of the
 * history: here a name is hashed by how it begins, and compared only where it could be the one.
 */
export class EventIndex {
  readonly #ids: readonly string[]
  readonly #slots: Int32Array

  /** @param ids the names in the order of events; of two that are the same the later is found. */
  constructor(ids: readonly string[]) {
    this.#ids = ids
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(ROOM * ids.length + 1))).fill(FREE)
    for (let event = 0; event < ids.length; event++) this.#slots[this.#slotOf(ids[event]!)] = event
  }

  /** The position of the event, or undefined where none has the name. */
  find(id: string): number | undefined {
    const event = this.#slots[this.#slotOf(id)]!
    return event === FREE ? undefined : event
  }

  /** The slot that holds a name, or the free slot where it would go. */
  #slotOf(id: string): number {
    const last = this.#slots.length - 1
    let slot = hashOf(id) & last
    for (; ; slot = (slot + 1) & last) {
      const there = this.#slots[slot]!
      if (there === FREE || this.#ids[there] === id) return slot
    }
  }
}

/** The names of a table's events, looked up in both directions. */
export interface EventNames {
  /** The transaction id of an event, by which a lot is named; undefined where there is no such event. */
  readonly idOf: (event: number) => string | undefined
  /** The event of a transaction id. */
  readonly eventOf: (id: string) => number | undefined
}

/** Names of events from their ids in order. The index is built when an event is first looked up by its name. */
export function namesOf(ids: readonly string[]): EventNames {
  let index: EventIndex | undefined
  return {
    idOf: (event) => ids[event],
    eventOf: (id) => (index ??= new EventIndex(ids)).find(id),
  }
}

function hashOf(id: string): number {
  let hash = id.length
  const end = Math.min(id.length, HEAD)
  for (let i = 0; i < end; i++) hash = Math.imul(hash, 31) + id.charCodeAt(i)
  // Names that end in a number begin alike.
  for (let i = Math.max(end, id.length - HEAD); i < id.length; i++)
    hash = Math.imul(hash, 31) + id.charCodeAt(i)
  return hash ^ (hash >>> 15)
}
