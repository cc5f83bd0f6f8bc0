/** Length in bytes of an id, as the database keeps it: a UUID. */
export const ID_BYTES = 16
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
/** Bytes of a UUID that a dash stands before. */
const DASHED = new Set([4, 6, 8, 10])

/** A UUID as its sixteen bytes; a missing one is all zeros. */
export function bytesOfId(id: string | null): Uint8Array {
  const bytes = new Uint8Array(ID_BYTES)
  putId(bytes, 0, id)
  return bytes
}

/** Writes a UUID as the n-th of some ids whose bytes are zero so far; a missing one leaves them zero. */
export function putId(bytes: Uint8Array, n: number, id: string | null): void {
  if (id === null) return
  let at = n * ID_BYTES
  for (let i = 0; i < id.length; i += 2, at++) {
    if (id[i] === '-') i += 1
    bytes[at] = (digit(id.charCodeAt(i)) << 4) | digit(id.charCodeAt(i + 1))
  }
}

/** Reads the n-th of some ids as a UUID; null where its bytes are zero. */
export function idAt(bytes: Uint8Array, n: number): string | null {
  let text = ''
  let isThere = false
  for (let i = 0; i < ID_BYTES; i++) {
    const byte = bytes[n * ID_BYTES + i]!
    if (byte !== 0) isThere = true
    text += DASHED.has(i) ? `-${HEX[byte]}` : HEX[byte]
  }
  return isThere ? text : null
}

/** Tells whether the n-th of some ids is the m-th of others. */
export function isSameId(ids: Uint8Array, n: number, others: Uint8Array, m: number): boolean {
  for (let i = 0; i < ID_BYTES; i++) if (ids[n * ID_BYTES + i] !== others[m * ID_BYTES + i]) return false
  return true
}

/** Tells whether an id is among others. */
export function holdsId(ids: Uint8Array, id: Uint8Array): boolean {
  for (let n = 0; n < ids.length / ID_BYTES; n++) if (isSameId(ids, n, id, 0)) return true
  return false
}

function digit(code: number): number {
  return code < 58 ? code - 48 : (code | 32) - 87
}
