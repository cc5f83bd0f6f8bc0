import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits for a link or a cookie. Only its hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Hash of a token for the database: enough to recognise the token, but not to use it. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
