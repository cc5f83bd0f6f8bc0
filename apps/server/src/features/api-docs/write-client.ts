import { API_VERSION } from '@lotbook/contract'
import type { Operation } from './api-document.ts'
import type { Schema } from './example-of.ts'

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required?: boolean
  readonly schema?: Schema
}
interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>
}

/**
 * A client of the API as one TypeScript file without dependencies: a typed function for each call, by the names of the contract.
 * Amounts stay text.
 */
export function clientOf(operations: readonly Operation[]): string {
  const nouns = Map.groupBy(
    operations.filter(({ described }) => described.operationId !== undefined),
    ({ described }) => described.operationId?.split('.')[0] ?? '',
  )
  const parts = [...nouns].map(
    ([noun, calls]) =>
      `    ${noun}: {\n${calls.map((call) => `      ${functionOf(call)}`).join('\n')}\n    },`,
  )
  return `${RUNTIME}
/** The calls that an access token opens, version ${API_VERSION}. */
export function lotbook(options: Options) {
  const call = caller(options)
  return {
    version: '${API_VERSION}',
${parts.join('\n')}
  }
}
`
}

/** Types of what a call takes and answers; undefined where it takes nothing, or answers a file. */
export function typesOf({ described }: Operation): {
  readonly takes: string | undefined
  readonly answers: string | undefined
} {
  const parameters = (described.parameters ?? []) as readonly Parameter[]
  const { content = {} } = (described.requestBody ?? {}) as Content
  const body = (content['multipart/form-data'] ?? content['application/json'])?.schema
  const answer = (described.responses as Record<string, Content> | undefined)?.['200']?.content?.[
    'application/json'
  ]?.schema
  return { takes: inputOf(parameters, body), answers: answer && typeOf(answer) }
}

function functionOf(operation: Operation): string {
  const { method, path, described } = operation
  const { takes, answers = 'unknown' } = typesOf(operation)
  const name = described.operationId?.split('.').at(-1) ?? ''
  const { content = {} } = (described.requestBody ?? {}) as Content
  const isForm = 'multipart/form-data' in content
  const parameters = (described.parameters ?? []) as readonly Parameter[]
  const query = parameters.filter((one) => one.in === 'query').map((one) => one.name)
  const how = JSON.stringify({ query, ...(isForm && { isForm }) })
  const given = takes === undefined ? '' : `input: ${takes}, `
  const sent = takes === undefined ? '{}' : 'input'
  return `${name}: (${given}more?: More) => call<${answers}>('${method}', '${path}', ${sent}, ${how}, more),`
}

function inputOf(parameters: readonly Parameter[], body: Schema | undefined): string | undefined {
  const named = parameters.map(
    ({ name, required, schema }) => `${key(name)}${required === true ? '' : '?'}: ${typeOf(schema)}`,
  )
  const parts = [
    ...(named.length > 0 ? [`{ ${named.join('; ')} }`] : []),
    ...(body === undefined ? [] : [typeOf(body)]),
  ]
  return parts.length === 0 ? undefined : parts.join(' & ')
}

/** The type of a value that a schema describes. */
export function typeOf(schema: Schema | undefined): string {
  if (schema === undefined) return 'unknown'
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return choices.map((one) => inParentheses(typeOf(one))).join(' | ')
  if (schema.allOf !== undefined) return schema.allOf.map((one) => inParentheses(typeOf(one))).join(' & ')
  if (schema.contentMediaType !== undefined) return 'Blob'
  if (Array.isArray(schema.type))
    return schema.type.map((type: string) => typeOf({ ...schema, type })).join(' | ')
  switch (schema.type) {
    case 'object':
      return objectOf(schema)
    case 'array':
      return `${inParentheses(typeOf(schema.items))}[]`
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    default:
      return 'unknown'
  }
}

function objectOf({ properties, required = [], additionalProperties }: Schema): string {
  if (properties === undefined)
    return typeof additionalProperties === 'object'
      ? `Record<string, ${typeOf(additionalProperties)}>`
      : 'Record<string, unknown>'
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${key(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  )
  return fields.length === 0 ? '{}' : `{ ${fields.join('; ')} }`
}

const key = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name))
const inParentheses = (type: string) =>
  /[ |&]/.test(type) && !/^\{[^|&]*\}$/.test(type) ? `(${type})` : type

const RUNTIME = `// Made by \`npm run client\` from the OpenAPI document of Lotbook. Do not edit.

export interface Options {
  /** Address of the installation, such as https://lotbook.example. */
  readonly url: string
  /** An access token from Settings, API access. */
  readonly token: string
  readonly fetch?: typeof fetch
}

export interface More {
  /** Names one change: sent again under the same key, nothing is done twice. */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

/** A call that was refused. Go by \`code\`; \`message\` may be reworded. */
export class LotbookError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Readonly<Record<string, string>> | undefined
  /** Seconds after which trying again makes sense. */
  readonly retryAfter: number | undefined

  constructor(status: number, body: { code?: string; message?: string; fields?: Record<string, string> }, retryAfter: number | undefined) {
    super(body.message ?? \`the server answered \${status}\`)
    this.name = 'LotbookError'
    this.status = status
    this.code = body.code ?? 'unknown'
    this.fields = body.fields
    this.retryAfter = retryAfter
  }
}

interface How {
  readonly query: readonly string[]
  readonly isForm?: boolean
}

const text = (value: unknown) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value))

function caller({ url, token, fetch: send = fetch }: Options) {
  return async <Answer>(method: string, path: string, input: object, { query, isForm }: How, more: More = {}): Promise<Answer> => {
    const rest = new Map<string, unknown>(Object.entries(input).filter(([, value]) => value !== undefined))
    const filled = path.replace(/\\{(\\w+)\\}/g, (_, name: string) => {
      const value = encodeURIComponent(text(rest.get(name)))
      rest.delete(name)
      return value
    })
    const to = new URL(url.replace(/\\/$/, '') + '/api' + filled)
    for (const name of query) if (rest.has(name)) to.searchParams.set(name, text(rest.get(name)))
    for (const name of query) rest.delete(name)
    const headers = new Headers({ authorization: \`Bearer \${token}\` })
    let body: FormData | string | undefined
    if (isForm === true) {
      const form = new FormData()
      for (const [name, value] of rest) form.append(name, value instanceof Blob ? value : text(value))
      body = form
    } else if (method !== 'GET') {
      headers.set('content-type', 'application/json')
      body = JSON.stringify(Object.fromEntries(rest))
    }
    if (method !== 'GET') headers.set('idempotency-key', more.idempotencyKey ?? crypto.randomUUID())
    const answer = await send(to, { method, headers, body: body ?? null, signal: more.signal ?? null, redirect: 'error' })
    if (answer.ok) return (await answer.json()) as Answer
    const wait = answer.headers.get('retry-after')
    const refused = (await answer.json().catch(() => ({}))) as { code?: string; message?: string; fields?: Record<string, string> }
    throw new LotbookError(answer.status, refused, wait === null ? undefined : Number(wait))
  }
}
`
