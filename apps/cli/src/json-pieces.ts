/** A list whose items are made as they are written, and hold nothing lazy. */
export class LazyList {
  readonly items: Iterable<unknown>

  constructor(items: Iterable<unknown>) {
    this.items = items
  }
}

/** An object whose fields are made as they are written; their names differ. */
export class LazyObject {
  readonly fields: Iterable<readonly [name: string, value: unknown]>

  constructor(fields: Iterable<readonly [name: string, value: unknown]>) {
    this.fields = fields
  }
}

const PIECE = 1 << 18
/**
 * The value as JSON, piece by piece: a long one need not be there at once. Objects are a field a line, and lists an item a line, written
 * whole as the platform does it fastest.
 */
export function* jsonPieces(value: unknown): Generator<string> {
  let text = ''
  for (const part of parts(value, 0)) {
    text += part
    if (text.length < PIECE) continue
    yield text
    text = ''
  }
  yield `${text}\n`
}

function* parts(value: unknown, depth: number): Generator<string> {
  if (value instanceof LazyList) yield* listParts(value.items, depth)
  else if (value instanceof LazyObject) yield* objectParts(value.fields, depth)
  else if (Array.isArray(value)) yield* listParts(value, depth)
  else if (typeof value === 'object' && value !== null) yield* objectParts(Object.entries(value), depth)
  else yield JSON.stringify(value)
}

function* listParts(items: Iterable<unknown>, depth: number): Generator<string> {
  const [start, end] = linesAt(depth)
  let isEmpty = true
  for (const item of items) {
    yield isEmpty ? `[${start}` : `,${start}`
    yield item === undefined ? 'null' : JSON.stringify(item)
    isEmpty = false
  }
  yield isEmpty ? '[]' : `${end}]`
}

function* objectParts(
  fields: Iterable<readonly [name: string, value: unknown]>,
  depth: number,
): Generator<string> {
  const [start, end] = linesAt(depth)
  let isEmpty = true
  for (const [name, value] of fields) {
    if (value === undefined) continue
    yield `${isEmpty ? '{' : ','}${start}${JSON.stringify(name)}: `
    yield* parts(value, depth + 1)
    isEmpty = false
  }
  yield isEmpty ? '{}' : `${end}}`
}

/** Ends of line with the indent of what is in a value, and of its end. */
const linesAt = (depth: number) => [`\n${' '.repeat(depth + 1)}`, `\n${' '.repeat(depth)}`] as const
