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
/** The text of `JSON.stringify(value, undefined, 1)` and an end of line, piece by piece: a long one need not be there at once. */
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
  else yield whole(value, depth)
}

function* listParts(items: Iterable<unknown>, depth: number): Generator<string> {
  const [start, end] = linesAt(depth)
  let isEmpty = true
  for (const item of items) {
    yield isEmpty ? `[${start}` : `,${start}`
    // An item is short, and the platform writes it as a whole.
    yield item === undefined ? 'null' : whole(item, depth + 1)
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

function whole(value: unknown, depth: number): string {
  const text = JSON.stringify(value, undefined, 1)
  return depth === 0 ? text : text.replaceAll('\n', `\n${' '.repeat(depth)}`)
}
