/** A message of PostgreSQL's protocol: its kind, and all of its bytes. The first of a client has no kind. */
export interface Frame {
  readonly kind: string
  readonly bytes: Buffer
}

/** Messages out of bytes that come in pieces (PostgreSQL, "Message Formats"). */
export class Frames {
  #held = Buffer.alloc(0)
  #isFirst: boolean

  /** @param startsUp - the bytes are those of a client, whose first messages have no kind. */
  constructor(startsUp: boolean) {
    this.#isFirst = startsUp
  }

  /** The first message was only a question before the real one. */
  startsUpAgain(): void {
    this.#isFirst = true
  }

  *read(piece: Buffer): Generator<Frame> {
    this.#held = Buffer.concat([this.#held, piece])
    for (;;) {
      const lengthAt = this.#isFirst ? 0 : 1
      if (this.#held.length < lengthAt + 4) return
      const end = lengthAt + this.#held.readInt32BE(lengthAt)
      if (this.#held.length < end) return
      const bytes = this.#held.subarray(0, end)
      const kind = this.#isFirst ? '' : String.fromCharCode(bytes[0]!)
      this.#held = this.#held.subarray(end)
      this.#isFirst = false
      yield { kind, bytes }
    }
  }
}

/** A message with its length. */
export function frame(kind: string, ...parts: readonly (Buffer | string)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)))
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(kind, 'latin1'), length, body])
}

/** Texts that each end with a zero byte. */
export function texts(bytes: Buffer): string[] {
  return bytes.toString('utf8').split('\0')
}
