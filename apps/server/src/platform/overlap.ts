/** How things are brought in one after the other. */
export interface Steps<Item, Seen, Made> {
  /** What has to be asked before; nothing is being written meanwhile, so both may use one connection. */
  readonly look: (item: Item) => Promise<Seen>
  /** Asks nothing: the thing before it is written at the same time. */
  readonly make: (item: Item, seen: Seen) => Promise<Made>
  readonly write: (made: Made) => Promise<void>
}

/**
 * Make and write things one after the other: while one is written, the next is made. After a fault nothing more is begun, and what was
 * begun has ended before it is thrown: what shares a transaction must not go on after its end.
 */
export async function whileNextIsMade<Item, Seen, Made>(
  items: Iterable<Item>,
  { look, make, write }: Steps<Item, Seen, Made>,
): Promise<void> {
  let writeLast = () => Promise.resolve()
  for (const item of items) {
    const seen = await look(item)
    const [made, written] = await Promise.allSettled([make(item, seen), writeLast()])
    if (written.status === 'rejected') throw written.reason
    if (made.status === 'rejected') throw made.reason
    writeLast = () => write(made.value)
  }
  await writeLast()
}
