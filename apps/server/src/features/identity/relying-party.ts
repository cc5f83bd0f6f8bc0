import { allowedOrigins } from '../../platform/origins.ts'
import type { RequestContext } from '../../platform/request-context.ts'

export interface RelyingParty {
  /** The host name that passkeys are made for. */
  readonly id: string
  /** Origins that a browser may use a passkey from. */
  readonly origins: readonly string[]
}

/**
 * The party that passkeys are made for: the host of the public address, and `localhost` where none is configured, since an address of
 * numbers can have none (WebAuthn level 3, "valid domain"). From the configuration, never from the Host header.
 */
export function relyingParty({ config, reply }: RequestContext): RelyingParty {
  const [address] = config.origins
  const id = address === undefined ? 'localhost' : new URL(address).hostname
  const origins = allowedOrigins(config, reply.server).filter((origin) => {
    const host = new URL(origin).hostname
    return host === id || host.endsWith(`.${id}`)
  })
  return { id, origins }
}
