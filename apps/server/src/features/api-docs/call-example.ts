import type { Operation } from './api-document.ts'
import { exampleOf, type Schema } from './example-of.ts'

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required?: boolean
  readonly schema?: Schema
}

/** Input of a call in its example: the parts that it asks for. */
export interface CallExample {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** JSON, or the fields of a form with a file; undefined where it takes neither. */
  readonly body: Readonly<Record<string, unknown>> | undefined
  /** The field of a form that holds the file. */
  readonly file: string | undefined
}

/** An example of a call, made of what its schema asks for. */
export function callExample({ path, described }: Operation): CallExample {
  const parameters = (described.parameters ?? []) as readonly Parameter[]
  const values = (place: Parameter['in']) =>
    Object.fromEntries(
      parameters
        .filter((one) => one.in === place && one.required === true)
        .map(({ name, schema = {} }) => [name, String(exampleOf(schema, name))]),
    )
  const inPath = values('path')
  const { content = {} } = (described.requestBody ?? {}) as { content?: Record<string, { schema?: Schema }> }
  const schema = (content['multipart/form-data'] ?? content['application/json'])?.schema
  return {
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => inPath[name] ?? ''),
    query: values('query'),
    body: schema === undefined ? undefined : (exampleOf(schema) as Record<string, unknown>),
    file: 'multipart/form-data' in content ? fileField(schema) : undefined,
  }
}

function fileField(schema: Schema | undefined): string | undefined {
  return Object.entries(schema?.properties ?? {}).find(
    ([, { contentMediaType }]) => contentMediaType !== undefined,
  )?.[0]
}

/** The same as a command for a terminal. */
export function curlOf(operation: Operation): string {
  const { path, query, body, file } = callExample(operation)
  const search = new URLSearchParams(query).toString()
  const parts = [
    `curl${operation.method === 'GET' ? '' : ` -X ${operation.method}`} "$LOTBOOK/api${path}${search === '' ? '' : `?${search}`}"`,
    '-H "Authorization: Bearer $LOTBOOK_TOKEN"',
  ]
  if (file !== undefined) {
    parts.push(`-F ${file}=@history.csv`)
    const fields = Object.entries(body ?? {}).filter(([name]) => name !== file)
    parts.push(...fields.map(([name, value]) => `-F ${name}=${inForm(value)}`))
  } else if (body !== undefined) {
    parts.push('-H "Content-Type: application/json"', `-d '${JSON.stringify(body)}'`)
  }
  return parts.join(' \\\n  ')
}

const inForm = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
