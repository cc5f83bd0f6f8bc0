import { Refusal } from './table.ts'

/** Letters that tell: no text of one byte has a NUL behind each of so many. */
const LETTERS = 8

/**
 * Bytes to text: a byte order mark decides, else letters of two bytes, else UTF-8 if it is valid, else Windows-1252.
 *
 * @throws Refusal for text with NUL in it, which is no text.
 */
export function decodeText(bytes: Uint8Array): string {
  const text = decode(bytes)
  if (text.includes('\0')) throw new Refusal('not_text', 'This is neither a CSV file nor an Excel workbook.')
  return text.replace(/\r\n?/g, '\n')
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  // Latin letters of two bytes without a mark.
  if (isLatin(bytes, 0)) return new TextDecoder('utf-16le').decode(bytes)
  if (isLatin(bytes, 1)) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** True where the first letters have their byte at `place` of two, and nothing in the other. */
function isLatin(bytes: Uint8Array, place: 0 | 1): boolean {
  const first = bytes.subarray(0, LETTERS * 2)
  return first.length === LETTERS * 2 && first.every((byte, i) => (i % 2 === place) === byte > 0)
}
