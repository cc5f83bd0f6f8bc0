import type { Feature } from '../../platform/feature.ts'
import { apiDocument, operationsOf } from './api-document.ts'
import { docsPage } from './docs-page.ts'

const STYLE = `:root{color-scheme:light dark}
body{margin:0;font:16px/1.5 system-ui,sans-serif}
main{max-width:52rem;margin:0 auto;padding:1rem}
pre{white-space:pre-wrap;overflow-wrap:anywhere;padding:.75rem;border:1px solid GrayText;border-radius:6px;font-size:.875rem}
details{margin:.25rem 0}
summary{padding:.25rem 0;overflow-wrap:anywhere;cursor:pointer}
code{font-size:.9em;overflow-wrap:anywhere}
dt{font-weight:600}
`

const forAnybody = { config: { access: 'public', scope: 'any' } } as const

/** The document of the API and its page, for anybody. Both are made when somebody first asks. */
export const apiDocsFeature: Feature = {
  raw: (api, { config }) => {
    if (!config.hasDocs) return
    let made: ReturnType<typeof apiDocument> | undefined
    const document = () => (made ??= apiDocument())
    let page: string | undefined
    api.get('/openapi.json', forAnybody, document)
    api.get('/docs', forAnybody, async (_, reply) =>
      reply.type('text/html; charset=utf-8').send((page ??= docsPage(operationsOf(await document())))),
    )
    api.get('/api.css', forAnybody, (_, reply) => reply.type('text/css; charset=utf-8').send(STYLE))
  },
}
