import { once } from 'node:events'
import type { MessagePort } from 'node:worker_threads'
import type { Piece } from '../../journal/reading/packed-reading.ts'

/** What was handed over broke off; why, whoever handed it over knows. */
export class PiecesBrokeOff extends Error {}

type Handed = { readonly piece: Piece } | { readonly end: 'whole' | 'broken' }

/**
 * Hand the pieces of a reading to a thread as they come, without copying them. Resolves once all are handed over, and throws what they
 * broke off with.
 */
export async function handOver(pieces: AsyncIterable<Piece>, to: MessagePort): Promise<void> {
  const say = (message: Handed) => to.postMessage(message)
  try {
    for await (const piece of pieces) say({ piece })
    say({ end: 'whole' })
  } catch (error) {
    say({ end: 'broken' })
    throw error
  }
}

/** The pieces that are handed over at the other end. Throws PiecesBrokeOff where not all of them came. */
export async function* handedOver(from: MessagePort): AsyncGenerator<Piece> {
  const come: Handed[] = []
  from.on('message', (message: Handed) => come.push(message))
  for (;;) {
    const next = come.shift()
    if (next === undefined) await once(from, 'message')
    else if ('piece' in next) yield next.piece
    else if (next.end === 'whole') return
    else throw new PiecesBrokeOff()
  }
}
