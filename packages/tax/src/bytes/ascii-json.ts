/** Characters that are put together at a time. */
const AT_ONCE = 8192

/** JSON in which every character is a byte. */
export function asciiJson(value: unknown): Uint8Array {
  const text = JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at)
  return bytes
}

/** Reads the bytes that `asciiJson` wrote. */
export function readAsciiJson(ascii: Uint8Array): unknown {
  let text = ''
  for (let at = 0; at < ascii.length; at += AT_ONCE)
    // Not spread: that asks for one number after the other, and takes ten times as long.
    text += String.fromCharCode.apply(undefined, ascii.subarray(at, at + AT_ONCE) as unknown as number[])
  return JSON.parse(text)
}
