import { allowedOrigins } from '../../platform/origins.ts'
import type { RequestContext } from '../../platform/request-context.ts'

/** A link for a mail. From the configuration, never from the Host header that whoever asks may choose. */
export function linkTo({ config, reply }: RequestContext, path: string): string {
  const origin = allowedOrigins(config, reply.server)[0] ?? ''
  return `${origin}${path}`
}
