import { type LogoKind, logos, logoSvg } from '@lotbook/sources'
import type { PublicFiles } from '../../platform/http.ts'

// An SVG that is opened by itself is a document: this one may run and load nothing.
const STILL = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/**
 * Logos by an address that names their version, so that a browser keeps them for ever, and the list of those there
 * are, which it asks for once a visit.
 */
export const logoFiles: PublicFiles = (app) => {
  app.get('/logos/index.json', (_, reply) => {
    const { version, sources, coins } = logos()
    return reply
      .header('cache-control', 'public, max-age=300')
      .send({ version, sources: [...sources.keys()], coins: [...coins.keys()] })
  })
  app.get<{ Params: { version: string; kind: string; file: string } }>(
    '/logos/:version/:kind/:file',
    (request, reply) => {
      const { version, kind, file } = request.params
      const isKnown = version === logos().version && isLogoKind(kind) && file.endsWith('.svg')
      const svg = isKnown ? logoSvg(kind, file.slice(0, -'.svg'.length)) : undefined
      if (svg === undefined) return reply.callNotFound()
      return reply
        .headers({
          'content-type': 'image/svg+xml; charset=utf-8',
          'content-security-policy': STILL,
          'cache-control': 'public, max-age=31536000, immutable',
        })
        .send(svg)
    },
  )
}

const isLogoKind = (kind: string): kind is LogoKind => kind === 'sources' || kind === 'coins'
