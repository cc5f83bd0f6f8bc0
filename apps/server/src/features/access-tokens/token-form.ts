import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const PREFIX = 'lbk_'
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 256 bits, and the 32 of the checksum, in letters and digits. */
const BODY_LENGTH = 43
const CHECK_LENGTH = 6
const FORM = /^lbk_[0-9A-Za-z]{49}$/

/**
 * A new access token: `lbk_`, 256 random bits, and a checksum of them, all in letters and digits. Scanners that look for leaked secrets
 * find it by its prefix, and the checksum tells it from a text that only looks like one.
 */
export function newAccessToken(): string {
  const body = inLetters(BigInt(`0x${randomBytes(32).toString('hex')}`), BODY_LENGTH)
  return PREFIX + body + checksum(body)
}

/** Whether a text is an access token by its form and checksum; not whether there is such a token. */
export function isAccessToken(text: string): boolean {
  if (!FORM.test(text)) return false
  const body = text.slice(PREFIX.length, PREFIX.length + BODY_LENGTH)
  return text.endsWith(checksum(body))
}

/** The first letters of a token, by which its owner recognizes it. */
export function beginningOf(token: string): string {
  return token.slice(0, PREFIX.length + 4)
}

const checksum = (body: string) => inLetters(BigInt(crc32(body)), CHECK_LENGTH)

function inLetters(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; rest > 0n; rest /= 62n) text = DIGITS[Number(rest % 62n)] + text
  return text.padStart(length, '0')
}
