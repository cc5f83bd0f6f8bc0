/** A name or value in a JSON text, as it stands there: texts without their quotes, their escapes as written. */
export interface JsonToken {
  readonly kind: 'name' | 'text' | 'number'
  readonly raw: string
  /** The names that lead to it, outermost first; positions in lists are left out. */
  readonly path: readonly string[]
  /** Whether it stands in a list of plain values, where nothing names it. */
  readonly isInList: boolean
}

interface Frame {
  readonly isList: boolean
  name: string
  /** Whether the next text is a name. */
  isAtName: boolean
}

/**
 * Rewrites names and values of a JSON text one by one; everything else, spaces and the order of fields among it, stays byte for byte. Text
 * that is no JSON is cut where it stops being one, and its rest stays as it is.
 */
export function rewriteJson(text: string, rewrite: (token: JsonToken) => string): string {
  const frames: Frame[] = []
  const tokens = /"((?:[^"\\]|\\.)*)"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|[{}[\],:]/g
  return text.replaceAll(tokens, (whole, quoted: string | undefined) => {
    const top = frames.at(-1)
    switch (whole) {
      case '{':
      case '[':
        frames.push({ isList: whole === '[', name: '', isAtName: whole === '{' })
        return whole
      case '}':
      case ']':
        frames.pop()
        return whole
      case ',':
        if (top !== undefined) top.isAtName = !top.isList
        return whole
      case ':':
        return whole
    }
    const isName = top?.isAtName === true && quoted !== undefined
    const path = (isName ? frames.slice(0, -1) : frames).map(({ name }) => name).filter((name) => name !== '')
    const isInList = top?.isList ?? false
    if (quoted === undefined) return rewrite({ kind: 'number', raw: whole, path, isInList })
    if (isName && top !== undefined) {
      top.isAtName = false
      const renamed = rewrite({ kind: 'name', raw: quoted, path, isInList })
      top.name = quoted
      return `"${renamed}"`
    }
    return `"${rewrite({ kind: 'text', raw: quoted, path, isInList })}"`
  })
}
