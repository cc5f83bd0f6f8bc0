import { OpenAPIGenerator } from '@orpc/openapi'
import type { AnyRouter } from '@orpc/server'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { declaredRoutes } from './api.ts'
import type { Config } from './config.ts'
import { escapeHtml, isFromElsewhere } from './local-page.ts'
import { refuse } from './refusal.ts'

/** The document of the API, made from the contract, and a page to read it in. */
export async function addDocs(
  api: FastifyInstance,
  router: AnyRouter,
  { isDocsLocal }: Pick<Config, 'isDocsLocal'>,
): Promise<void> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
  const document = await generator.generate(router, {
    info: { title: 'Lotbook', version: '1', description: 'Every change needs the header `X-Lotbook: 1`.' },
    servers: [{ url: '/api' }],
  })
  const page = docsPage(router, document)
  const preHandler = async (request: FastifyRequest) => {
    if (isDocsLocal && isFromElsewhere(request)) refuse('not_found')
  }
  api.get('/openapi.json', { config: { access: 'public', scope: 'any' }, preHandler }, async () => document)
  api.get('/docs', { config: { access: 'public', scope: 'any' }, preHandler }, async (_, reply) =>
    reply.type('text/html; charset=utf-8').send(page),
  )
}

/** Plain HTML: the content policy allows no inline style or script, and a list of calls needs neither. */
function docsPage(router: AnyRouter, document: unknown): string {
  const { paths = {} } = document as { paths?: Record<string, Record<string, unknown>> }
  const sections = declaredRoutes(router)
    .toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
    .map(({ method, path, access }) => {
      const operation = paths[path]?.[method.toLowerCase()]
      const who = typeof access === 'string' ? access : access.join(', ')
      return `<details><summary><code>${escapeHtml(method)} ${escapeHtml(path)}</code> — ${escapeHtml(who)}</summary>
<pre>${escapeHtml(JSON.stringify(operation, null, 2))}</pre></details>`
    })
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Lotbook API</title></head>
<body><h1>Lotbook API</h1>
<p>All calls are under <code>/api</code>. The document itself: <a href="openapi.json">openapi.json</a>.</p>
${sections.join('\n')}
</body></html>
`
}
