import { setImmediate as breathe } from 'node:timers/promises'

/** How long one customer's work occupies the process before others have their turn. */
const PIECE_MS = 20

/** Takes all there are, and lets others have their turn in between. */
export async function inPieces<One>(all: Iterable<One>): Promise<One[]> {
  const taken: One[] = []
  let since = performance.now()
  for (const one of all) {
    taken.push(one)
    if (performance.now() - since < PIECE_MS) continue
    await breathe()
    since = performance.now()
  }
  return taken
}
