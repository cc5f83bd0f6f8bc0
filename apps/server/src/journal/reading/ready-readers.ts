import { deserialize } from 'node:v8'
import { hearFrames } from './frames.ts'
import type { Piece } from './packed-reading.ts'
import { FRAME, type ReadMessage } from './read-request.ts'
import { startReading, type ReadingProcess } from './reading-host.ts'

/** What a process loads to read a file takes longer than reading most of them, so one stands ready for so long after the last. */
const READY_MS = 5 * 60_000

/** A reading process that has not been asked for anything yet. */
export interface ReadyReader {
  readonly process: ReadingProcess
  /** Once it has come up. */
  readonly ready: Promise<void>
  /** Whom its messages and the pieces of its reading go to. */
  readonly listen: (onMessage: (message: ReadMessage) => void, onRows: (piece: Piece) => void) => void
}

interface Spare {
  readonly reader: Promise<ReadyReader>
  readonly unused: NodeJS.Timeout
}

/** The processes that stand ready, one of each size of heap at most. */
const spares = new Map<number, Spare>()

/** A reading process: the one that stands ready, else a new one. */
export async function takeReader(heapMb: number): Promise<ReadyReader> {
  const spare = spares.get(heapMb)
  spares.delete(heapMb)
  clearTimeout(spare?.unused)
  const reader = await (spare?.reader ?? start(heapMb))
  reader.process.socket.ref()
  return reader
}

/** Let one stand ready for the next file. */
export function makeReaderReady(heapMb: number): void {
  if (spares.has(heapMb)) return
  const reader = start(heapMb)
  const drop = () => {
    if (spares.get(heapMb) !== spare) return
    spares.delete(heapMb)
    clearTimeout(spare.unused)
    reader.then(
      ({ process }) => process.kill(),
      () => {},
    )
  }
  const spare: Spare = { reader, unused: setTimeout(drop, READY_MS).unref() }
  spares.set(heapMb, spare)
  reader
    .then(({ process }) => {
      // It keeps no process from ending.
      if (spares.get(heapMb) === spare) process.socket.unref()
      return process.ended.finally(drop)
    })
    .catch(drop)
}

async function start(heapMb: number): Promise<ReadyReader> {
  const process = await startReading(heapMb)
  const { promise: ready, resolve: comeUp } = Promise.withResolvers<void>()
  let toMessage: (message: ReadMessage) => void = () => {}
  let toRows: (piece: Piece) => void = () => {}
  // How it ended is told by its end.
  process.socket.on('error', () => {})
  hearFrames(process.socket, {
    room: (kind, bytes) =>
      kind === FRAME.rows ? new Uint8Array(new SharedArrayBuffer(bytes)) : Buffer.allocUnsafeSlow(bytes),
    onFrame: (kind, payload) => {
      if (kind === FRAME.rows) return toRows(payload as Piece)
      const message = deserialize(payload) as ReadMessage | { readonly type: 'ready' }
      if (message.type === 'ready') comeUp()
      else toMessage(message)
    },
  })
  return {
    process,
    ready,
    listen: (onMessage, onRows) => {
      toMessage = onMessage
      toRows = onRows
    },
  }
}
