import { Agent, type AgentOptions } from 'node:https'
import { ProviderDown } from '@lotbook/sources'
import { customerAddressProblem } from './customer-address.ts'
import { isPublicAddress, type Resolve } from './public-address.ts'
import { sendRequest, type WireLimits } from './send-request.ts'

/** An address that a customer named is waited for less long than a provider, and little of its answer is read. */
const LIMITS: WireLimits = {
  connectMs: 5_000,
  headersMs: 10_000,
  totalMs: 15_000,
  bodyBytes: 64_000,
  textBytes: 64_000,
}

/** How this server gets out to addresses that customers name. */
export interface WayToCustomers {
  /** The one server of this machine that stands in for everybody else, in development and tests. */
  readonly providersUrl: string | undefined
  /** Absent where a proxy looks names up. */
  readonly resolve: Resolve | undefined
  /** Checks the addresses that it connects to. */
  readonly agentOptions: AgentOptions
  readonly limits: Partial<WireLimits>
}

/** A message to an address that a customer named. */
export interface CustomerMessage {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The status of an answer, or why there was none. */
export type Delivered = { readonly status: number } | { readonly reason: ProviderDown['reason'] }

/**
 * Send a message to an address that a customer named. The addresses of its name are checked as the connection is made, and no redirect is
 * followed, so it cannot lead into this network. What goes wrong is an outcome, not an error.
 */
export async function deliverMessage(
  way: WayToCustomers,
  address: string,
  { headers, body }: CustomerMessage,
): Promise<Delivered> {
  if (customerAddressProblem(address) !== undefined) return { reason: 'forbidden' }
  const url = standingInFor(way, new URL(address))
  const agent = url.protocol === 'https:' ? new Agent(way.agentOptions) : false
  try {
    const request = { method: 'POST' as const, path: url.pathname, headers, body }
    const limits = { ...LIMITS, ...way.limits }
    const { status } = await sendRequest(url, request, { provider: 'webhook', limits, agent })
    return { status }
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
    return { reason: error.reason }
  } finally {
    if (agent !== false) agent.destroy()
  }
}

/** Why an address leads nowhere that messages may go; undefined where it may, as far as can be told before one is sent. */
export async function problemOfAddress(
  { providersUrl, resolve }: WayToCustomers,
  address: string,
): Promise<string | undefined> {
  const problem = customerAddressProblem(address)
  if (problem !== undefined || providersUrl !== undefined || resolve === undefined) return problem
  const found = await resolve(new URL(address).hostname.replace(/^\[(.*)\]$/, '$1')).catch(() => [])
  if (found.length === 0) return 'This address cannot be found.'
  const isPublic = found.every((one) => isPublicAddress(one.address))
  return isPublic ? undefined : 'Enter an address on the public Internet.'
}

/** `/webhooks/<host>/<path>` of the server that stands in, or the address itself. */
function standingInFor({ providersUrl }: WayToCustomers, url: URL): URL {
  if (providersUrl === undefined) return url
  return new URL(`${providersUrl}/webhooks/${url.host}${url.pathname}${url.search}`)
}
