import type { Duplex } from 'node:stream'

/*
 * What the server and a reading process say to each other: frames of four bytes of length, a byte that says what the frame is, and
 * that many bytes. Long ones are neither made into texts nor put together on their way.
 */

const HEAD_BYTES = 5
/** Longer than anything that one side has to say to the other. */
const MOST_BYTES = 1 << 28

/** Send a frame. Resolves once there is room for the next one. */
export async function sendFrame(to: Duplex, kind: number, payload: Uint8Array): Promise<void> {
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt32BE(payload.length)
  head[4] = kind
  to.cork()
  to.write(head)
  const hasRoom = to.write(payload)
  to.uncork()
  if (!hasRoom && !to.destroyed)
    await new Promise<void>((resolve) => {
      const go = () => {
        to.off('drain', go)
        to.off('close', go)
        resolve()
      }
      to.on('drain', go)
      to.on('close', go)
    })
}

/** Whom frames are given to. */
export interface FrameListener {
  /** Room for what a frame of this kind holds. */
  readonly room: (kind: number, bytes: number) => Uint8Array
  readonly onFrame: (kind: number, payload: Uint8Array) => void
}

/** Hear the frames of a stream; one that is no frame of ours destroys it. */
export function hearFrames(from: Duplex, { room, onFrame }: FrameListener): void {
  const head = Buffer.alloc(HEAD_BYTES)
  let headUsed = 0
  let payload: Uint8Array | undefined
  let used = 0
  from.on('data', (chunk: Buffer) => {
    for (let at = 0; at < chunk.length;) {
      if (payload === undefined) {
        const taken = chunk.copy(head, headUsed, at)
        headUsed += taken
        at += taken
        if (headUsed < HEAD_BYTES) return
        const length = head.readUInt32BE()
        if (length > MOST_BYTES) return void from.destroy()
        payload = room(head[4]!, length)
        used = 0
      }
      const part = chunk.subarray(at, at + payload.length - used)
      payload.set(part, used)
      used += part.length
      at += part.length
      if (used < payload.length) return
      const whole = payload
      payload = undefined
      headUsed = 0
      onFrame(head[4]!, whole)
    }
  })
}
