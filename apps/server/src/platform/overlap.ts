/**
 * Make and write things one after the other: while one is written, the next is made, and never more than one waits. After a fault
 * nothing more is begun, and what was begun has ended before it is thrown.
 */
export async function whileNextIsMade<Item, Made>(
  items: Iterable<Item>,
  make: (item: Item) => Promise<Made>,
  write: (made: Made) => Promise<void>,
): Promise<void> {
  let writing: Promise<void> = Promise.resolve()
  for (const item of items) {
    const made = make(item)
    await allDone([made, writing])
    writing = write(await made)
  }
  await writing
}

/** Wait for all, also where one has failed: what shares a transaction must not go on after its end. Throws the first fault. */
export async function allDone(works: readonly Promise<unknown>[]): Promise<void> {
  const ends = await Promise.allSettled(works)
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
