import { setImmediate as breathe } from 'node:timers/promises'

/** How things are brought in one after the other. */
export interface Steps<Item, Seen, Made> {
  /** What has to be asked before; nothing is being written meanwhile, so both may use one connection. */
  readonly look: (item: Item) => Promise<Seen>
  /** Asks nothing: the thing before it is written at the same time. */
  readonly make: (item: Item, seen: Seen) => Promise<Made>
  readonly write: (made: Made) => Promise<void>
}

/**
 * Make and write things one after the other: while one is written, the next is made and the one after it comes, which asks nothing
 * either. After a fault nothing more is begun, and what was begun has ended before it is thrown: what shares a transaction must not go
 * on after its end.
 */
export async function whileNextIsMade<Item, Seen, Made>(
  items: Iterable<Item> | AsyncIterable<Item>,
  { look, make, write }: Steps<Item, Seen, Made>,
): Promise<void> {
  const coming = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
  let writeLast = () => Promise.resolve()
  for (let item = await coming.next(); item.done !== true;) {
    const { value } = item
    const seen = await look(value)
    const [made, written, next] = await Promise.allSettled([
      make(value, seen),
      writeLast(),
      // In a turn of its own, so that what is written is on its way before.
      breathe().then(() => coming.next()),
    ])
    if (written.status === 'rejected') throw written.reason
    if (made.status === 'rejected') throw made.reason
    if (next.status === 'rejected') throw next.reason
    writeLast = () => write(made.value)
    item = next.value
  }
  await writeLast()
}
