import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

/** A new secret of a webhook as Standard Webhooks writes it: `whsec_` and 256 random bits in base64. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(32).toString('base64')
}

/** A message with the secret that signs it and the id that names it. */
export interface Signed {
  readonly secret: string
  /** `webhook-id`: the same for each attempt. */
  readonly id: string
  readonly at: Date
  readonly body: string
}

/**
 * Headers of a message by the specification of Standard Webhooks 1.0 (standardwebhooks.com): an HMAC-SHA256 over id, seconds and body, so
 * that a receiver can refuse what is not from here, was changed, or is old.
 */
export function signedHeaders({ secret, id, at, body }: Signed): Readonly<Record<string, string>> {
  const seconds = String(Math.floor(at.getTime() / 1000))
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const mac = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${mac}`,
  }
}
