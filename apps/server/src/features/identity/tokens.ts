import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits for a link or a cookie. Only its hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What the database keeps of a token: enough to recognise it, nothing to use it with. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
