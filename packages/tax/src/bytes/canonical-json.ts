/**
 * JSON with one text for one value: object keys sorted by code unit, no spaces, fields without a value left
 * out. Numbers must be whole; amounts are text anyway.
 *
 * @throws TypeError for what JSON cannot say, or says in more than one way.
 */
export function canonicalJson(value: unknown): string {
  let text = ''
  writeCanonicalJson(value, (piece) => {
    text += piece
  })
  return text
}

/** Text is handed over in pieces of about this many characters: a long history's is longer than any string. */
const PIECE = 1 << 16
/** Items of a list looked at together. */
const BATCH = 256

/** Writes canonical JSON piece by piece, for a value whose text is too long to be held. */
export function writeCanonicalJson(value: unknown, take: (piece: string) => void): void {
  const writer = new Writer(take)
  writer.write(value)
  writer.end()
}

/** Fields in the order of an object's own, and in the order in which they are written. */
interface Shape {
  readonly keys: readonly string[]
  readonly sorted: readonly { readonly key: string; readonly name: string }[]
}

/** Text that JSON writes as it is. */
const PLAIN = /^[ !#-[\]-~]*$/

class Writer {
  #text = ''
  readonly #take: (piece: string) => void
  /** Rows of a list have the same fields: sorted once, not for every row. By depth. */
  readonly #shapes: Shape[] = []
  #depth = 0

  constructor(take: (piece: string) => void) {
    this.#take = take
  }

  end() {
    this.#take(this.#text)
    this.#text = ''
  }

  write(value: unknown): void {
    if (typeof value === 'string') this.#text += PLAIN.test(value) ? `"${value}"` : JSON.stringify(value)
    else if (value === null) this.#text += 'null'
    else if (typeof value === 'boolean') this.#text += value ? 'true' : 'false'
    else if (typeof value === 'number') {
      if (!Number.isSafeInteger(value)) throw new TypeError(`Not a whole number: ${value}`)
      this.#text += String(value)
    } else if (Array.isArray(value)) this.#list(value)
    else if (typeof value === 'object') this.#object(value as Readonly<Record<string, unknown>>)
    else throw new TypeError(`Not JSON: ${typeof value}`)
  }

  #list(items: readonly unknown[]) {
    this.#text += '['
    for (let from = 0; from < items.length; from += BATCH) {
      if (from > 0) this.#text += ','
      const batch = items.slice(from, from + BATCH)
      // The runtime writes rows of plain fields ten times faster than we do; a list of keys is also their order.
      const keys = keysOfFlatRows(batch)
      if (keys !== undefined) this.#text += JSON.stringify(batch, keys).slice(1, -1)
      else if (areListsOfPlain(batch)) this.#text += JSON.stringify(batch).slice(1, -1)
      else this.#items(batch)
      if (this.#text.length > PIECE) this.end()
    }
    this.#text += ']'
  }

  #items(items: readonly unknown[]) {
    let isFirst = true
    for (const item of items) {
      if (!isFirst) this.#text += ','
      isFirst = false
      this.write(item)
      if (this.#text.length > PIECE) this.end()
    }
  }

  #object(fields: Readonly<Record<string, unknown>>) {
    const { sorted } = this.#shapeOf(Object.keys(fields))
    this.#text += '{'
    this.#depth += 1
    let isFirst = true
    for (const { key, name } of sorted) {
      const field = fields[key]
      if (field === undefined) continue
      this.#text += isFirst ? name : `,${name}`
      isFirst = false
      this.write(field)
    }
    this.#depth -= 1
    this.#text += '}'
  }

  #shapeOf(keys: readonly string[]): Shape {
    const known = this.#shapes[this.#depth]
    if (
      known !== undefined &&
      known.keys.length === keys.length &&
      keys.every((key, i) => key === known.keys[i])
    )
      return known
    const sorted = keys.toSorted().map((key) => ({ key, name: `${JSON.stringify(key)}:` }))
    return (this.#shapes[this.#depth] = { keys, sorted })
  }
}

/** Whether these are lists of nothing but text, whole numbers, truth values and null. */
function areListsOfPlain(rows: readonly unknown[]): boolean {
  return rows.every(
    (row) =>
      Array.isArray(row) && row.every((item) => item !== undefined && !Array.isArray(item) && isFlat(item)),
  )
}

/** The keys of objects that hold nothing but text, whole numbers, truth values and lists of text, sorted; else undefined. */
function keysOfFlatRows(rows: readonly unknown[]): string[] | undefined {
  const keys = new Set<string>()
  for (const row of rows) {
    if (typeof row !== 'object' || row === null || Object.getPrototypeOf(row) !== Object.prototype)
      return undefined
    const fields = row as Readonly<Record<string, unknown>>
    for (const key of Object.keys(fields)) {
      if (!isFlat(fields[key])) return undefined
      keys.add(key)
    }
  }
  return [...keys].toSorted()
}

function isFlat(value: unknown): boolean {
  if (typeof value === 'string' || value === null || typeof value === 'boolean' || value === undefined)
    return true
  if (typeof value === 'number') return Number.isSafeInteger(value)
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}
