export type Container = 'zip' | 'ole2' | 'text' | 'other'

/** The container of a file by its first bytes, whatever its name says. */
export function containerOf(bytes: Uint8Array): Container {
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]) || startsWith(bytes, [0x50, 0x4b, 0x05, 0x06])) return 'zip'
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])) return 'ole2'
  return OTHERS.some((magic) => startsWith(bytes, magic)) ? 'other' : 'text'
}

// Files people upload by mistake and that may hold no NUL: PDF, gzip, PNG, JPEG, Windows and Linux programs, 7z.
const OTHERS: readonly (readonly number[])[] = [
  [0x25, 0x50, 0x44, 0x46],
  [0x1f, 0x8b],
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x4d, 0x5a, 0x90],
  [0x7f, 0x45, 0x4c, 0x46],
  [0x37, 0x7a, 0xbc, 0xaf],
]

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, i) => bytes[i] === byte)
}
