/**
 * JSON with one text for one value: object keys sorted by code unit, no spaces, fields without a value left
 * out. Numbers must be whole; amounts are text anyway.
 *
 * @throws TypeError for what JSON cannot say, or says in more than one way.
 */
export function canonicalJson(value: unknown): string {
  const parts: string[] = []
  write(value, parts)
  return parts.join('')
}

function write(value: unknown, parts: string[]): void {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') {
    parts.push(JSON.stringify(value))
  } else if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new TypeError(`Not a whole number: ${value}`)
    parts.push(String(value))
  } else if (Array.isArray(value)) {
    parts.push('[')
    value.forEach((item, i) => {
      if (i > 0) parts.push(',')
      write(item, parts)
    })
    parts.push(']')
  } else if (typeof value === 'object') {
    const fields = value as Readonly<Record<string, unknown>>
    parts.push('{')
    let isFirst = true
    for (const key of Object.keys(fields).sort()) {
      if (fields[key] === undefined) continue
      if (!isFirst) parts.push(',')
      isFirst = false
      parts.push(JSON.stringify(key), ':')
      write(fields[key], parts)
    }
    parts.push('}')
  } else {
    throw new TypeError(`Not JSON: ${typeof value}`)
  }
}
