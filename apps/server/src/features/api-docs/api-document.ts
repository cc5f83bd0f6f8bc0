import { API_FILES, API_VERSION, contract } from '@lotbook/contract'
import { OpenAPIGenerator } from '@orpc/openapi'
import type { AnyRouter } from '@orpc/server'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { declaredRoutes } from '../../platform/api.ts'

/** A call in the words of OpenAPI. */
export interface Described {
  /** `tax.oneYear`: the name of the call in the contract; none of a file. */
  readonly operationId?: string
  readonly summary?: string
  readonly parameters?: readonly unknown[]
  readonly requestBody?: unknown
  readonly responses?: unknown
  readonly 'x-scope'?: string | undefined
}

/** An OpenAPI document, as far as this one goes. */
export interface ApiDocument {
  readonly openapi: string
  readonly info: object
  readonly servers: readonly object[]
  readonly security: readonly object[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: object
}

/** A call of the document. */
export interface Operation {
  readonly method: string
  readonly path: string
  readonly scope: string
  readonly described: Described
}

const DESCRIPTION =
  'What a program may do with an access token. Amounts are exact decimal text, instants ISO 8601 in UTC, days YYYY-MM-DD. ' +
  'Each call names its scope in x-scope. Guide and examples: docs.'

/** The calls of the contract that an access token opens. */
const open = () =>
  declaredRoutes(contract as unknown as AnyRouter)
    .filter(({ scope, access }) => scope !== undefined && access !== 'public')
    // The generator leaves out a slash at the end, and the server takes both.
    .map((route) => ({ ...route, path: route.path.replace(/\/$/, '') }))

/** The OpenAPI document of what access tokens open. The calls of the web application alone are not in it, and may change any day. */
export async function apiDocument(): Promise<ApiDocument> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] })
  const { paths: all = {} } = await generator.generate(contract as unknown as AnyRouter)
  const paths: Record<string, Record<string, Described>> = {}
  for (const route of open()) {
    const found = (all[route.path] as Record<string, Described> | undefined)?.[route.method.toLowerCase()]
    if (found === undefined) throw new Error(`${route.method} ${route.path} is not in the generated document`)
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: withScope(found, route.scope) }
  }
  for (const { path, type, words } of API_FILES)
    paths[path] = { get: withScope(fileOperation(path, type, words), 'read') }
  return {
    openapi: '3.1.1',
    info: { title: 'Lotbook', version: API_VERSION, description: DESCRIPTION },
    servers: [{ url: '/api' }],
    security: [{ accessToken: [] }],
    paths,
    components: {
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', description: 'A token from Settings, API access.' },
      },
    },
  }
}

/** Every call of the document, by path. */
export function operationsOf({ paths }: ApiDocument): Operation[] {
  return Object.entries(paths)
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, described]) => ({
        method: method.toUpperCase(),
        path,
        scope: described['x-scope'] ?? '',
        described,
      })),
    )
    .toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.method < b.method ? -1 : 1))
}

function withScope(operation: Described, scope: string | undefined): Described {
  return { ...operation, 'x-scope': scope }
}

function fileOperation(path: string, type: string, words: string): Described {
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path' as const,
    required: true,
    schema: { type: 'string' as const, format: 'uuid' },
  }))
  return {
    summary: words,
    parameters: ids,
    responses: { '200': { description: words, content: { [type]: { schema: { type: 'string' } } } } },
  }
}
