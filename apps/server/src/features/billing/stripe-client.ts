import type { Stripe } from 'stripe'
import type { Services } from '../../platform/request-context.ts'

/**
 * The provider's own client, loaded when it is first needed. Its requests leave by the one way out (`outbound.ts`); what they sign and how
 * they are made stays the client's.
 */
export async function stripeOf({ config, outbound }: Pick<Services, 'config' | 'outbound'>): Promise<Stripe> {
  if (config.stripe === undefined) throw new Error('no payment provider is configured')
  const { Stripe: Client } = await import('stripe')
  const ask = outbound.provider('stripe')
  const send = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input)
    const { status, headers, text } = await ask({
      method: init.method === 'GET' ? 'GET' : 'POST',
      path: url.pathname + url.search,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === 'string' && { body: init.body }),
    })
    return new Response(text, { status, headers })
  }
  return new Client(config.stripe.secretKey.reveal(), {
    httpClient: Client.createFetchHttpClient(send),
    maxNetworkRetries: 0,
    telemetry: false,
  })
}
