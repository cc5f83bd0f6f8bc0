import type { AskRequest } from '@lotbook/assistant'
import { API_VERSION } from '@lotbook/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Feature } from '../../platform/feature.ts'
import { context } from '../../platform/http.ts'
import { refuse } from '../../platform/refusal.ts'

const forTokens = { config: { access: ['customer'], scope: 'read' } } as const

/**
 * The server of the Model Context Protocol over HTTP (Streamable HTTP, without sessions). An assistant comes with an access token; each tool
 * makes calls of the API with it, so what the token may not do the assistant cannot, and every limit counts.
 */
export const assistantFeature: Feature = {
  raw: (api) => {
    api.post('/mcp', forTokens, async (request, reply) => {
      const { session } = context(request)
      if (session?.scopes === undefined)
        refuse('access_token_unknown', 'An assistant needs an access token.', { challenge: 'Bearer' })
      const answer = await answerTo(api, request)
      return reply
        .code(answer.status)
        .headers(Object.fromEntries(answer.headers))
        .header('cache-control', 'no-store')
        .send(await answer.text())
    })
    // There are no streams and no sessions to open, go on with or end.
    api.route({
      method: ['GET', 'DELETE'],
      url: '/mcp',
      ...forTokens,
      handler: (_, reply) => reply.code(405).header('allow', 'POST').send(),
    })
  },
}

async function answerTo(api: FastifyInstance, request: FastifyRequest): Promise<Response> {
  // Loaded by the first assistant that comes.
  const [{ apiBook, assistantServer }, { WebStandardStreamableHTTPServerTransport }] = await Promise.all([
    import('@lotbook/assistant'),
    import('@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'),
  ])
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  const server = assistantServer(apiBook(askBy(api, request)), API_VERSION)
  await server.connect(transport)
  try {
    const headers = new Headers()
    for (const name of ['accept', 'content-type', 'mcp-protocol-version'] as const) {
      const value = request.headers[name]
      if (typeof value === 'string') headers.set(name, value)
    }
    const made = new Request('http://localhost/mcp', { method: 'POST', headers })
    return await transport.handleRequest(made, { parsedBody: request.body })
  } finally {
    await server.close()
  }
}

/** Calls of the API within this server, as whoever makes the request: with its token, from its address. */
function askBy(api: FastifyInstance, { headers, ip }: FastifyRequest) {
  return async ({ method, path, query = {}, body }: AskRequest): Promise<unknown> => {
    const { BookRefusal } = await import('@lotbook/assistant')
    const answer = await api.inject({
      method,
      url: `/api${path}`,
      query: Object.fromEntries(
        Object.entries(query).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, String(value)]],
        ),
      ),
      headers: { authorization: headers.authorization },
      remoteAddress: ip,
      ...(body !== undefined && { payload: body }),
    })
    if (answer.statusCode === 200) return answer.json()
    const { code, message } = answer.json<{ code: string; message: string }>()
    throw new BookRefusal(code, message)
  }
}
