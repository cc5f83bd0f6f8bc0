import { Duplex } from 'node:stream'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { hearFrames, sendFrame } from './frames.ts'

/** A stream that keeps what is written to it. */
function tape() {
  const written: Buffer[] = []
  const stream = new Duplex({
    read() {},
    write(chunk: Buffer, _, done) {
      written.push(chunk)
      done()
    },
  })
  return { stream, bytes: () => Buffer.concat(written) }
}

function heard(pieces: readonly Buffer[]) {
  const stream = new Duplex({ read() {}, write() {} })
  const frames: [number, number[]][] = []
  hearFrames(stream, {
    room: (_, bytes) => new Uint8Array(bytes),
    onFrame: (kind, payload) => frames.push([kind, [...payload]]),
  })
  for (const piece of pieces) stream.emit('data', piece)
  return { frames, stream }
}

test('frames arrive as they were sent, wherever the way cuts them', async () => {
  const frame = fc.tuple(fc.integer({ min: 0, max: 255 }), fc.uint8Array({ maxLength: 40 }))
  await fc.assert(
    fc.asyncProperty(
      fc.array(frame, { maxLength: 6 }),
      fc.integer({ min: 1, max: 50 }),
      async (sent, step) => {
        const { stream, bytes } = tape()
        for (const [kind, payload] of sent) await sendFrame(stream, kind, payload)
        const all = bytes()
        const pieces = Array.from({ length: Math.ceil(all.length / step) }, (_, n) =>
          all.subarray(n * step, (n + 1) * step),
        )
        expect(heard(pieces).frames).toEqual(sent.map(([kind, payload]) => [kind, [...payload]]))
      },
    ),
  )
})

test('what claims to be longer than anything there is to say ends the stream', () => {
  const { frames, stream } = heard([Buffer.from([0xff, 0xff, 0xff, 0xff, 0])])
  expect(frames).toEqual([])
  expect(stream.destroyed).toBe(true)
})

test('sending to a stream that has ended waits for nothing', async () => {
  const stream = new Duplex({ read() {}, write() {}, writableHighWaterMark: 1 })
  const sending = sendFrame(stream, 1, new Uint8Array(10))
  stream.destroy()
  await expect(sending).resolves.toBeUndefined()
})
