/** A JSON Schema, as far as the document of the API uses it. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly contentMediaType?: string
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly additionalProperties?: Schema | boolean
  readonly minItems?: number
  readonly default?: unknown
}

const ID = '019ab5f0-0000-7000-8000-000000000001'
/** Texts that a pattern may ask for, the usual one first. */
const TEXTS = [
  '2025-01-31T12:00:00Z',
  '2025-01-31',
  '12.5',
  '2025',
  'USD',
  'US',
  '123456',
  ID,
  'a'.repeat(40),
]

/** A value that a schema takes: what it asks for and nothing more. */
export function exampleOf(schema: Schema, name = ''): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return exampleOf(choices.find(({ type }) => type !== 'null') ?? {}, name)
  if (schema.allOf !== undefined)
    return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, name) as object))
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return exampleObject(schema)
    case 'array':
      return exampleItems(schema, name)
    case 'integer':
    case 'number':
      return /year/.test(name) ? 2025 : Math.max(1, schema.minimum ?? 1)
    case 'boolean':
      return true
    default:
      return exampleText(schema, name)
  }
}

function exampleObject({ properties = {}, required = [] }: Schema): Record<string, unknown> {
  return Object.fromEntries(required.map((name) => [name, exampleOf(properties[name] ?? {}, name)]))
}

function exampleItems({ items, minItems = 1 }: Schema, name: string): unknown[] {
  return items === undefined
    ? []
    : Array.from({ length: Math.max(1, minItems) }, () => exampleOf(items, name))
}

function exampleText({ format, pattern, minLength = 0 }: Schema, name: string): string {
  if (format === 'uuid' || /(^|_)id$/.test(name)) return ID
  if (format === 'date') return '2025-01-31'
  if (format === 'email') return 'you@example.com'
  if (pattern !== undefined) {
    const form = new RegExp(pattern)
    const found = TEXTS.find((text) => form.test(text))
    if (found !== undefined) return found
  }
  const word = /asset|symbol/.test(name) ? 'BTC' : name === '' ? 'text' : name
  return word.padEnd(minLength, 'x')
}
